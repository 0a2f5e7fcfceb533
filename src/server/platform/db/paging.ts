import { sql } from 'kysely';
import type { SubjectId } from '#contract/ids.ts';
import { AppError } from '#server/platform/errors.ts';

/** A page of a list, newest first, sorted by `createdAt` and then `id`. */
export interface Page<T> {
  items: T[];
  /** Where the next page starts; null on the last one. */
  nextCursor: string | null;
}

type PagedTable = 'donations' | 'nominations' | 'auditEntries' | 'deadMails' | 'testDonations';

/** A row that a page can start after. */
interface Position {
  createdAt: string;
  id: string;
}

/**
 * The rows after a cursor, as a condition. With keyset paging, a page costs the same at any depth, and no row is
 * skipped or repeated when new ones arrive. Refuses a cursor that we did not create.
 */
export function after(table: PagedTable, cursor: string) {
  return afterPosition(`${table}.createdAt`, `${table}.id`, cursor);
}

/** The same for a list that is sorted by other columns, or oldest first. */
export function afterPosition(
  momentColumn: string,
  idColumn: string,
  cursor: string,
  order: 'newest first' | 'oldest first' = 'newest first',
) {
  const { createdAt, id } = decodeCursor(cursor);
  const comes = order === 'newest first' ? sql`<` : sql`>`;
  return sql<boolean>`(${sql.ref(momentColumn)}, ${sql.ref(idColumn)}) ${comes} (${createdAt}::timestamptz, ${id}::uuid)`;
}

/** Makes a page of rows that were queried with one more than the limit. */
export function toPage<T extends Position>(rows: T[], limit: number): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? encodeCursor(last) : null };
}

/**
 * Rows whose id starts with a text that somebody typed or pasted. It is a range condition, so that the primary
 * key finds them in a table of any size.
 */
export function idStartsWith(table: 'donations' | 'nominations', text: string) {
  const hex = text.trim().toLowerCase().replaceAll('-', '');
  if (!/^[0-9a-f]{0,32}$/.test(hex)) return sql<boolean>`false`;
  return sql<boolean>`${sql.ref(`${table}.id`)} between ${hex.padEnd(32, '0')}::uuid and ${hex.padEnd(32, 'f')}::uuid`;
}

function encodeCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url');
}

function decodeCursor(cursor: string): Position {
  const text = Buffer.from(cursor, 'base64url').toString();
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f-]{36})$/.exec(text);
  const [, createdAt, id] = match ?? [];
  if (!createdAt || !id || !isMoment(createdAt) || !isUuid(id)) {
    throw new AppError('invalid_input', 'This cursor is not one of ours.', {
      cursor: 'Not a cursor',
    });
  }
  return { createdAt, id };
}

/** Whether PostgreSQL accepts it, too: it has no year 0, and no February 30, which JavaScript reads as March 2. */
function isMoment(text: string): boolean {
  const moment = new Date(text);
  return (
    !text.startsWith('0000') && !Number.isNaN(moment.getTime()) && moment.toISOString() === text
  );
}

/** Whether a text can be compared with ids of any kind in the database. */
export function isUuid(text: string): text is SubjectId {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
