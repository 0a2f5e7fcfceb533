import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { bookCurrency } from '#core/platform/money.ts';
import type { CellValue, Column } from '#server/exports/list.ts';

/* Rows as an Excel file, which a process of its own writes. */

const entry = fileURLToPath(new URL('./excel-child.ts', import.meta.url));
// A hundred thousand rows of the widest list take less than a gigabyte.
const maxMegabytes = 1_500;

/** What an Excel file is, to browsers. */
export const excelMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What the process that writes the file is told; the rows are in a file, one line of JSON each. */
export interface ExcelTask {
  title: string;
  /** Of its amounts. */
  currency: string;
  columns: Pick<Column<unknown>, 'title' | 'type'>[];
  rowsPath: string;
  path: string;
}

/**
 * Writes rows into an Excel file. In a process of its own: the library holds all cells in memory, and works through
 * them without a pause. Stopped with the signal.
 */
export async function writeExcel(
  title: string,
  columns: readonly Column<unknown>[],
  pages: AsyncIterable<unknown[]>,
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  const rowsPath = `${path}.rows`;
  await pipeline(
    Readable.from(linesOf(columns, pages)),
    createWriteStream(rowsPath, { mode: 0o600 }),
    {
      ...(signal && { signal }),
    },
  );
  const task: ExcelTask = {
    title,
    currency: bookCurrency(),
    columns: columns.map((column) => ({ title: column.title, type: column.type })),
    rowsPath,
    path,
  };
  const child = fork(entry, [JSON.stringify(task)], {
    // Nothing of the server's secrets.
    env: {},
    execArgv: [`--max-old-space-size=${maxMegabytes}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    ...(signal && { signal }),
  });
  const [code] = await once(child, 'exit', { ...(signal && { signal }) });
  if (code !== 0) throw new Error(`Writing an Excel file ended with code ${code}.`);
}

async function* linesOf(
  columns: readonly Column<unknown>[],
  pages: AsyncIterable<unknown[]>,
): AsyncGenerator<string> {
  for await (const rows of pages) {
    const lines = rows.map((row): CellValue[] => columns.map((column) => column.value(row)));
    yield lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }
}
