import { sql } from 'kysely';
import { adminPaths } from '#contract/pages.ts';
import { raiseAlert, settleAlert } from '#server/platform/alerts/alerts.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';

// A backup reads the tables first and the files then: what was discarded in between is still needed.
const discardedMinutes = 60;
// Long enough for every upload and all work, and within a day together with the pause between two sweeps.
const orphanHours = 20;

/** Ends what nobody finished, removes what nobody refers to, and tells when a file is missing. */
export async function sweepFiles(db: Db, storage: FileStorage, mailer: Mailer): Promise<void> {
  await db
    .deleteFrom('files')
    .where('state', '=', 'uploading')
    .where('createdAt', '<', hoursAgo(orphanHours))
    .execute();
  await db
    .updateTable('files')
    .set({ state: 'failed', failure: 'We could not work with this file. Please upload it again.' })
    .where('state', '=', 'processing')
    .where('originalKey', 'is', null)
    .where('createdAt', '<', hoursAgo(orphanHours))
    .execute();
  await db
    .deleteFrom('fileChunks')
    .where('fileId', 'in', db.selectFrom('files').select('id').where('state', '=', 'failed'))
    .execute();
  const discarded = await db
    .selectFrom('discardedFiles')
    .select('key')
    .where('discardedAt', '<', sql<string>`now() - make_interval(mins => ${discardedMinutes})`)
    .execute();
  for (const { key } of discarded) {
    await storage.remove(key);
    await db.deleteFrom('discardedFiles').where('key', '=', key).execute();
  }
  await compareWithStorage(db, storage, mailer);
}

async function compareWithStorage(db: Db, storage: FileStorage, mailer: Mailer): Promise<void> {
  // First the rows: what is stored while we look is younger than any row we miss.
  const { rows } = await sql<{ key: string; isWanted: boolean }>`
    select original_key as key, true as is_wanted from files where original_key is not null
    union all select key, true from file_copies
    union all select key, true from file_chunks
    union all select key, false from discarded_files`.execute(db);
  const wanted = new Set(rows.filter(({ isWanted }) => isWanted).map(({ key }) => key));
  const known = new Set(rows.map(({ key }) => key));
  const youngest = Date.now() - orphanHours * 3_600_000;
  for await (const { key, modifiedAt } of storage.list()) {
    wanted.delete(key);
    if (!known.has(key) && modifiedAt.getTime() < youngest) await storage.remove(key);
  }
  const missing = await stillWanted(db, [...wanted]);
  await db.transaction().execute((trx) =>
    missing.length === 0
      ? settleAlert(trx, 'files:missing')
      : raiseAlert(
          trx,
          {
            key: 'files:missing',
            title: 'Files are missing',
            message: `${missing.length} files of receipts, photos or videos are not in the storage any more. Restore them from a backup.`,
            path: adminPaths.nominations,
          },
          mailer,
        ),
  );
}

/** Of these keys, those whose row has not gone while we looked. */
async function stillWanted(db: Db, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select original_key as key from files where original_key = any(${keys})
    union all select key from file_copies where key = any(${keys})
    union all select key from file_chunks where key = any(${keys})`.execute(db);
  return rows.map(({ key }) => key);
}

function hoursAgo(hours: number) {
  return sql<string>`now() - make_interval(hours => ${hours})`;
}
