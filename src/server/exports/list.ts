import { type Expression, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Right } from '#core/people/rights.ts';
import { bookCurrency } from '#core/platform/money.ts';
import { afterPosition, type Page, type PageInput, toPage } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';

/* What a list that can be exported consists of. */

/**
 * What a cell holds, which decides how it is written: an amount in cents, a whole number, a day or a moment as ISO
 * text, yes or no, or text.
 */
type CellType = 'amount' | 'number' | 'day' | 'moment' | 'flag' | 'text';
/** A value of a cell; null leaves it empty. */
export type CellValue = string | number | boolean | null;

/** A column of an export. */
export interface Column<Row> {
  title: string;
  type: CellType;
  value: (row: Row) => CellValue;
  /** The right that it takes to see it on the screen, besides the one for the list. */
  right?: Right;
}

/** The columns of a list by their titles: what a cell holds, its value, and the right that it takes, if it takes one. */
type Columns<Row> = Record<
  string,
  readonly [type: CellType, value: (row: Row) => CellValue, right?: Right]
>;

/** The currency of the amounts of a row. */
export const rowCurrency = ['text', (row: { currency: string | null }) => row.currency] as const;

/** The currency of the books, for amounts that are added up and so belong to no row of them. */
export const booksCurrency = ['text', () => bookCurrency()] as const;

/** What a list is read with: the database or a snapshot of it, and where a day begins. */
export interface Source {
  db: Db;
  timeZone: string;
}

/** A list that can be exported. */
export interface ExportList<Filter = unknown, Row = unknown> {
  /** The right that it takes to see it on the screen. */
  right: Right;
  /** The parameters that it can be filtered by, as the screen sends them. Others are refused. */
  filter: z.ZodType<Filter>;
  columns: readonly Column<Row>[];
  /** How many rows the filter shows. */
  count(source: Source, filter: Filter): Promise<number>;
  /** The rows after a cursor, newest first, so that a row that is added meanwhile comes before the first one. */
  read(source: Source, filter: Filter, page: PageInput): Promise<Page<Row>>;
}

/**
 * Declares a list, checking that its parts fit each other; whoever exports it need not know its rows. They are `never`
 * until the types know what is read, so that a column written elsewhere, such as {@link rowCurrency}, decides nothing.
 */
export function exportList<Filter, Row = never>({
  columns,
  ...list
}: Omit<ExportList<Filter, Row>, 'columns'> & { columns: Columns<NoInfer<Row>> }): ExportList {
  const described = Object.entries(columns).map(
    ([title, [type, value, right]]): Column<Row> => ({
      title,
      type,
      value,
      ...(right && { right }),
    }),
  );
  return { ...list, columns: described } as ExportList;
}

/** A query that can still be ordered and cut. */
interface Rows<Row> {
  where(condition: Expression<SqlBool>): Rows<Row>;
  orderBy(by: Expression<unknown>, direction: 'desc'): Rows<Row>;
  limit(rows: number): Rows<Row>;
  execute(): Promise<Row[]>;
}

interface QueryList<Filter, Shown extends Expression<unknown>, Read, Row>
  extends Pick<ExportList<Filter, Row>, 'right' | 'filter'> {
  /** What the filter shows, for counting it: no joins that it does not need. */
  shown(source: Source, filter: Filter): Shown;
  /** The same with all that the columns need. */
  rows(shown: Shown, source: Source): Rows<Read>;
  /** Sorted by this moment and then by the id, or by the id alone, which is as new as its row. */
  newest: { moment?: string; id: string };
  /** What becomes of a row after it was read, if something does. */
  each?: (row: Read) => Row;
  columns: Columns<NoInfer<Row>>;
}

/** Declares a list that one query reads: it is counted by the same filter, and read page by page, newest first. */
export function queryList<
  Filter,
  Shown extends Expression<unknown>,
  Read extends { id: string; createdAt?: string } = never,
  Row = Read,
>({
  shown,
  rows,
  newest: { moment, id },
  each = (row) => row as unknown as Row,
  ...list
}: QueryList<Filter, Shown, Read, Row>): ExportList {
  return exportList<Filter, Row>({
    ...list,
    async count(source, filter) {
      const { rows: counted } = await sql<{
        count: number;
      }>`select count(*) as count from ${shown(source, filter)} as shown`.execute(source.db);
      return counted[0]?.count ?? 0;
    },
    async read(source, filter, { limit, cursor }) {
      let query = rows(shown(source, filter), source);
      if (moment !== undefined) query = query.orderBy(sql.ref(moment), 'desc');
      query = query.orderBy(sql.ref(id), 'desc').limit(limit + 1);
      if (cursor !== undefined) {
        query = query.where(
          moment === undefined
            ? sql<boolean>`${sql.ref(id)} < ${cursor}::uuid`
            : afterPosition(moment, id, cursor),
        );
      }
      const read = await query.execute();
      const { items, nextCursor } =
        moment === undefined
          ? pageById(read, limit)
          : toPage(read, limit, ({ createdAt = '' }) => createdAt);
      return { items: items.map(each), nextCursor };
    },
  });
}

/** Makes a page of rows whose ids are the cursors, and which were queried with one more than the limit. */
export function pageById<Row extends { id: string }>(rows: Row[], limit: number): Page<Row> {
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
