import { sql } from 'kysely';
import { adminPaths } from '#contract/admin-pages.ts';
import { raiseAlert, settleAlert } from '#server/platform/alerting/raise-alert.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { findDoubt } from '#server/platform/storage/installation.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';

/* When unfinished uploads and discarded bytes are removed. */

// A backup reads the tables before the files: it still needs what was discarded in between.
const discardedMinutes = 60;
// Long enough for every upload and all processing, and less than a day together with the pause between two
// sweeps.
const orphanHours = 20;

/** Where the keys of stored files stand, by table and column: without a line here, the sweep deletes the file. */
export const storageKeys = [
  ['files', 'original_key'],
  ['file_copies', 'key'],
  ['file_chunks', 'key'],
  ['donation_receipts', 'pdf_key'],
  ['donation_receipts', 'copy_key'],
  ['imports', 'storage_key'],
] as const;
/** Those that nobody misses: an export can be made again. */
export const passingKeys = [
  ['exports', 'storage_key'],
  ['discarded_files', 'key'],
] as const;

function union(places: readonly (readonly [string, string])[], isWanted = sql`true`) {
  const each = places.map(
    ([table, column]) => sql`select ${sql.id(column)} as key, ${isWanted} as is_wanted
      from ${sql.table(table)} where ${sql.id(column)} is not null`,
  );
  return sql.join(each, sql` union all `);
}

/**
 * Ends unfinished uploads, deletes what nothing refers to, and raises an alert if a file is missing. Without
 * certainty that the storage is ours, nothing is deleted there.
 */
export async function sweepFiles(db: Db, storage: FileStorage, mailer: Mailer): Promise<void> {
  await db
    .deleteFrom('files')
    .where('state', '=', 'uploading')
    .where('createdAt', '<', hoursAgo(orphanHours))
    .execute();
  // Those of an answer, an appeal, a consent, or a checked point that somebody wrote and did not send.
  await db
    .deleteFrom('files')
    .where('kind', '=', 'paper')
    .where('createdAt', '<', hoursAgo(orphanHours))
    .where(
      sql<boolean>`not exists (select from answer_files where file_id = files.id)
        and not exists (select from appeal_files where file_id = files.id)
        and not exists (select from consents where file_id = files.id)
        and not exists (select from checklist_points where file_id = files.id)`,
    )
    .execute();
  await db
    .updateTable('files')
    .set({ state: 'failed', failure: 'We could not process this file. Please upload it again.' })
    .where('state', '=', 'processing')
    .where('originalKey', 'is', null)
    .where('createdAt', '<', hoursAgo(orphanHours))
    .execute();
  await db
    .deleteFrom('fileChunks')
    .where('fileId', 'in', db.selectFrom('files').select('id').where('state', '=', 'failed'))
    .execute();
  const isOurs = (await findDoubt(db, storage, mailer)) === null;
  if (isOurs) await removeDiscarded(db, storage);
  await compareWithStorage(db, storage, mailer, isOurs);
}

async function removeDiscarded(db: Db, storage: FileStorage): Promise<void> {
  const discarded = await db
    .selectFrom('discardedFiles')
    .select('key')
    .where('discardedAt', '<', sql<string>`now() - make_interval(mins => ${discardedMinutes})`)
    .execute();
  for (const { key } of discarded) {
    await storage.remove(key);
    await db.deleteFrom('discardedFiles').where('key', '=', key).execute();
  }
}

async function compareWithStorage(
  db: Db,
  storage: FileStorage,
  mailer: Mailer,
  isOurs: boolean,
): Promise<void> {
  // Rows first: a file that is stored in the meantime is younger than any row that this misses.
  const { rows } = await sql<{ key: string; isWanted: boolean }>`${union(storageKeys)}
    union all ${union(passingKeys, sql`false`)}`.execute(db);
  const wanted = new Set(rows.filter(({ isWanted }) => isWanted).map(({ key }) => key));
  const known = new Set(rows.map(({ key }) => key));
  const youngest = Date.now() - orphanHours * 3_600_000;
  for await (const { key, modifiedAt } of storage.list()) {
    wanted.delete(key);
    if (isOurs && !known.has(key) && modifiedAt.getTime() < youngest) {
      await storage.remove(key);
    }
  }
  const unlisted: string[] = [];
  for (const key of wanted) if (!(await storage.has(key))) unlisted.push(key);
  const missing = await stillWanted(db, unlisted);
  await db.transaction().execute<unknown>((trx) =>
    missing.length === 0
      ? settleAlert(trx, 'files:missing')
      : raiseAlert(
          trx,
          {
            key: 'files:missing',
            title: 'Files are missing',
            message: `${missing.length} files of receipts, photos, videos, or imports are no longer in the storage. Please restore them from a backup, or delete what they belong to and upload it again.`,
            path: adminPaths.nominations,
          },
          mailer,
        ),
  );
}

/** Those of these keys whose row has not been deleted in the meantime. */
async function stillWanted(db: Db, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select key from (${union(storageKeys)}) as kept where key = any(${keys})`.execute(db);
  return rows.map(({ key }) => key);
}

function hoursAgo(hours: number) {
  return sql<string>`now() - make_interval(hours => ${hours})`;
}
