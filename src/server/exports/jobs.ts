import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { deleteOldExports, failExport } from '#server/exports/commands.ts';
import { type ExportWork, enqueueExport, exportQueue } from '#server/exports/export-queue.ts';
import { makeExport } from '#server/exports/make-export.ts';
import { removeLeftovers } from '#server/exports/write-export.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';
import { type JobQueue, workerOf } from '#server/platform/jobs/queue.ts';

/* Makes exports that wait, and deletes old ones every day. */

const deleteExportsQueue: JobQueue = {
  name: 'delete-exports',
  retryLimit: 0,
  cron: '7 * * * *',
};

type Services = Pick<Deps, 'db' | 'boss' | 'mailer' | 'storage'>;

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

/** Makes exports, one at a time. */
export const exportWorker = workerOf(
  exportQueue,
  async (deps: Services, { data, retryCount, retryLimit }: JobWithMetadata<ExportWork>) => {
    try {
      await makeExport(deps.db, deps, data.id);
    } catch (error) {
      if (retryCount >= retryLimit) await failExport(deps.db, data.id);
      throw error;
    }
  },
  async ({ db, boss, mailer }) => {
    await removeLeftovers(mailer.config.dataDir);
    await resumeExports(db, boss);
  },
);

export const deleteExportsWorker = workerOf(
  deleteExportsQueue,
  async ({ db, mailer }: Pick<Services, 'db' | 'mailer'>) => {
    await deleteOldExports(db);
    await removeLeftovers(mailer.config.dataDir);
  },
);
