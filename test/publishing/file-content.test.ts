import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FileId } from '#contract/ids.ts';
import { maxFilesPerNomination } from '#contract/publishing/file-limits.ts';
import type { File } from '#contract/publishing/files.ts';
import { useTestApp } from '#test/support/app.ts';
import { badFiles, payload } from '#test/support/bad-files.ts';
import { anAcceptedNomination, signIn } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { seed } from '#test/support/seed.ts';
import { repeats } from '#test/support/tier.ts';
import { settled, tryUpload } from '#test/support/upload.ts';

const testApp = useTestApp();
const count = repeats({ change: 12, release: 300 });

let cookie: string;
beforeAll(async () => {
  cookie = await signIn(testApp);
});

/** What is stored although nothing refers to it. */
async function strays(): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select original_key as key from files where original_key is not null
    union all select key from file_copies union all select key from file_chunks
    union all select key from discarded_files`.execute(testApp.db);
  const known = new Set(rows.map(({ key }) => key));
  const found: string[] = [];
  for await (const { key } of testApp.storage.list()) if (!known.has(key)) found.push(key);
  return found;
}

/** What of a bad file is in the copies made from it. */
async function leftIn({ copies }: File): Promise<string[]> {
  const found: string[] = [];
  for (const { key, mediaType } of copies) {
    const content = Buffer.concat(await (await testApp.storage.open(key)).toArray());
    for (const word of [payload, 'alert(', '<svg', '<?php', 'PK\u0003\u0004', '/JavaScript']) {
      if (content.includes(word)) found.push(`${mediaType}: ${word}`);
    }
  }
  return found;
}

describe('a file that is not what it claims to be', () => {
  test('is refused, or only re-encoded copies of it are kept', { timeout: 1_800_000 }, async () => {
    const all = await badFiles();
    // A part of them; before each release, another one.
    const step = Math.max(1, Math.floor(all.length / count));
    const chosen = all.filter((_, index) => (index + seed) % step === 0).slice(0, count);
    let [refused, failed] = [0, 0];
    const harmful: string[] = [];
    const taken: { file: string; id: FileId }[] = [];
    let nominationId = await anAcceptedNomination(testApp);
    for (const [index, { name, ...bad }] of chosen.entries()) {
      if (index > 0 && index % maxFilesPerNomination === 0)
        nominationId = await anAcceptedNomination(testApp);
      const { status, body } = await tryUpload(testApp, { ...bad, cookie, nominationId });
      const file = `${name} as ${bad.kind}`;
      if (status === 200) taken.push({ file, id: body.id });
      else {
        expect([file, status]).toEqual([file, expect.toBeOneOf([400, 415])]);
        refused += 1;
      }
    }
    for (const { file, id } of taken) {
      const done = await settled(testApp, id);
      if (done.state === 'failed') {
        expect([file, done.copies, done.sha256]).toEqual([file, [], null]);
        failed += 1;
      }
      const left = await leftIn(done);
      harmful.push(...left.map((what) => `${file}: ${what}`));
    }
    const rows = await testApp.db.selectFrom('files').select('id').execute();
    recordFigures('U1', {
      'bad files': chosen.length,
      'refused at once': refused,
      'refused when read': failed,
      'made anew': taken.length - failed,
      'kept as they came': harmful.length,
    });
    expect(harmful).toEqual([]);
    expect(rows).toHaveLength(taken.length);
    expect(await strays()).toEqual([]);
  });
});
