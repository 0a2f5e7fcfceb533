import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { ExportItem } from '#contract/exports/exports.ts';
import type { ExportId } from '#contract/ids.ts';
import {
  describeFilter,
  type ExportFormat,
  type ExportListName,
  exportLists,
} from '#core/exports/export-lists.ts';
import { exportReady } from '#server/exports/emails.ts';
import { enqueueExport } from '#server/exports/export-queue.ts';
import type { Column, ExportList, Source } from '#server/exports/list.ts';
import { columnsFor, isDirect, listFor, readFilter, readQuery } from '#server/exports/policy.ts';
import { getExport } from '#server/exports/queries.ts';
import { readRows } from '#server/exports/read-rows.ts';
import { writeCsv } from '#server/exports/write-csv.ts';
import { writeExcel } from '#server/exports/write-excel.ts';
import { findMember } from '#server/people/approvals/approvals.ts';
import { demandRight, type TeamMember } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { FileStorage, StoredFile } from '#server/platform/storage/storage.ts';

// As long as a browser may need to begin; what has begun may take longer.
const openMinutes = 2;
const storedHours = 24;
// More than anybody needs at once, and few enough that one person does not keep the server busy all day.
const maxWaiting = 3;

interface ExportInput {
  list: ExportListName;
  format: ExportFormat;
  filter: string;
}

/**
 * Asks for an export. A small one can be downloaded right away; a job makes a large one. Whoever asks again while the
 * same one is waiting gets that one.
 */
export async function createExport(
  { db, timeZone }: Source,
  actor: TeamMember,
  { list: name, format, filter: query }: ExportInput,
  boss: PgBoss,
): Promise<ExportItem> {
  const list = listFor(actor, name);
  const parameters = readQuery(query);
  const rowCount = await list.count({ db, timeZone }, readFilter(list, parameters));
  const direct = isDirect(name, format, rowCount);
  const facts = { list: name, format, filter: describeFilter(parameters), rows: rowCount };
  const id = await db.transaction().execute(async (trx) => {
    if (!direct) {
      const same = await findWaiting(trx, actor, { list: name, format, parameters });
      if (same) return same;
    }
    const newOne = newId<ExportId>();
    await trx
      .insertInto('exports')
      .values({
        id: newOne,
        requestedBy: actor.id,
        list: name,
        format,
        filter: JSON.stringify(parameters),
        columns: columnsFor(actor, list).map(({ title }) => title),
        rowCount,
        state: direct ? 'direct' : 'waiting',
        ...(direct && { openedUntil: inMinutes(openMinutes) }),
      })
      .execute();
    await auditAction(trx, actor, direct ? 'export.downloaded' : 'export.requested', newOne, facts);
    if (!direct) await enqueueExport(trx, boss, newOne);
    return newOne;
  });
  return getExport(db, actor, id);
}

/** The same export, if it is waiting already. Refuses somebody who waits for many others. */
async function findWaiting(
  trx: Trx,
  { id }: TeamMember,
  { list, format, parameters }: { list: string; format: string; parameters: object },
): Promise<ExportId | null> {
  // One at a time, so that two calls of one person do not each miss the other.
  await trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
  const waiting = await trx
    .selectFrom('exports')
    .select([
      'id',
      sql<boolean>`list = ${list} and format = ${format}
        and filter = ${JSON.stringify(parameters)}::jsonb`.as('isSame'),
    ])
    .where('requestedBy', '=', id)
    .where('state', '=', 'waiting')
    .execute();
  const same = waiting.find(({ isSame }) => isSame);
  if (same) return same.id;
  if (waiting.length < maxWaiting) return null;
  throw new AppError(
    'too_many_requests',
    `You are waiting for ${waiting.length} exports already. Please try again once one of them is ready.`,
    undefined,
    60,
  );
}

/** Opens a stored export of one's own for a download that begins soon, and records who got what. */
export async function openExport(db: Db, actor: TeamMember, id: ExportId): Promise<ExportItem> {
  demandRight(actor, 'exports.create');
  const item = await getExport(db, actor, id);
  const { list, format, filter, rows } = item;
  await db.transaction().execute(async (trx) => {
    const stored = await trx
      .updateTable('exports')
      .set({ openedUntil: inMinutes(openMinutes) })
      .where('id', '=', id)
      .where('requestedBy', '=', actor.id)
      .where('state', '=', 'ready')
      .where('expiresAt', '>', sql<string>`now()`)
      .returning('columns')
      .executeTakeFirst();
    if (!stored) throw unavailable(item.state);
    demandColumns(actor, list, stored.columns);
    await auditAction(trx, actor, 'export.downloaded', id, { list, format, filter, rows });
  });
  return getExport(db, actor, id);
}

