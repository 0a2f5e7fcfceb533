import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confirmLiveSite, getInstallation } from '#contract/operations/installation.ts';
import { publicFilePath } from '#contract/publishing/file-paths.ts';
import { deleteFile } from '#contract/publishing/files.ts';
import { keysForArchive, ownKeyPath, readKeyFile } from '#server/operations/backup/backup-key.ts';
import { storeArchive, writeBackup } from '#server/operations/backup/create-backup.ts';
import { restoreBackup } from '#server/operations/backup/restore-backup.ts';
import { confirmLiveSite as confirm } from '#server/operations/installation/confirm-live-site.ts';
import { backUpDaily } from '#server/operations/upkeep/commands.ts';
import { openDatabase } from '#server/platform/db/connect.ts';
import { newToken } from '#server/platform/security/tokens.ts';
import { createFolderStorage } from '#server/platform/storage/folder-storage.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';
import { processFileWorker } from '#server/publishing/files/jobs.ts';
import { sweepFiles } from '#server/publishing/files/sweep-files.ts';
import { queues } from '#server/workers.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAdministrator, signIn } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aNewPlace } from '#test/support/new-place.ts';
import { aFolder } from '#test/support/run-main.ts';
import { type Bucket, openBucket } from '#test/support/s3-bucket.ts';
import { picture } from '#test/support/sample-files.ts';
import { aPublishedFile } from '#test/support/upload.ts';

let bucket: Bucket;
let live: FileStorage;
beforeAll(async () => {
  bucket = await openBucket();
  live = bucket.storage();
});
afterAll(() => bucket.close());

// Asked for when the application starts, which is after the bucket.
const later: FileStorage = new Proxy({} as FileStorage, {
  get: (_, name) => live[name as keyof FileStorage],
});
const testApp = useTestApp({ storage: () => later });
const sweep = () => sweepFiles(testApp.db, live, testApp.mailer);
const small = () => Readable.from([Buffer.from('x')]);
const doubtOf = async () =>
  (await testApp.call(getInstallation, { cookie: await signIn(testApp) })).body.doubt?.reason;

beforeEach(async () => {
  await testApp.db.deleteFrom('alerts').execute();
});

