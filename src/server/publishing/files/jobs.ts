import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fromKysely, type Job, type PgBoss } from 'pg-boss';
import { ConfigError } from '#server/platform/config.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';
import { type JobQueue, workerOf } from '#server/platform/jobs/queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { belongsToAnotherSite, findDoubt } from '#server/platform/storage/installation.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';
import { sweepFiles } from '#server/publishing/files/sweep-files.ts';
import { processFile, type Work } from '#server/publishing/processing/process-file.ts';

/* Makes the copies of uploaded files, and removes what nobody needs. */

const processFileQueue: JobQueue = {
  name: 'process-file',
  // Uploads survive a few hours without storage.
  retryLimit: 10,
  retryDelay: 10,
  retryBackoff: true,
  retryDelayMax: 3600,
  notify: true,
};
const sweepFilesQueue: JobQueue = {
  name: 'sweep-files',
  retryLimit: 0,
  cron: '17 * * * *',
};

/**
 * Restarts the work that a server was doing when it was killed: its job counts as active for a quarter of an
 * hour. If another server is doing the work, the first to finish counts.
 */
async function resumeWork(db: Db, boss: PgBoss): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const begun = await trx
      .selectFrom('files')
      .select(['id', 'revision'])
      .where('state', '=', 'processing')
      .execute();
    for (const work of begun) await enqueueProcessing(trx, work, boss);
  });
}

/** Queues the creation of a file's copies, in the caller's transaction. */
export async function enqueueProcessing(trx: Trx, work: Work, boss: PgBoss): Promise<void> {
  await boss.send(processFileQueue.name, work, { db: fromKysely(trx) });
}

type Services = Pick<Deps, 'db' | 'boss' | 'mailer' | 'storage'>;

/** Marks the storage as ours at the first start. Throws ConfigError if it is already another site's. */
async function markStorage(db: Db, storage: FileStorage, mailer: Mailer): Promise<void> {
  // The next sweep looks at a storage that cannot be reached right now.
  if (await belongsToAnotherSite(db, storage).catch(() => false)) {
    throw new ConfigError([
      `Another site already stores its files ${storage.description}, and each would delete the other’s. Set S3_PREFIX to another prefix, or S3_BUCKET to another bucket.`,
    ]);
  }
  await findDoubt(db, storage, mailer).catch(() => {});
}

const workDirOf = ({ config }: Mailer) => join(config.dataDir, 'work');

/** Creates the copies of uploaded files, one file at a time. */
export const processFileWorker = workerOf(
  processFileQueue,
  ({ db, mailer, storage }: Services, { data }: Job<Work>) =>
    processFile(db, storage, workDirOf(mailer), data),
  async ({ db, boss, mailer, storage }) => {
    // Leftovers of work that restarts after a crash.
    await rm(workDirOf(mailer), { recursive: true, force: true });
    await mkdir(workDirOf(mailer), { recursive: true });
    await markStorage(db, storage, mailer);
    await resumeWork(db, boss);
  },
);

/** Deletes what nothing refers to. */
export const sweepFilesWorker = workerOf(
  sweepFilesQueue,
  ({ db, storage, mailer }: Pick<Services, 'db' | 'storage' | 'mailer'>) =>
    sweepFiles(db, storage, mailer),
);