function unavailable(state: ExportItem['state']): AppError {
  const reasons: Partial<Record<ExportItem['state'], string>> = {
    waiting: 'This export is not ready yet. We email you as soon as it is.',
    failed: 'This export could not be made. Please export the list again.',
  };
  return new AppError(
    'export_unavailable',
    reasons[state] ?? 'This export has been deleted. Please export the list again.',
  );
}

/** Refuses whoever may no longer see what an export contains. */
function demandColumns(reader: TeamMember, name: ExportListName, titles: readonly string[]): void {
  const seen = new Set(columnsFor(reader, listFor(reader, name)).map(({ title }) => title));
  if (titles.every((title) => seen.has(title))) return;
  throw new AppError(
    'export_unavailable',
    'This export contains columns that your roles no longer allow you to see. Please export the list again.',
  );
}

/** What a browser may download at this moment. */
export type OpenExport = {
  list: ExportListName;
  format: ExportFormat;
  createdAt: string;
} & (
  | { stored: StoredFile }
  | { stored: null; columns: Column<unknown>[]; rows: () => AsyncGenerator<unknown[]> }
);

/** An export of one's own that was just opened. Refuses any other. */
export async function findOpen(
  { db, timeZone }: Source,
  reader: TeamMember,
  id: ExportId,
): Promise<OpenExport> {
  const { state } = await getExport(db, reader, id);
  if (state !== 'open') throw unavailable(state);
  const {
    list: name,
    format,
    createdAt,
    filter,
    columns,
    storageKey,
    bytes,
    sha256,
  } = await db.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  demandColumns(reader, name, columns);
  const common = { list: name, format, createdAt };
  if (storageKey !== null && bytes !== null && sha256 !== null) {
    return { ...common, stored: { key: storageKey, bytes, sha256 } };
  }
  const list = listFor(reader, name);
  return {
    ...common,
    stored: null,
    columns: columnsFor(reader, list),
    rows: () => readRows({ db, timeZone }, list, readFilter(list, filter)),
  };
}

/** Writes an export into a new file below a folder. */
export async function writeExport(
  { list, format }: { list: ExportListName; format: ExportFormat },
  columns: readonly Column<unknown>[],
  rows: AsyncIterable<unknown[]>,
  folder: string,
  signal?: AbortSignal,
): Promise<string> {
  const path = join(folder, `export.${format}`);
  if (format === 'xlsx') {
    await writeExcel(exportLists[list].title, columns, rows, path, signal);
  } else {
    await pipeline(
      Readable.from(writeCsv(columns, rows), { objectMode: false }),
      createWriteStream(path, { mode: 0o600 }),
      { ...(signal && { signal }) },
    );
  }
  return path;
}

/** Where an export is written before it is stored, which is as private as the data folder. */
export function exportFolder(dataDir: string): Promise<string> {
  return mkdtemp(join(dataDir, 'export-'));
}

// Longer than any export takes.
const leftoverHours = 2;

/** Removes what exports that were killed have left. */
export async function removeLeftovers(dataDir: string): Promise<void> {
  const oldest = Date.now() - leftoverHours * 3_600_000;
  for (const name of await readdir(dataDir)) {
    if (!/^export-\w{6}$/.test(name)) continue;
    const path = join(dataDir, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < oldest) await rm(path, { recursive: true, force: true });
  }
}

interface Services {
  storage: FileStorage;
  mailer: Mailer;
}

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
        expiresAt: sql<string>`now() + make_interval(hours => ${storedHours})`,
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

async function countErasures(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('erasures')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
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

/** Gives up an export that waits. */
export async function failExport(db: Db, id: ExportId): Promise<void> {
  await db
    .updateTable('exports')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Deletes what was stored for a day, and forgets exports after a week. The sweep of files removes the bytes. */
export async function deleteOldExports(db: Db): Promise<void> {
  await db
    .updateTable('exports')
    .set({ state: 'deleted', storageKey: null })
    .where('state', '=', 'ready')
    .where('expiresAt', '<', sql<string>`now()`)
    .execute();
  await db
    .deleteFrom('exports')
    .where('createdAt', '<', sql<string>`now() - interval '7 days'`)
    .execute();
}

function inMinutes(minutes: number) {
  return sql<string>`now() + make_interval(mins => ${minutes})`;
}
