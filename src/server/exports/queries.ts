import { sql } from 'kysely';
import type { ExportListName } from '#contract/exports/export-lists.ts';
import type { ExportItem } from '#contract/exports/exports.ts';
import type { ExportId } from '#contract/ids.ts';
import { describeFilter, exportDaysListed } from '#core/exports/export-lists.ts';
import type { Source } from '#server/exports/list.ts';
import { columnsFor, listFor, readFilter, readQuery } from '#server/exports/policy.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';

/** How many rows an export would have, and the columns that its reader may see. */
export async function previewExport(
  source: Source,
  reader: TeamMember,
  input: { list: ExportListName; filter: string },
): Promise<{ rows: number; columns: string[] }> {
  const list = listFor(reader, input.list);
  const rows = await list.count(source, readFilter(list, readQuery(input.filter)));
  return { rows, columns: columnsFor(reader, list).map(({ title }) => title) };
}

/** Somebody's own exports of the last days, newest first. */
export async function listExports(db: Db, { id }: TeamMember): Promise<ExportItem[]> {
  const rows = await exportsOf(db, id)
    .where('createdAt', '>', sql<string>`now() - make_interval(days => ${exportDaysListed})`)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return rows.map(toItem);
}

/** One of somebody's own. 404 for an unknown one, and for everybody else's. */
export async function getExport(
  db: Db,
  { id: owner }: TeamMember,
  id: ExportId,
): Promise<ExportItem> {
  return toItem(
    await exportsOf(db, owner)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('export')),
  );
}

function exportsOf(db: Db, owner: TeamMember['id']) {
  return db
    .selectFrom('exports')
    .select(['id', 'createdAt', 'list', 'format', 'filter', 'rowCount', 'bytes', 'state'])
    .select([
      'expiresAt',
      sql<boolean>`coalesce(opened_until > now(), false)`.as('isOpen'),
      sql<boolean>`coalesce(expires_at > now(), false)`.as('isStored'),
    ])
    .where('requestedBy', '=', owner);
}

type Row = Awaited<ReturnType<ReturnType<typeof exportsOf>['executeTakeFirstOrThrow']>>;

function toItem({
  filter,
  rowCount,
  state,
  isOpen,
  isStored,
  expiresAt,
  bytes,
  ...row
}: Row): ExportItem {
  const isReady = state === 'ready' && isStored;
  return {
    ...row,
    filter: describeFilter(filter),
    rows: rowCount,
    state: stateOf(state, isOpen, isReady),
    expiresAt: isReady ? expiresAt : null,
    bytes: isReady ? bytes : null,
  };
}

function stateOf(state: Row['state'], isOpen: boolean, isReady: boolean): ExportItem['state'] {
  if (state === 'waiting' || state === 'failed') return state;
  if (isOpen && (state === 'direct' || isReady)) return 'open';
  return isReady ? 'ready' : 'ended';
}
