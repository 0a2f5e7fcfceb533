import { type RawBuilder, type SelectQueryBuilder, type Simplify, sql } from 'kysely';
import { z } from 'zod';
import type { SubjectId } from '#contract/ids.ts';
import { idPrefix } from '#core/platform/typed-ids.ts';
import { AppError } from '#server/platform/errors.ts';

/* Pages of a list. */

/** A page of a list, newest first, sorted by `createdAt` and then `id`. */
export interface Page<T> {
  items: T[];
  /** Where the next page starts; null on the last one. */
  nextCursor: string | null;
}

/** A row that a page can start after. */
interface Position {
  createdAt: string;
  id: string;
}

/** The rows after a cursor in a list that is sorted by a moment, as a condition. */
export function afterPosition(
  momentColumn: string,
  idColumn: string,
  cursor: string,
  order: 'newest first' | 'oldest first' = 'newest first',
) {
  const direction = order === 'newest first' ? 'desc' : 'asc';
  return afterRow({ key: sql.ref(momentColumn), type: 'timestamptz', direction }, idColumn, cursor);
}

/** What a list is sorted by; rows with the same key are sorted by their ids, in the same direction. */
export interface SortOrder {
  key: RawBuilder<unknown>;
  type: 'timestamptz' | 'bigint' | 'date';
  direction: 'asc' | 'desc';
}

/**
 * The rows after a cursor that {@link toPage} made with the same key. With keyset paging, a page costs the same at any
 * depth, and no row is skipped or repeated when new ones arrive. Refuses a cursor that we did not create.
 */
export function afterRow(
  { key, type, direction }: SortOrder,
  idColumn: string | RawBuilder<string>,
  cursor: string,
) {
  const { sortKey, id } = decodeCursor(cursor, type);
  const comes = direction === 'desc' ? sql`<` : sql`>`;
  const after = {
    timestamptz: sql`${sortKey}::timestamptz`,
    bigint: sql`${sortKey}::bigint`,
    date: sql`${sortKey}::date`,
  }[type];
  const rowId = typeof idColumn === 'string' ? sql.ref(idColumn) : idColumn;
  return sql<boolean>`(${key}, ${rowId}) ${comes} (${after}, ${id}::uuid)`;
}

/** Makes a page of rows that were queried with one more than the limit. */
export function toPage<T extends Position>(rows: T[], limit: number): Page<T>;
export function toPage<T extends Pick<Position, 'id'>>(
  rows: T[],
  limit: number,
  sortKeyOf: (row: T) => string | number,
): Page<T>;
export function toPage<T extends Position>(
  rows: T[],
  limit: number,
  sortKeyOf: (row: T) => string | number = ({ createdAt }) => createdAt,
): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const hasNext = rows.length > limit && last;
  return { items, nextCursor: hasNext ? encodeCursor(sortKeyOf(last), last.id) : null };
}

/** What is asked of a list: so many rows after a cursor. */
export interface PageInput {
  limit: number;
  cursor?: string | undefined;
}

/** How a list is sorted, and what its cursors say of a row. */
export interface PageOrder<Row> extends SortOrder {
  id: string | RawBuilder<string>;
  keyOf: (row: Row) => string | number;
}

/** Newest first, by `createdAt` and then by an id. */
export const newest = (table: string, id = `${table}.id`): PageOrder<{ createdAt: string }> => ({
  key: sql.ref(`${table}.createdAt`),
  type: 'timestamptz',
  direction: 'desc',
  id,
  keyOf: ({ createdAt }) => createdAt,
});

/** The page that is asked of a query, in an order. */
export async function pageOf<DB, TB extends keyof DB, Row extends { id: string }>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { limit, cursor }: PageInput,
  { id, keyOf, ...order }: PageOrder<NoInfer<Simplify<Row>>>,
): Promise<Page<Simplify<Row>>> {
  const rows = await query
    .$if(cursor !== undefined, (after) => after.where(afterRow(order, id, cursor ?? '')))
    .orderBy(order.key, order.direction)
    .orderBy(typeof id === 'string' ? sql.ref(id) : id, order.direction)
    // One row more than requested shows whether there is a next page.
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, keyOf);
}

/** Before the cursors of the second list; no cursor of a list alone begins with it. */
const second = '.';

/**
 * A page of two lists of which the second follows the first, such as what fits before what does not. Each keeps its own
 * order and its own index, so that a page costs as little as one of them, and none is skipped or repeated between them.
 */
export async function pageOfBoth<T>(
  { limit, cursor }: PageInput,
  first: (input: PageInput) => Promise<Page<T>>,
  then: (input: PageInput) => Promise<Page<T>>,
): Promise<Page<T>> {
  const thenFrom = async (input: PageInput): Promise<Page<T>> => {
    const { items, nextCursor } = await then(input);
    return { items, nextCursor: nextCursor === null ? null : second + nextCursor };
  };
  if (cursor?.startsWith(second)) {
    return thenFrom({ limit, cursor: cursor.slice(second.length) || undefined });
  }
  const page = await first({ limit, cursor });
  if (page.nextCursor !== null) return page;
  const left = limit - page.items.length;
  // A full page only has to know whether there is another one.
  if (left === 0) {
    const { items } = await then({ limit: 1 });
    return { ...page, nextCursor: items.length === 0 ? null : second };
  }
  const rest = await thenFrom({ limit: left });
  return { items: [...page.items, ...rest.items], nextCursor: rest.nextCursor };
}

/**
 * Rows whose id starts with a text that somebody typed or pasted. It is a range condition, so that the primary
 * key finds them in a table of any size.
 */
export function idStartsWith(table: string, text: string) {
  const hex = idPrefix(text);
  if (hex === null) return sql<boolean>`false`;
  return sql<boolean>`${sql.ref(`${table}.id`)} between ${hex.padEnd(32, '0')}::uuid and ${hex.padEnd(32, 'f')}::uuid`;
}

/** Whether a text is a cursor of one of our lists. */
export function isCursor(text: string): boolean {
  return (['timestamptz', 'bigint', 'date'] as const).some((type) => {
    try {
      decodeCursor(text, type);
      return true;
    } catch {
      return false;
    }
  });
}

function encodeCursor(sortKey: string | number, id: string): string {
  return Buffer.from(`${sortKey} ${id}`).toString('base64url');
}

const isSortKey: Record<SortOrder['type'], (text: string) => boolean> = {
  // Any year that the database knows: a list may be sorted by the end of time.
  timestamptz: (text) => text >= '0001' && z.iso.datetime().safeParse(text).success,
  bigint: (text) => /^\d{1,15}$/.test(text),
  date: (text) => text >= '0001' && z.iso.date().safeParse(text).success,
};

function decodeCursor(cursor: string, type: SortOrder['type']) {
  const [sortKey, id, ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (!sortKey || !id || rest.length > 0 || !isSortKey[type](sortKey) || !isUuid(id)) {
    throw new AppError('invalid_input', 'This cursor is not one of ours.', {
      cursor: 'Not a cursor',
    });
  }
  return { sortKey, id };
}

/** Whether a text can be compared with ids of any kind in the database. */
export function isUuid(text: string): text is SubjectId {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
