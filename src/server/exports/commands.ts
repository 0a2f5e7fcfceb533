import { sql } from 'kysely';
import type { ExportId } from '#contract/ids.ts';
import { exportDaysListed } from '#core/exports/export-lists.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** Gives up an export that waits. */
export async function failExport(db: Db, id: ExportId): Promise<void> {
  await db
    .updateTable('exports')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Deletes files that have had their time, and forgets exports that are not listed anymore. The sweep of files removes the bytes. */
export async function deleteOldExports(db: Db): Promise<void> {
  await db
    .updateTable('exports')
    .set({ state: 'deleted', storageKey: null })
    .where('state', '=', 'ready')
    .where('expiresAt', '<', sql<string>`now()`)
    .execute();
  await db
    .deleteFrom('exports')
    .where('createdAt', '<', sql<string>`now() - make_interval(days => ${exportDaysListed})`)
    .execute();
}
