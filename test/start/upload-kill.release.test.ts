import { createHash, randomBytes } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import type { FileId } from '#contract/ids.ts';
import { maxFilesPerNomination } from '#contract/publishing/file-limits.ts';
import { uploadOffsetHeader } from '#contract/upload-errors.ts';
import { teamAddresses } from '#server/people/users/queries.ts';
import { openDatabase } from '#server/platform/db/connect.ts';
import { startJobQueue } from '#server/platform/jobs/job-queue.ts';
import { createMailer } from '#server/platform/mail/mailer.ts';
import { openSettings } from '#server/platform/site-settings/settings-store.ts';
import { openFileStorage } from '#server/platform/storage/open-storage.ts';
import { sweepFiles } from '#server/publishing/files/sweep-files.ts';
import { queues } from '#server/workers.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aNewPlace, type NewPlace } from '#test/support/new-place.ts';
import { ensureWebBuild } from '#test/support/run-main.ts';
import { mp4 } from '#test/support/sample-videos.ts';
import { draws } from '#test/support/seed.ts';
import { startServerProcess } from '#test/support/server-process.ts';
import { repeats } from '#test/support/tier.ts';
import { type Client, createClient } from '../../bench/support/client.ts';

const { kind } = inject('template');
const rounds = repeats({ release: 20 });
const uploadsAtLeast = repeats({ release: 100 });
const uploadsPerRound = 6;
const chance = draws();
const login = { email: 'first@everycent.example', password: 'Correct-horse-7' };
const person = {
  firstName: 'G',
  lastName: 'H',
  email: 'g@example.com',
  phone: '555',
  zip: '10001',
};

/** An upload in progress, with how much of it the server has acknowledged. */
interface Upload {
  id: FileId;
  content: Buffer;
  acknowledged: number;
}

