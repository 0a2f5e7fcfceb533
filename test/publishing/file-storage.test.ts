import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileId, type UserId } from '#contract/ids.ts';
import { deleteImport, type ImportMapping, tryImportMapping } from '#contract/imports/imports.ts';
import { publicFilePath } from '#contract/publishing/file-paths.ts';
import { deleteFile } from '#contract/publishing/files.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { createFolderStorage } from '#server/platform/storage/folder-storage.ts';
import {
  FileMissingError,
  type FileStorage,
  IncompleteContentError,
} from '#server/platform/storage/storage.ts';
import { passingKeys, storageKeys, sweepFiles } from '#server/publishing/files/sweep-files.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAcceptedNomination, signIn } from '#test/support/factories.ts';
import { plainFile } from '#test/support/import-files.ts';
import { importCalls } from '#test/support/imports.ts';
import { openBucket } from '#test/support/s3-bucket.ts';
import { picture } from '#test/support/sample-files.ts';
import { aPublishedFile, aStartedUpload } from '#test/support/upload.ts';

let s3: FileStorage;
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  const bucket = await openBucket();
  closers.push(() => bucket.close());
  s3 = bucket.storage();
});
afterAll(async () => {
  while (closers.length > 0) await closers.pop()?.();
});

const folder = await mkdtemp(join(tmpdir(), 'everycent-files-'));
afterAll(() => rm(folder, { recursive: true }));

describe.each([
  ['a folder', () => createFolderStorage(folder)],
  ['S3', () => s3],
])('%s', (name, open) => {
  const content = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
  // In pieces, as a connection delivers it.
  const pieces = (bytes = content) =>
    Readable.from([bytes.subarray(0, 10), bytes.subarray(10, 70_000), bytes.subarray(70_000)]);
  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of open().list()) found.push(key);
    return found.sort();
  };

  test('returns what was stored, whole and in parts', async () => {
    const storage = open();
    const { key, bytes } = await storage.put(pieces(), content.length);
    expect(bytes).toBe(content.length);
    expect((await buffer(await storage.open(key))).equals(content)).toBe(true);
    const part = await buffer(await storage.open(key, { start: 100, end: 199 }));
    expect(part.equals(content.subarray(100, 200))).toBe(true);
    const other = await storage.put(pieces(), content.length);
    expect(await keys()).toEqual([key, other.key].sort());
    await storage.remove(key);
    await storage.remove(key);
    await storage.remove(other.key);
    expect(await keys()).toEqual([]);
    await expect(storage.open(key)).rejects.toThrow(FileMissingError);
  });

  test('stores nothing of content that is too short, too long, or interrupted', async () => {
    const storage = open();
    await expect(storage.put(pieces(), content.length - 1)).rejects.toThrow(IncompleteContentError);
    await expect(storage.put(pieces(), content.length + 1)).rejects.toThrow(IncompleteContentError);
    const broken = Readable.from(
      (async function* () {
        yield content;
        throw new Error('The line is dead');
      })(),
    );
    await expect(storage.put(broken, 200_000)).rejects.toThrow('The line is dead');
    // The S3 of this test keeps what an interrupted call has sent; the sweep would remove it.
    if (name === 'a folder') expect(await keys()).toEqual([]);
  });
});

describe('the application on S3', () => {
  const testApp = useTestApp({ storage: () => s3 });

  test('serves what was uploaded, and nothing of it is in the data folder', async () => {
    const { copies } = await aPublishedFile(testApp, { content: await picture() });
    for (const { key, bytes } of copies) {
      const { statusCode, rawPayload } = await testApp.request({ url: publicFilePath(key) });
      expect([statusCode, rawPayload.length]).toEqual([200, bytes]);
    }
    await expect(readdir(join(testApp.config.dataDir, 'files'))).rejects.toThrow('ENOENT');
  });
});

