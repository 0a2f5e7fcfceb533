import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keysForArchive, ownKeyPath, readKeyFile } from '#server/operations/backup/backup-key.ts';
import { storeArchive, writeBackup } from '#server/operations/backup/create-backup.ts';
import { restoreBackup } from '#server/operations/backup/restore-backup.ts';
import { readConfig } from '#server/platform/config.ts';
import { queues } from '#server/workers.ts';
import { cleanUpLater } from '../support/clean-up.ts';
import { fill } from '../support/fill.ts';
import { say, sayTable } from '../support/report.ts';
import { databaseKinds, openServer } from '../support/server.ts';

export const description =
  'seconds of a backup and a restore with 100,000 donations and 1 GB of uploads';

const megabyte = 1_000_000;
const fileSize = 5 * megabyte;

/**
 * `-- backup [DONATIONS] [MEGABYTES]`: made while the server runs, read back, and restored into the embedded
 * database.
 */
export async function run([donations = '100000', megabytes = '1000']: string[]): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const kind of await databaseKinds()) {
    const folder = await mkdtemp(join(tmpdir(), 'everycent-bench-backup-'));
    cleanUpLater(() => rm(folder, { recursive: true, force: true }));
    const server = await openServer(kind);
    await fill(server.connection.db, {
      donations: Number(donations),
      amount: 5_000,
      availableEvery: 50,
    });
    const files = join(folder, 'data', 'files');
    await mkdir(files, { recursive: true });
    for (let index = 0; index < Number(megabytes) * (megabyte / fileSize); index++) {
      await writeFile(join(files, String(index)), randomBytes(fileSize));
    }
    say(`${kind}: filled.`);

    const memoryBefore = process.memoryUsage().rss;
    const config = readConfig({ DATA_DIR: join(folder, 'data') });
    let startedAt = performance.now();
    const keys = await keysForArchive(config);
    const { path, bytes } = await storeArchive(folder, 'manual', (output) =>
      writeBackup(server.connection, config.dataDir, output, keys),
    );
    const backup = (performance.now() - startedAt) / 1000;
    const memory = (process.memoryUsage().rss - memoryBefore) / megabyte;
    await server.close();

    startedAt = performance.now();
    const { differences } = await restoreBackup(
      readConfig({ DATA_DIR: join(folder, 'restored') }),
      path,
      await readKeyFile(ownKeyPath(config.dataDir)),
      queues,
    );
    const restore = (performance.now() - startedAt) / 1000;
    if (differences.length > 0) process.exitCode = 1;
    rows.push([
      kind,
      backup.toFixed(1),
      memory.toFixed(0),
      (bytes / megabyte).toFixed(0),
      restore.toFixed(1),
    ]);
  }
  sayTable(['backup of', 'backup, s', 'memory more, MB', 'archive, MB', 'restore, s'], rows);
}
