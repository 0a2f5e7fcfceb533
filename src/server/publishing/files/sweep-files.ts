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
  const { rows } = await sql<{ key: string; isWanted: boolean }>`
    select original_key as key, true as is_wanted from files where original_key is not null
    union all select key, true from file_copies
    union all select key, true from file_chunks
    union all select pdf_key, true from donation_receipts where pdf_key is not null
    union all select copy_key, true from donation_receipts where copy_key is not null
    union all select storage_key, false from exports where storage_key is not null
    union all select key, false from discarded_files`.execute(db);
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
            message: `${missing.length} files of receipts, photos, or videos are no longer in the storage. Please restore them from a backup.`,
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
    select original_key as key from files where original_key = any(${keys})
    union all select key from file_copies where key = any(${keys})
    union all select key from file_chunks where key = any(${keys})
    union all select pdf_key from donation_receipts where pdf_key = any(${keys})
    union all select copy_key from donation_receipts where copy_key = any(${keys})`.execute(db);
  return rows.map(({ key }) => key);
}

function hoursAgo(hours: number) {
  return sql<string>`now() - make_interval(hours => ${hours})`;
}
