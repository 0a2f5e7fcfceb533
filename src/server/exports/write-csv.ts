import { stringify } from 'csv-stringify/sync';
import { centsToDecimal } from '#core/platform/money.ts';
import type { CellValue, Column } from '#server/exports/list.ts';

/**
 * Rows as CSV (RFC 4180), in parts: UTF-8 with the mark by which Excel knows it. A text that a spreadsheet would take
 * for a formula gets an apostrophe in front.
 */
export async function* writeCsv(
  columns: readonly Column<unknown>[],
  pages: AsyncIterable<unknown[]>,
): AsyncGenerator<string> {
  yield stringify([columns.map(({ title }) => title)], { ...format, bom: true });
  for await (const rows of pages) {
    const cells = rows.map((row) => columns.map((column) => column.value(row)));
    yield stringify(cells, {
      ...format,
      cast: {
        // As numbers until here: an apostrophe in front of a negative amount would make it a text.
        number: (value, { index }) =>
          columns[index]?.type === 'amount' ? centsToDecimal(value) : String(value),
        boolean: yesOrNo,
      },
    });
  }
}

/** What a CSV file is, to browsers. */
export const csvMediaType = 'text/csv; charset=utf-8; header=present';

const format = {
  escape_formulas: true,
  record_delimiter: 'windows',
  // A line break of any kind: the library quotes only the kind that ends a record.
  quote_record_delimiter: true,
} as const;

/** A flag in words. */
export function yesOrNo(value: CellValue): string {
  return value ? 'Yes' : 'No';
}
