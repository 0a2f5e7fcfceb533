import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { BadArchiveError, readArchive } from '#server/operations/backup/archive.ts';
import {
  type ArchiveKeys,
  keysForArchive,
  ownKeyPath,
  type ReadingKey,
  readKeyFile,
} from '#server/operations/backup/backup-key.ts';
import { storeArchive, writeBackup } from '#server/operations/backup/create-backup.ts';
import { dumpDatabase } from '#server/operations/backup/dump-database.ts';
import { restoreBackup } from '#server/operations/backup/restore-backup.ts';
import type { Connection } from '#server/platform/db/connect.ts';
import { openDatabase } from '#server/platform/db/connect.ts';
import { queues } from '#server/workers.ts';
import { useTestApp } from '#test/support/app.ts';
import { badVariantsOf, sealedWithAnAdministrator } from '#test/support/bad-archives.ts';
import { aDonation, aNomination, anAllocation, aPair, aPerson } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aNewPlace } from '#test/support/new-place.ts';
import { hasPostgres } from '#test/support/postgres.ts';

const testApp = useTestApp({ own: true });
const { kind } = inject('template');
let folder: string;
let archive: string;
let archiveKeys: ArchiveKeys;
/** The site's own key, as somebody copied it from the data folder. */
let key: ReadingKey[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'everycent-backups-'));
  // Mail stays in the queue, and therefore in the backup.
  await testApp.boss.offWork('mail');
  const { donationId, nominationId } = await aPair(testApp);
  await anAllocation(testApp, { amount: 1_234, donationId, nominationId });
  // Everything that people type must come back: line ends of every kind, quotes, other scripts.
  const nominee = 'Zoë "Zo" O’Neil\\ \u2028\t\r\n 李小龍 🦊 null';
  await aNomination(testApp, { nominee, person: { ...aPerson(), zip: '' } });
  await aDonation(testApp, { description: 'For you' });
  const files = join(testApp.config.dataDir, 'files');
  await mkdir(join(files, 'ab'), { recursive: true });
  await writeFile(join(files, 'ab', 'photo.jpg'), randomBytes(300_000));
  await writeFile(join(files, 'empty'), '');
  await writeFile(join(files, `${'long-name-'.repeat(20)}.pdf`), randomBytes(10));
  archiveKeys = await keysForArchive(testApp.config);
  key = await readKeyFile(ownKeyPath(testApp.config.dataDir));
  ({ path: archive } = await makeBackup());
});
afterAll(() => rm(folder, { recursive: true }));

function makeBackup() {
  const { connection, config } = testApp;
  return storeArchive(folder, 'manual', (output) =>
    writeBackup(connection, config.dataDir, output, archiveKeys),
  );
}

/** Every row of every table as text, in a fixed order, and every file. */
async function everythingIn(connection: Connection, dataDir: string) {
  const dump = await mkdtemp(join(folder, 'dump-'));
  const { tables, migrations } = await dumpDatabase(connection.db, dump);
  const rows: Record<string, string[]> = {};
  for (const name of Object.keys(tables)) {
    const text = await readFile(join(dump, `${name}.jsonl`), 'utf8');
    // The queue's own scheduled jobs come and go.
    const isKept = (row: string) => name !== 'pgboss.job' || row.includes('"name":"mail"');
    rows[name] = text.split('\n').filter(isKept).sort();
  }
  const files: Record<string, string> = {};
  const root = join(dataDir, 'files');
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[path.slice(root.length)] = (await readFile(path)).toString('base64');
  }
  await rm(dump, { recursive: true });
  return { rows, files, migrations };
}

describe('a backup', () => {
  test('is one private file, and leaves nothing else behind', async () => {
    const { path, manifest } = await makeBackup();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(manifest.database).toBe(kind);
    // The result of reading back the archive just written, hash by hash.
    const { tables } = await readArchive(path, key);
    expect(tables).toEqual(manifest.tables);
    recordFigures('O4', {
      'tables in a backup': Object.keys(tables).length,
      rows: Object.values(tables).reduce((sum, rows) => sum + rows, 0),
    });
    expect(manifest.tables).toMatchObject({ donations: 2, allocations: 1, nominations: 2 });
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
    const inDataDir = await readdir(testApp.config.dataDir);
    expect(inDataDir.filter((name) => /^backup-(?!key$)/.test(name))).toEqual([]);
  });

  test('removes what one that was killed has left', async () => {
    const { dataDir } = testApp.config;
    const left = [
      join(dataDir, 'backup-aB3xYz'),
      join(folder, 'everycent-daily-x.tar.gz.age.part'),
    ];
    const recent = join(dataDir, 'backup-cD4wVu');
    for (const path of [...left, recent]) {
      await mkdir(path);
      await writeFile(join(path, 'donations.jsonl'), 'SECRET');
    }
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    for (const path of left) await utimes(path, yesterday, yesterday);
    await makeBackup();
    expect([...left, recent].map(existsSync)).toEqual([false, false, true]);
    await rm(recent, { recursive: true });
  });

  test('contains no sessions and no links that were sent', async () => {
    const { tables } = await readArchive(archive, key);
    expect(Object.keys(tables)).not.toContain('sessions');
    expect(Object.keys(tables)).not.toContain('account_tokens');
  });

  test('that is interrupted leaves no file that looks like one', async () => {
    const before = await readdir(folder);
    const broken = storeArchive(folder, 'manual', async (output) => {
      output.write('half of it');
      throw new Error('The disk is gone.');
    });
    await expect(broken).rejects.toThrow('The disk is gone.');
    expect(await readdir(folder)).toEqual(before);
  });
});

