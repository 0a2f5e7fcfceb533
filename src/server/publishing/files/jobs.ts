import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fromKysely, type PgBoss } from 'pg-boss';
import { ConfigError } from '#server/platform/config.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { belongsToAnotherSite, findDoubt } from '#server/platform/storage/installation.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';
import { sweepFiles } from '#server/publishing/files/sweep-files.ts';
import { processFile, type Work } from '#server/publishing/processing/process-file.ts';

export const processFileQueue: JobQueue = {
  name: 'process-file',
  // Uploads survive a few hours without storage.
  retryLimit: 10,
  retryDelay: 10,
  retryBackoff: true,
  retryDelayMax: 3600,
  notify: true,
};
export const sweepFilesQueue: JobQueue = { name: 'sweep-files', retryLimit: 0, cron: '17 * * * *' };

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

interface FileWorkerDeps {
  db: Db;
  boss: PgBoss;
  mailer: Mailer;
  storage: FileStorage;
}

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

/** Creates the copies of uploaded files, one file at a time, and deletes what nothing refers to. */
export async function startFileWorkers({ db, boss, mailer, storage }: FileWorkerDeps) {
  const workDir = join(mailer.config.dataDir, 'work');
  // Leftovers of work that restarts after a crash.
  await rm(workDir, { recursive: true, force: true });
  await mkdir(workDir, { recursive: true });
  await markStorage(db, storage, mailer);
  await resumeWork(db, boss);
  const worker = await boss.work<Work>(processFileQueue.name, async (jobs) => {
    for (const { data } of jobs) await processFile(db, storage, workDir, data);
    // The notification of a job queued meanwhile has already passed: without this, it would wait for the next
    // poll.
    boss.notifyWorker(worker);
  });
  await boss.work(sweepFilesQueue.name, () => sweepFiles(db, storage, mailer));
}
