import type { z } from 'zod';
import { bookCurrency } from '#core/money.ts';
import type { Right } from '#core/rights.ts';
import type { Page } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';

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

/** The currency of the amounts of a row. */
export const currencyColumn: Column<{ currency: string | null }> = {
  title: 'Currency',
  type: 'text',
  value: (row) => row.currency,
};

/** The currency of the books, for amounts that are added up and so belong to no row of them. */
export const bookCurrencyColumn: Column<unknown> = {
  title: 'Currency',
  type: 'text',
  value: () => bookCurrency(),
};

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
  read(
    source: Source,
    filter: Filter,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<Page<Row>>;
}

/** Declares a list, checking that its parts fit each other; whoever exports it need not know its rows. */
export function exportList<Filter, Row>(list: ExportList<Filter, Row>): ExportList {
  return list as ExportList;
}

/** Makes a page of rows that are sorted by their ids and were queried with one more than the limit. */
export function pageById<Row extends { id: string }>(rows: Row[], limit: number): Page<Row> {
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
