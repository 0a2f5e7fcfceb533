import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { deleteOldExports, failExport } from '#server/exports/commands.ts';
import { type ExportWork, enqueueExport, exportQueue } from '#server/exports/export-queue.ts';
import { makeExport } from '#server/exports/make-export.ts';
import { removeLeftovers } from '#server/exports/write-export.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';

export const deleteExportsQueue: JobQueue = {
  name: 'delete-exports',
  retryLimit: 0,
  cron: '7 * * * *',
};

interface ExportWorkerDeps {
  db: Db;
  boss: PgBoss;
  mailer: Mailer;
  storage: FileStorage;
}

/**
 * Starts again what a server was making when it was killed: its job counts as active for an hour. If another server is
 * making it, the first to finish counts.
 */
async function resumeExports(db: Db, boss: PgBoss): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const waiting = await trx
      .selectFrom('exports')
      .select('id')
      .where('state', '=', 'waiting')
      .execute();
    for (const { id } of waiting) await enqueueExport(trx, boss, id);
  });
}

/** Makes exports, one at a time, and deletes old ones. */
export async function startExportWorkers(deps: ExportWorkerDeps): Promise<void> {
  const { db, boss, mailer } = deps;
  await removeLeftovers(mailer.config.dataDir);
  await resumeExports(db, boss);
  const worker: string = await boss.work(
    exportQueue.name,
    { includeMetadata: true },
    async (jobs: JobWithMetadata<ExportWork>[]) => {
      for (const { data, retryCount, retryLimit } of jobs) {
        try {
          await makeExport(db, deps, data.id);
        } catch (error) {
          if (retryCount >= retryLimit) await failExport(db, data.id);
          throw error;
        }
      }
      // The notification of a job queued meanwhile has already passed: without this, it would wait for the next poll.
      boss.notifyWorker(worker);
    },
  );
  await boss.work(deleteExportsQueue.name, async () => {
    await deleteOldExports(db);
    await removeLeftovers(mailer.config.dataDir);
  });
}