describe('the sweep', () => {
  const testApp = useTestApp();
  const sweep = () => sweepFiles(testApp.db, testApp.storage, testApp.mailer);
  const keys = async () => {
    const found = new Set<string>();
    for await (const { key } of testApp.storage.list()) found.add(key);
    return found;
  };
  const age = async (key: string, hours: number) => {
    const time = new Date(Date.now() - hours * 3_600_000);
    const path = join(testApp.config.dataDir, 'files', key.slice(0, 2), key);
    await utimes(path, time, time);
  };
  const openAlerts = () =>
    testApp.db
      .selectFrom('alerts')
      .select('key')
      .where('key', '=', 'files:missing')
      .where('settledAt', 'is', null)
      .execute();

  test('removes what nothing refers to, but nothing that is or may soon be referred to', async () => {
    const kept = await aPublishedFile(testApp, { content: await picture() });
    const orphan = await testApp.storage.put(Readable.from([Buffer.from('x')]), 1);
    const young = await testApp.storage.put(Readable.from([Buffer.from('x')]), 1);
    for (const key of await keys()) if (key !== young.key) await age(key, 23);
    await sweep();
    const left = await keys();
    for (const { key } of kept.copies) expect(left).toContain(key);
    expect([left.has(orphan.key), left.has(young.key)]).toEqual([false, true]);
  });

  test('keeps the file of an import, and says so where it is gone', async () => {
    const { as, upload, check, settled } = importCalls(testApp);
    const before = await keys();
    const { body: uploaded } = await upload(plainFile([{ 'Gift ID': 'S-1', Amount: '50,00' }]));
    const german = { decimalMark: ',', dateOrder: 'dmy', idColumn: 0, system: 'List' } as const;
    const params = { id: uploaded.id };
    for (const key of await keys()) await age(key, 23);
    await sweep();
    const attempt = async () =>
      testApp.call(tryImportMapping, {
        cookie: await as('importer'),
        params,
        body: { importMapping: uploaded.mapping as ImportMapping },
      });
    expect((await attempt()).status).toBe(200);
    for (const key of await keys()) if (!before.has(key)) await testApp.storage.remove(key);
    await sweep();
    expect(await openAlerts()).toHaveLength(1);
    expect(await attempt()).toMatchObject({
      status: 404,
      error: { message: 'This file is no longer in our storage.' },
    });
    expect((await check(uploaded, german)).status).toBe(200);
    expect((await settled(uploaded.id)).problem).toBe(
      'This file has been deleted. Please upload it again.',
    );
    await testApp.call(deleteImport, { cookie: await as('importer'), params });
    await sweep();
    expect(await openAlerts()).toEqual([]);
  });

  test('knows every column that has the key of a file', async () => {
    /** Other keys: of rows, of calls, and of counters. */
    const others = [
      'alerts.key',
      'approvals.request_key',
      'checkouts.idempotency_key',
      'idempotency_keys.key',
      'lone_moves.request_key',
      'site_settings.key',
    ];
    const { rows } = await sql<{ path: string }>`
      select table_name || '.' || column_name as path from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and column_name ~ '(^|_)key$'
      order by 1`.execute(testApp.db);
    const known = [...storageKeys, ...passingKeys].map((path) => path.join('.'));
    expect(rows.map(({ path }) => path)).toEqual([...known, ...others].sort());
  });

  test('removes deleted files an hour later', async () => {
    const { id, copies } = await aPublishedFile(testApp, { content: await picture() });
    await testApp.call(deleteFile, { cookie: await signIn(testApp), params: { id } });
    await sweep();
    for (const { key } of copies) expect(await keys()).toContain(key);
    const discardedAt = new Date(Date.now() - 61 * 60_000).toISOString();
    await testApp.db.deleteFrom('discardedFiles').execute();
    const rows = copies.map(({ key }) => ({ key, discardedAt }));
    await testApp.db.insertInto('discardedFiles').values(rows).execute();
    await sweep();
    for (const { key } of copies) expect(await keys()).not.toContain(key);
    expect(await testApp.db.selectFrom('discardedFiles').select('key').execute()).toEqual([]);
  });

  test('ends unfinished uploads', async () => {
    const id = await aStartedUpload(testApp, await anAcceptedNomination(testApp));
    const createdAt = new Date(Date.now() - 21 * 3_600_000).toISOString();
    const old = { nominationId: await anAcceptedNomination(testApp), createdAt };
    await testApp.db
      .insertInto('files')
      .values({
        id: fileId.parse('0198d1b0-0000-7000-8000-000000000001'),
        kind: 'photo',
        bytes: 10,
        stillOf: null,
        createdBy: newId<UserId>(),
        ...old,
      })
      .execute();
    await sweep();
    const left = await testApp.db
      .selectFrom('files')
      .select('id')
      .where('state', '=', 'uploading')
      .execute();
    expect(left).toEqual([{ id }]);
  });

  test('raises an alert when a file is missing, until it is back', async () => {
    const { id, copies } = await aPublishedFile(testApp, { content: await picture() });
    await testApp.storage.remove(copies[0]?.key ?? '');
    await sweep();
    expect(await openAlerts()).toHaveLength(1);
    await testApp.call(deleteFile, { cookie: await signIn(testApp), params: { id } });
    await sweep();
    expect(await openAlerts()).toEqual([]);
  });
});
