import { sql } from 'kysely';
import type { ExportListName } from '#contract/exports/export-lists.ts';
import type { ExportItem } from '#contract/exports/exports.ts';
import type { ExportId } from '#contract/ids.ts';
import type { ExportFormat } from '#core/exports/export-lists.ts';
import type { Column, Source } from '#server/exports/list.ts';
import { columnsFor, listFor, readFilter } from '#server/exports/policy.ts';
import { getExport } from '#server/exports/queries.ts';
import { readRows } from '#server/exports/read-rows.ts';
import { demandRight, type TeamMember } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { StoredFile } from '#server/platform/storage/storage.ts';

/** Opens a stored export of one's own for a download that begins soon, and records who got what. */
export async function openExport(db: Db, actor: TeamMember, id: ExportId): Promise<ExportItem> {
  demandRight(actor, 'exports.create');
  const item = await getExport(db, actor, id);
  const { list, format, filter, rows } = item;
  await db.transaction().execute(async (trx) => {
    const stored = await trx
      .updateTable('exports')
      .set({ openedUntil: openUntil })
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

/** What a browser may download at this moment. */
export type OpenExport = {
  list: ExportListName;
  format: ExportFormat;
  createdAt: string;
} & (
  | { stored: StoredFile }
  | { stored: null; columns: Column<unknown>[]; rows: () => AsyncGenerator<unknown[]> }
);

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

// As long as a browser may need to begin; what has begun may take longer.
const openMinutes = 2;

/** Until when an export that is opened now can be downloaded. */
export const openUntil = sql<string>`now() + make_interval(mins => ${openMinutes})`;
