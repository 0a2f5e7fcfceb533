import { beforeAll, describe, expect, test } from 'vitest';
import type { NominationId } from '#contract/ids.ts';
import { maxFilesPerNomination } from '#contract/publishing/file-limits.ts';
import { useTestApp } from '#test/support/app.ts';
import { type Bomb, bombs, endlessPdf, laden } from '#test/support/bombs.ts';
import { anAcceptedNomination, signIn } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { settled, tryUpload } from '#test/support/upload.ts';

const testApp = useTestApp();
const minutes = 600_000;

let cookie: string;
let nominationId: NominationId;
beforeAll(async () => {
  cookie = await signIn(testApp);
  nominationId = await anAcceptedNomination(testApp);
});

async function upload([name, kind, content]: Bomb) {
  const startedAt = performance.now();
  const { status, body } = await tryUpload(testApp, { kind, content, cookie, nominationId });
  expect([name, status]).toEqual([name, 200]);
  const file = await settled(testApp, body.id);
  return { file, seconds: (performance.now() - startedAt) / 1000 };
}

describe('a small file that tries to exhaust our memory or time', () => {
  test('is refused with a message, and nothing of it is stored', { timeout: minutes }, async () => {
    const all = await bombs();
    expect(all.length).toBeLessThan(maxFilesPerNomination);
    let [refused, slowest] = [0, 0];
    const outcomes: unknown[] = [];
    const wanted: unknown[] = [];
    for (const bomb of all) {
      const [name] = bomb;
      expect(bomb[2].length).toBeLessThan(15 * 1024 * 1024);
      const { file, seconds } = await upload(bomb);
      if (file.state === 'failed') refused += 1;
      outcomes.push([name, file.state, file.copies, file.failure]);
      wanted.push([name, 'failed', [], expect.stringMatching(/^This .+[.]$/)]);
      slowest = Math.max(slowest, seconds);
    }
    recordFigures('U3', {
      bombs: all.length,
      refused,
      'seconds until the slowest was refused, upload included': Math.round(slowest * 10) / 10,
    });
    expect(outcomes).toEqual(wanted);
  });

  test('is stopped although nothing else can run in its thread', { timeout: minutes }, async () => {
    const { file } = await upload(['PDF', 'receipt', endlessPdf()]);
    // Nothing is left to report more: rendered to its end, after two gigabytes, it would be reported as damaged.
    expect(file.failure).toBe('This file is too large or too complex to process.');
  });

  test('or is used without what made it huge', { timeout: minutes }, async () => {
    const all = await laden();
    for (const bomb of all) {
      const { file } = await upload(bomb);
      expect([bomb[0], file.state]).toEqual([bomb[0], expect.toBeOneOf(['ready', 'failed'])]);
      for (const { bytes } of file.copies) expect(bytes).toBeLessThan(1_000_000);
    }
    recordFigures('U3', { 'with something huge in them, used without it or refused': all.length });
  });
});