describe('a restore', async () => {
  // From the embedded database also to a server, as a growing charity will do.
  const kinds =
    kind === 'embedded' && (await hasPostgres()) ? (['embedded', 'postgres'] as const) : [kind];

  test.each(kinds)('brings back every row and every file: %s', async (target) => {
    await using place = await aNewPlace(target);
    const { differences } = await restoreBackup(place.config, archive, key, queues);
    const restored = await openDatabase(place.config);
    try {
      const [there, here] = [
        await everythingIn(restored, place.config.dataDir),
        await everythingIn(testApp.connection, testApp.config.dataDir),
      ];
      // What a restore adds: mail waits for an administrator, who gets an alert.
      const added = { site_settings: 1, alerts: 2, audit_entries: 1 };
      const [installation] = there.rows.installation?.filter(Boolean) ?? [];
      expect(JSON.parse(installation ?? '')).toMatchObject({ doubt: 'restored' });
      there.rows.installation = here.rows.installation ?? [];
      for (const [table, more] of Object.entries(added)) {
        const [before, after] = [here.rows[table], there.rows[table]];
        expect(after).toHaveLength((before?.length ?? 0) + more);
        expect(after).toEqual(expect.arrayContaining(before ?? []));
        there.rows[table] = before ?? [];
      }
      recordFigures('O5', {
        restores: 1,
        'rows compared': Object.values(here.rows).flat().length,
        'files compared': Object.keys(here.files).length,
        differences: differences.length + Number(!isDeepStrictEqual(there, here)),
      });
      expect(differences).toEqual([]);
      expect(there).toEqual(here);
      // With the mark of the storage.
      expect(Object.keys(there.files)).toHaveLength(4);
      expect(there.rows['pgboss.job']?.length).toBeGreaterThan(3);
      // The constraints and triggers are back.
      await expect(sql`delete from ledger_entries`.execute(restored.db)).rejects.toThrow(
        'append-only',
      );
      await expect(sql`delete from nominations`.execute(restored.db)).rejects.toThrow(
        'foreign key',
      );
      const deferrable = sql<{
        conname: string;
      }>`select conname from pg_constraint
        where condeferrable and contype = 'f' and connamespace = 'public'::regnamespace
        order by conname`;
      expect((await deferrable.execute(restored.db)).rows).toEqual([
        { conname: 'balance_transactions_is_real_fkey' },
        { conname: 'donations_in_these_books' },
        { conname: 'operations_entries_is_real_fkey' },
      ]);
    } finally {
      await restored.close();
    }
  });

  test.each(kinds)('does not touch existing data: %s', async (target) => {
    await using place = await aNewPlace(target);
    const { dataDir } = place.config;
    if (target === 'postgres') {
      const live = await openDatabase(place.config);
      await sql`create table precious (id int)`.execute(live.db);
      await live.close();
      const refused = restoreBackup(place.config, archive, key, queues);
      await expect(refused).rejects.toThrow('is not empty: it contains the table precious.');
    }
    await mkdir(join(dataDir, 'database'));
    await writeFile(join(dataDir, 'database', 'PG_VERSION'), '18');
    const refused = restoreBackup(place.config, archive, key, queues);
    await expect(refused).rejects.toThrow(
      `The data folder ${dataDir} is not empty: it contains database.`,
    );
    expect(await readFile(join(dataDir, 'database', 'PG_VERSION'), 'utf8')).toBe('18');
  });

  test('reports that there is no such file', async () => {
    await using place = await aNewPlace('embedded');
    await expect(restoreBackup(place.config, join(folder, 'none'), key, queues)).rejects.toThrow(
      'no such file',
    );
  });

  test('would take an archive with another administrator if it were sealed with its key', async () => {
    const path = join(folder, 'mine.tar.gz.age');
    await writeFile(path, await sealedWithAnAdministrator(archive, key[0] as ReadingKey));
    const [mine, genuine] = [await readArchive(path, key), await readArchive(archive, key)];
    expect(mine.tables.users).toBe((genuine.tables.users ?? 0) + 1);
  });

  test('refuses every damaged, truncated, altered, or newer archive, and writes nothing', async () => {
    const wrong: string[] = [];
    await using place = await aNewPlace('embedded');
    const path = join(folder, 'variant.tar.gz.age');
    const variants = await badVariantsOf(archive, key[0] as ReadingKey);
    expect(variants.length).toBeGreaterThanOrEqual(60);
    for (const [what, bytes] of variants) {
      await writeFile(path, bytes);
      const outcome = await restoreBackup(place.config, path, key, queues).catch((error) => error);
      const left = await readdir(place.config.dataDir);
      const isRefused =
        outcome instanceof BadArchiveError && left.every((name) => name.startsWith('server.'));
      if (!isRefused) wrong.push(`${what}: ${outcome}, left ${left}`);
    }
    recordFigures('O5', {
      'damaged archives': variants.length,
      refused: variants.length - wrong.length,
    });
    expect(wrong).toEqual([]);
  });
});
