import { fromKysely, type PgBoss } from 'pg-boss';
import type { ExportId } from '#contract/ids.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';

/** The queue of exports that are too large to be written while somebody waits. */
export const exportQueue: JobQueue = {
  name: 'export-list',
  retryLimit: 3,
  retryDelay: 10,
  retryBackoff: true,
  // A million rows take a minute or two; only after this does one count as stuck.
  expireInSeconds: 3_600,
  notify: true,
};

/** The work for one export. */
export interface ExportWork {
  id: ExportId;
}

/** Queues the making of an export, in the caller's transaction. */
export async function enqueueExport(trx: Trx, boss: PgBoss, id: ExportId): Promise<void> {
  await boss.send(exportQueue.name, { id } satisfies ExportWork, { db: fromKysely(trx) });
}
