import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keysForArchive, ownKeyPath, readKeyFile } from '#server/operations/backup/backup-key.ts';
import { storeArchive, writeBackup } from '#server/operations/backup/create-backup.ts';
import { restoreBackup } from '#server/operations/backup/restore-backup.ts';
import { dailyBackupWorker } from '#server/operations/upkeep/jobs.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { serveWeb } from '#server/site/serve-web.ts';
import { queues } from '#server/workers.ts';
import { cleanUpLater } from '../support/clean-up.ts';
import { fill } from '../support/fill.ts';
import { type Figures, say, sayTable } from '../support/report.ts';
import { databaseKinds, openServer } from '../support/server.ts';
import { buildWeb } from '../support/web-build.ts';

export const description =
  'seconds of a backup, and of a restore until the first page, with 100,000 donations and 1 GB of uploads';

const megabyte = 1_000_000;
const fileSize = 5 * megabyte;

/**
 * `-- backup [DONATIONS] [MEGABYTES]`: made while the server runs, read back, and after the loss of everything else
 * restored into the embedded database, with a server that shows the first page. Returns the figures of the bars O4 and O6.
 */
export async function run([donations = '100000', megabytes = '1000']: string[]): Promise<{
  backups: Figures[];
  disasters: Figures[];
}> {
  buildWeb();
  const rows: (string | number)[][] = [];
  const backups: Figures[] = [];
  const disasters: Figures[] = [];
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
    const before = await countDonations(server.connection.db);
    await server.close();

    startedAt = performance.now();
    const restored = { DATA_DIR: join(folder, 'restored') };
    const { differences } = await restoreBackup(
      readConfig(restored),
      path,
      await readKeyFile(ownKeyPath(config.dataDir)),
      queues,
    );
    const restore = (performance.now() - startedAt) / 1000;
    const again = await openServer('embedded', serveWeb, restored);
    const page = await fetch(again.url);
    await page.text();
    const back = (performance.now() - startedAt) / 1000;
    const lost = before - (await countDonations(again.connection.db));
    await again.close();
    if (differences.length > 0 || page.status !== 200 || lost !== 0) process.exitCode = 1;
    backups.push({ database: kind, figures: { 'seconds of a large backup': backup } });
    disasters.push({
      database: kind,
      figures: {
        'hours of data lost': hoursBetweenBackups(),
        'donations lost': lost,
        'minutes until the site is back': page.status === 200 ? back / 60 : Number.NaN,
      },
    });
    rows.push([
      kind,
      backup.toFixed(1),
      memory.toFixed(0),
      (bytes / megabyte).toFixed(0),
      restore.toFixed(1),
      back.toFixed(1),
    ]);
  }
  sayTable(
    ['backup of', 'backup, s', 'memory more, MB', 'archive, MB', 'restore, s', 'first page, s'],
    rows,
  );
  return { backups, disasters };
}

async function countDonations(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('donations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** From one backup of the schedule to the next, which is what a disaster right before one loses. */
function hoursBetweenBackups(): number {
  // Only once a day says how long that is.
  return /^\d+ \d+ \* \* \*$/.test(dailyBackupWorker.queue.cron ?? '') ? 24 : Number.NaN;
}
