import { ZodError } from 'zod';
import { describeRows, type ExportListName } from '#contract/exports/export-lists.ts';
import { directRowLimit, type ExportFormat, excelRowLimit } from '#core/exports/export-lists.ts';
import { formatCount } from '#core/platform/counts.ts';
import { catalog } from '#server/exports/catalog.ts';
import type { Column, ExportList } from '#server/exports/list.ts';
import { demandRight, may, type TeamMember } from '#server/platform/actor.ts';
import { AppError } from '#server/platform/errors.ts';

/* Who may export which list and columns, and which exports are made at once. */

/** Somebody's rights. */
type Reader = Pick<TeamMember, 'allowed'>;

/** A list for whoever may export it and sees it on the screen. Throws 403 for everybody else. */
export function listFor(reader: Reader, name: ExportListName): ExportList {
  demandRight(reader, 'exports.create');
  const list = catalog[name];
  demandRight(reader, list.right);
  return list;
}

/** The columns that somebody sees on the screen. */
export function columnsFor(reader: Reader, list: ExportList): Column<unknown>[] {
  return list.columns.filter(({ right }) => right === undefined || may(reader, right));
}

/** The parameters of a query, such as `causeId=…`. An empty one counts: `status=` shows none. */
export function readQuery(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The filter of a list. Throws `invalid_input` for what the list cannot be filtered by. */
export function readFilter(list: ExportList, parameters: Record<string, string>): unknown {
  try {
    return list.filter.parse(parameters);
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    throw new AppError('invalid_input', 'This list cannot be filtered like that.', {
      filter: 'Not a filter of this list',
    });
  }
}

/** Whether an export can be downloaded right away. Refuses an Excel file with too many rows. */
export function isDirect(list: ExportListName, format: ExportFormat, rows: number): boolean {
  if (format === 'xlsx' && rows > excelRowLimit) {
    throw new AppError(
      'export_too_large',
      `An Excel file can have at most ${formatCount(excelRowLimit)} rows, and these are ${describeRows(list, rows)}. Choose CSV, or filter the list first.`,
    );
  }
  return rows <= directRowLimit;
}