describe('a bucket that others use, too', () => {
  test('loses what we no longer need, and nothing of anybody else', async () => {
    const kept = await aPublishedFile(testApp, { content: await picture() });
    const orphan = await live.put(small(), 1);
    const top = bucket.storage('');
    const foreign = [
      // Another site, an older version of ours, and one whose prefix begins like ours.
      (await bucket.storage('other-charity/').put(small(), 1)).key,
      (await top.put(small(), 1)).key,
      (await bucket.storage('everycent-two/').put(small(), 1)).key,
      (await bucket.storage('everycent/nested/').put(small(), 1)).key,
    ];
    // Other programs.
    for (const prefix of ['backup-2026.tar.gz', 'everycent/notes', 'everycent']) {
      await bucket.storage(prefix).writeMark('theirs');
    }
    await bucket.age(23);
    const before = await bucket.names();
    await sweep();
    const after = await bucket.names();
    const gone = before.filter((name) => !after.includes(name));
    const orphans = [`everycent/${orphan.key}`];
    recordFigures('U11', {
      'objects of others in the bucket': foreign.length + 3,
      'of them deleted': gone.filter((name) => !orphans.includes(name)).length,
    });
    expect(gone).toEqual(orphans);
    for (const key of foreign) expect(after.join('\n')).toContain(key);
    for (const { key } of kept.copies) expect(after).toContain(`everycent/${key}`);
  });

  test('has our mark, which the first start put there', async () => {
    const { id } = await testApp.db
      .selectFrom('installation')
      .select('id')
      .executeTakeFirstOrThrow();
    expect(await live.readMark()).toBe(id);
    expect(await bucket.names()).toContain('everycent/installation');
  });

  test.each([
    ['has lost its mark', 'unmarked', () => live.remove('installation')],
    ['has the mark of another site', 'foreign', () => live.writeMark('another-site')],
  ])('loses nothing when it %s', async (_, reason, change) => {
    const { id } = await testApp.db
      .selectFrom('installation')
      .select('id')
      .executeTakeFirstOrThrow();
    const orphan = await live.put(small(), 1);
    const { id: fileId, copies } = await aPublishedFile(testApp, { content: await picture() });
    await testApp.call(deleteFile, { cookie: await signIn(testApp), params: { id: fileId } });
    await testApp.db.deleteFrom('discardedFiles').execute();
    const discardedAt = new Date(Date.now() - 2 * 3_600_000).toISOString();
    const discarded = copies.map(({ key }) => ({ key, discardedAt }));
    await testApp.db.insertInto('discardedFiles').values(discarded).execute();
    await change();
    await bucket.age(23);
    const before = await bucket.names();
    await sweep();
    await sweep();
    expect(await bucket.names()).toEqual(before);
    expect(await doubtOf()).toBe(reason);
    const alerts = testApp.db.selectFrom('alerts').select('title').where('settledAt', 'is', null);
    expect(await alerts.execute()).toEqual([{ title: 'Is this the live site?' }]);

    // The right storage is back.
    await live.writeMark(id);
    await sweep();
    expect([await doubtOf(), await alerts.execute()]).toEqual([undefined, []]);
    const after = await bucket.names();
    for (const { key } of [orphan, ...copies]) expect(after).not.toContain(`everycent/${key}`);
  });

  test('is refused at the first start if another site has it', async () => {
    await using place = await aNewPlace('embedded');
    const { config } = place;
    await using database = await openedSite(config);
    const { db } = database;
    const mailer = { ...testApp.mailer, config };
    const start = processFileWorker.start({ db, boss: testApp.boss, mailer, storage: live });
    await expect(start).rejects.toThrow(
      'Another site already stores its files under everycent/ in the bucket',
    );
  });

  test('finds what a version without prefixes stored, and deletes it with its row', async () => {
    const { id, copies } = await aPublishedFile(testApp, { content: await picture() });
    const top = bucket.storage('');
    // As it was before the upgrade: the same keys, at the top of the bucket.
    const moved = new Map<string, string>();
    for (const { key } of copies) {
      const content = await buffer(await live.open(key));
      const { key: place } = await top.put(Readable.from([content]), content.length);
      moved.set(key, place);
      await live.remove(key);
      await testApp.db
        .updateTable('fileCopies')
        .set({ key: place })
        .where('key', '=', key)
        .execute();
    }
    await testApp.db.deleteFrom('discardedFiles').execute();
    await bucket.age(23);
    await sweep();
    const missing = testApp.db.selectFrom('alerts').select('key').where('settledAt', 'is', null);
    expect(await missing.execute()).toEqual([]);
    for (const { key, bytes } of copies) {
      const url = publicFilePath(moved.get(key) ?? '');
      const { statusCode, rawPayload } = await testApp.request({ url });
      expect([statusCode, rawPayload.length]).toEqual([200, bytes]);
    }
    await testApp.call(deleteFile, { cookie: await signIn(testApp), params: { id } });
    const discardedAt = new Date(Date.now() - 2 * 3_600_000).toISOString();
    const rows = await testApp.db.selectFrom('discardedFiles').select('key').execute();
    await testApp.db.deleteFrom('discardedFiles').execute();
    await testApp.db
      .insertInto('discardedFiles')
      .values(rows.map(({ key }) => ({ key, discardedAt })))
      .execute();
    await sweep();
    const left = await bucket.names();
    for (const place of moved.values()) expect(left).not.toContain(place);
  });
});