test('killed during uploads, the server continues where it was and leaves nothing behind', {
  timeout: 3_600_000,
}, async () => {
  await ensureWebBuild();
  await using place = await aNewPlace(kind);
  const uploads: Upload[] = [];
  const arrived = () => uploads.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  const found = { cutOff: 0, beingWorkedOn: 0, rowsWithoutFile: 0, lostBytes: 0 };
  let [cookie, nominationId, round] = ['', '', 0];
  // How many of a round's uploads began before its kill is a matter of chance.
  for (; round < rounds || uploads.length < uploadsAtLeast; round++) {
    const server = await start(place);
    if (round === 0) {
      const answer = await createClient(server.url).post('/api/auth/login', login);
      cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    }
    const client = createClient(server.url, cookie);
    if ((round * uploadsPerRound) % (maxFilesPerNomination - uploadsPerRound) < uploadsPerRound) {
      nominationId = await aNomination(client);
    }
    const before = uploads.length;
    // Uploads that an earlier kill interrupted continue, besides new ones.
    const work = Promise.all([
      ...uploads.map((upload) => goOn(server.url, cookie, upload)),
      ...Array.from({ length: uploadsPerRound }, () =>
        begin(client, nominationId, uploads).then((upload) => goOn(server.url, cookie, upload)),
      ),
    ]).catch(() => {});
    await expect.poll(() => uploads.length, { timeout: 60_000 }).toBeGreaterThan(before);
    // At any moment of those that have begun.
    const missing = uploads.reduce((sum, { content }) => sum + content.length, 0) - arrived();
    const enough = arrived() + chance() * missing;
    await expect.poll(arrived, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(enough);
    server.process.kill('SIGKILL');
    await server.stop();
    await work;
    const left = await look(place, uploads);
    for (const name of ['cutOff', 'beingWorkedOn', 'rowsWithoutFile', 'lostBytes'] as const) {
      found[name] += left[name];
    }
  }

  recordFigures('U8', {
    kills: round,
    uploads: uploads.length,
    'being worked on at the kill': found.beingWorkedOn,
    'rows without their file': found.rowsWithoutFile,
    'acknowledged bytes lost': found.lostBytes,
  });
  expect([found.rowsWithoutFile, found.lostBytes]).toEqual([0, 0]);

  const server = await start(place);
  await Promise.all(uploads.map((upload) => goOn(server.url, cookie, upload)));
  const client = createClient(server.url, cookie);
  // A hundred videos are worked on one after another, and any of them may be the last.
  const patience = { timeout: 900_000 };
  for (const { id, content } of uploads) {
    const sha256 = createHash('sha256').update(content).digest('hex');
    await expect
      .poll(async () => (await client.get(`/api/files/${id}`)).json(), patience)
      .toMatchObject({ state: 'ready', sha256, uploadedBytes: content.length });
  }
  server.process.kill('SIGKILL');
  await server.stop();
  const swept = await sweepADayLater(place);
  const after = await look(place, uploads);
  recordFigures('U8', {
    'cut off and finished later': found.cutOff,
    'stored for nobody, swept': swept,
    'stored for nobody after the sweep': after.strays,
  });
  expect(after).toMatchObject({ strays: 0, rowsWithoutFile: 0 });
});

function start({ env }: NewPlace) {
  const { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } = login;
  return startServerProcess({ ...env, ADMIN_EMAIL, ADMIN_PASSWORD, TRUST_PROXY: 'loopback' });
}

async function aNomination(client: Client): Promise<string> {
  const made = async (path: string, body: object) => {
    const answer = await client.post(path, body);
    return String(((await answer.json()) as { id: string }).id);
  };
  const causeId = await made('/api/causes', { name: `Shelter ${randomBytes(4).toString('hex')}` });
  const body = { nominee: 'Maria Lopez', description: 'Her heating broke.', causeId, ...person };
  const id = await made('/api/nominations', body);
  await made(`/api/nominations/${id}`, { isAccepted: true, isRejected: false });
  return id;
}

async function begin(client: Client, nominationId: string, uploads: Upload[]): Promise<Upload> {
  const content = Buffer.concat([mp4({ frames: 600_000 })]);
  // Each is different: it has its own frames.
  randomBytes(1_000).copy(content, content.length - 1_000);
  const body = { nominationId, kind: 'video', bytes: content.length };
  const answer = await client.post('/api/files', body);
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as { id: FileId };
  const upload = { id, content, acknowledged: 0 };
  uploads.push(upload);
  return upload;
}

/** Sends what is missing, in parts, from where the server says it continues. */
async function goOn(url: string, cookie: string, upload: Upload): Promise<void> {
  const { id, content } = upload;
  const asked = await fetch(`${url}/api/files/${id}`, { headers: { cookie } });
  let { uploadedBytes } = (await asked.json()) as { uploadedBytes: number };
  while (uploadedBytes < content.length) {
    const body = content.subarray(uploadedBytes, uploadedBytes + 60_000);
    const answer = await fetch(`${url}/api/files/${id}/content`, {
      method: 'POST',
      headers: {
        cookie,
        'content-type': 'application/octet-stream',
        [uploadOffsetHeader]: String(uploadedBytes),
      },
      body: new Uint8Array(body),
    });
    expect(answer.status).toBe(200);
    ({ uploadedBytes } = (await answer.json()) as { uploadedBytes: number });
    upload.acknowledged = uploadedBytes;
  }
}

/** What is on the disk and in the tables while no server is running. */
async function look({ config }: NewPlace, uploads: Upload[]) {
  const { db, close } = await openDatabase(config);
  try {
    const files = await db
      .selectFrom('files')
      .select(['id', 'state', 'uploadedBytes', 'originalKey'])
      .execute();
    const copies = await db.selectFrom('fileCopies').select('key').execute();
    const chunks = await db.selectFrom('fileChunks').select('key').execute();
    const discarded = await db.selectFrom('discardedFiles').select('key').execute();
    const originals = files.flatMap(({ originalKey }) => originalKey ?? []);
    const wanted = [...originals, ...[...copies, ...chunks].map(({ key }) => key)];
    const known = new Set([...wanted, ...discarded.map(({ key }) => key)]);
    const stored = new Set<string>();
    for await (const { key } of openFileStorage(config).list()) stored.add(key);
    const reached = new Map(files.map(({ id, uploadedBytes }) => [id, uploadedBytes]));
    return {
      cutOff: files.filter(({ state }) => state === 'uploading').length,
      beingWorkedOn: files.filter(({ state }) => state === 'processing').length,
      rowsWithoutFile: wanted.filter((key) => !stored.has(key)).length,
      strays: [...stored].filter((key) => !known.has(key)).length,
      lostBytes: uploads.reduce(
        (sum, { id, acknowledged }) => sum + Math.max(0, acknowledged - (reached.get(id) ?? 0)),
        0,
      ),
    };
  } finally {
    await close();
  }
}

/** Backdates everything stored by a day, sweeps, and returns how many files that removed. */
async function sweepADayLater({ config }: NewPlace): Promise<number> {
  const storage = openFileStorage(config);
  const aDayAgo = new Date(Date.now() - 24 * 3_600_000);
  let count = 0;
  for await (const { key } of storage.list()) {
    await utimes(join(config.dataDir, 'files', key.slice(0, 2), key), aDayAgo, aDayAgo);
    count += 1;
  }
  const connection = await openDatabase(config);
  const boss = await startJobQueue(connection, queues, () => {}, { schedule: false });
  await sql`update discarded_files set discarded_at = ${aDayAgo.toISOString()}`.execute(
    connection.db,
  );
  const settings = await openSettings(connection.db, config);
  await sweepFiles(connection.db, storage, createMailer(boss, config, settings, teamAddresses));
  await boss.stop();
  await connection.close();
  for await (const _ of storage.list()) count -= 1;
  return count;
}
