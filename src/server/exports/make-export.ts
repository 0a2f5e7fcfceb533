import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { sql } from 'kysely';
import type { ExportListName } from '#contract/exports/export-lists.ts';
import type { ExportId } from '#contract/ids.ts';
import { exportFileHours } from '#core/exports/export-lists.ts';
import { failExport } from '#server/exports/commands.ts';
import { exportReady } from '#server/exports/emails.ts';
import type { ExportList } from '#server/exports/list.ts';
import { columnsFor, listFor, readFilter } from '#server/exports/policy.ts';
import { readRows } from '#server/exports/read-rows.ts';
import { exportFolder, writeExport } from '#server/exports/write-export.ts';
import { findMember } from '#server/people/approvals/approvals.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { howMany } from '#server/platform/db/count-rows.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { FileStorage, StoredFile } from '#server/platform/storage/storage.ts';

/**
 * Makes an export that waits, stores it for a day, and mails whoever asked for it. It contains what they may see now.
 * If the process dies, nothing of it counts, and it is made anew; if two processes make it, the first to finish counts.
 */
export async function makeExport(
  db: Db,
  { storage, mailer }: Services,
  id: ExportId,
): Promise<void> {
  const waiting = await db
    .selectFrom('exports')
    .select(['list', 'format', 'filter', 'requestedBy'])
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (!waiting) return;
  const person = await findMember(db, waiting.requestedBy);
  const list = person && allowedList(person, waiting.list);
  if (!person || !list) return failExport(db, id);
  const { timeZone } = mailer.settings.current();
  const columns = columnsFor(person, list);
  const erasuresBefore = await countErasures(db);
  let rowCount = 0;
  async function* counted(pages: AsyncIterable<unknown[]>) {
    for await (const rows of pages) {
      rowCount += rows.length;
      yield rows;
    }
  }
  const rows = counted(readRows({ db, timeZone }, list, readFilter(list, waiting.filter)));
  const folder = await exportFolder(mailer.config.dataDir);
  let file: StoredFile;
  try {
    const path = await writeExport(waiting, columns, rows, folder);
    const { size } = await stat(path);
    file = await storage.put(createReadStream(path), size);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const outcome = await db.transaction().execute(async (trx) => {
    // An erasure that is under way ends first, and is counted.
    await sql`select pg_advisory_xact_lock_shared(hashtextextended('erasures', 0))`.execute(trx);
    if ((await countErasures(trx)) !== erasuresBefore) return 'outdated';
    const ready = await trx
      .updateTable('exports')
      .set({
        state: 'ready',
        columns: columns.map(({ title }) => title),
        rowCount,
        storageKey: file.key,
        bytes: file.bytes,
        sha256: file.sha256,
        expiresAt: sql<string>`now() + make_interval(hours => ${exportFileHours})`,
      })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .returning('expiresAt')
      .executeTakeFirst();
    if (!ready?.expiresAt) return 'made by another';
    const made = { ...waiting, id, rowCount, expiresAt: ready.expiresAt };
    await mailer.enqueue(trx, exportReady(mailer.config, timeZone, person, made));
    return 'ready';
  });
  if (outcome === 'ready') return;
  await storage.remove(file.key);
  // Somebody was erased while their rows were being written: it is made anew, without them.
  if (outcome === 'outdated') await makeExport(db, { storage, mailer }, id);
}

interface Services {
  storage: FileStorage;
  mailer: Mailer;
}

async function countErasures(db: Db): Promise<number> {
  return howMany(db.selectFrom('erasures'));
}

/** The list, if somebody may still export it. */
function allowedList(person: TeamMember, name: ExportListName): ExportList | null {
  try {
    return listFor(person, name);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