describe('a copy that was restored beside the live site', () => {
  test('deletes nothing until it is the live site, and then the old one deletes nothing', async () => {
    await using place = await aNewPlace('embedded');
    await using folder = await aFolder();
    const { connection, config } = testApp;
    const keys = await keysForArchive(config);
    const { path } = await storeArchive(folder.path, 'manual', (output) =>
      writeBackup(connection, config.dataDir, output, keys),
    );
    // A receipt of today, which the copy knows nothing about.
    const newer = await aPublishedFile(testApp, { content: await picture() });
    await bucket.age(23);
    const key = await readKeyFile(ownKeyPath(config.dataDir));
    await restoreBackup(place.config, path, key, queues);
    await using copy = await openedSite(place.config);
    const mailer = { ...testApp.mailer, config: place.config };
    const sweepCopy = () => sweepFiles(copy.db, live, mailer);
    const isThere = async () => {
      const names = await bucket.names();
      return newer.copies.every(({ key }) => names.includes(`everycent/${key}`));
    };

    const before = await bucket.names();
    await processFileWorker.start({ db: copy.db, boss: noWork, mailer, storage: live });
    await sweepCopy();
    const after = await bucket.names();
    recordFigures('U11', {
      'objects of the live site': before.length,
      'deleted by a drill': before.filter((name) => !after.includes(name)).length,
    });
    expect(after).toEqual(before);
    expect(await isThere()).toBe(true);
    // The live site still does its work.
    const orphan = await live.put(small(), 1);
    await bucket.age(23);
    await sweep();
    expect(await bucket.names()).not.toContain(`everycent/${orphan.key}`);
    // Nor does it delete old backups, which may be those of the live site.
    const old = 'everycent-daily-20200101T000000Z.tar.gz';
    await mkdir(place.config.backupDir, { recursive: true });
    for (let day = 1; day < 40; day++) {
      const month = day < 20 ? '01' : '02';
      const date = String(1 + (day % 19)).padStart(2, '0');
      const name = `everycent-daily-2020${month}${date}T000000Z.tar.gz`;
      await writeFile(join(place.config.backupDir, name), '');
    }
    await backUpDaily(copy.db, mailer);
    expect(await readdir(place.config.backupDir)).toContain(old);

    // An administrator of the copy says that it is the live site now.
    await confirm(copy.db, await anAdministrator(testApp), live);
    await sweepCopy();
    expect(await isThere()).toBe(false);
    await backUpDaily(copy.db, mailer);
    expect(await readdir(place.config.backupDir)).not.toContain(old);
    // The old one, which somebody forgot to switch off, sees the new mark.
    const later = await live.put(small(), 1);
    await bucket.age(23);
    await sweep();
    expect(await bucket.names()).toContain(`everycent/${later.key}`);
    expect(await doubtOf()).toBe('foreign');

    // And takes its storage back when an administrator says so.
    const cookie = await signIn(testApp);
    expect((await testApp.call(confirmLiveSite, {})).status).toBe(401);
    expect((await testApp.call(confirmLiveSite, { cookie })).status).toBe(204);
    expect((await testApp.call(confirmLiveSite, { cookie })).status).toBe(204);
    expect(await doubtOf()).toBeUndefined();
    const audited = testApp.db
      .selectFrom('auditEntries')
      .select('action')
      .where('action', '=', 'installation.confirmed');
    expect(await audited.execute()).toHaveLength(1);
    await sweepCopy();
    const { doubt } = await copy.db
      .selectFrom('installation')
      .select('doubt')
      .executeTakeFirstOrThrow();
    expect(doubt).toBe('foreign');
  });
});

test('a folder loses only files with names as we give them', async () => {
  await using place = await aFolder();
  const storage = createFolderStorage(place.path);
  const { key } = await storage.put(small(), 1);
  const part = newToken();
  const foreign = ['photos/holiday.jpg', 'ab/notes.txt', `zz/${newToken()}`, 'top.txt'];
  for (const name of [...foreign, `${part.slice(0, 2)}/${part}.part`]) {
    const path = join(place.path, name);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, 'theirs');
    await utimes(path, 0, 0);
  }
  await storage.writeMark('one');
  const listed: string[] = [];
  for await (const found of storage.list()) listed.push(found.key);
  expect(listed.sort()).toEqual([key, `${part}.part`].sort());
  expect(await storage.readMark()).toBe('one');
  expect(await readFile(join(place.path, 'installation'), 'utf8')).toBe('one\n');
});

// A queue that takes no work: the copy is not there to process files.
const noWork = { work: async () => '' } as never;

/** The database of another site, closed at the end of the test. */
async function openedSite(config: Parameters<typeof openDatabase>[0]) {
  const connection = await openDatabase(config);
  const { migrate } = await import('#server/platform/db/migrate.ts');
  await migrate(connection);
  return { db: connection.db, [Symbol.asyncDispose]: () => connection.close() };
}
