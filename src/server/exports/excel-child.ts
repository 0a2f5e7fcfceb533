import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import writeExcelFile, { type Cell, type SheetData } from 'write-excel-file/node';
import { centsToDecimal } from '#core/platform/money.ts';
import type { CellValue } from '#server/exports/list.ts';
import { yesOrNo } from '#server/exports/write-csv.ts';
import type { ExcelTask } from '#server/exports/write-excel.ts';

/* Writes one Excel file and ends: the entry of the process that `write-excel.ts` starts. */

const { title, currency, columns, rowsPath, path }: ExcelTask = JSON.parse(process.argv[2] ?? '');
// Like 0.00, with the decimals of the currency.
const amount = centsToDecimal(0, currency);
const sheet: SheetData = [
  columns.map((column) => ({ value: column.title, type: String, fontWeight: 'bold' as const })),
];
for await (const line of createInterface({ input: createReadStream(rowsPath) })) {
  const values: CellValue[] = JSON.parse(line);
  sheet.push(values.map((value, index) => cellOf(value, columns[index]?.type ?? 'text')));
}
await writeExcelFile(sheet, {
  sheet: title,
  stickyRowsCount: 1,
  columns: columns.map(({ type }) => ({ width: type === 'text' ? 24 : 16 })),
}).toFile(path);
// Ends also while the channel to the server is open.
process.exit(0);

/** Every cell says what it is, so that no text is ever read as a formula. */
function cellOf(value: CellValue, type: ExcelTask['columns'][number]['type']): Cell {
  if (value === null || value === '') return null;
  switch (type) {
    case 'amount':
      return {
        value: Number(centsToDecimal(Number(value), currency)),
        type: Number,
        format: amount,
      };
    case 'number':
      return { value: Number(value), type: Number };
    case 'day':
      return { value: new Date(`${value}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' };
    case 'moment':
      return { value: new Date(String(value)), type: Date, format: 'yyyy-mm-dd hh:mm:ss' };
    case 'flag':
      return { value: yesOrNo(value), type: String };
    case 'text':
      return { value: xmlText(String(value)), type: String };
  }
}

/** Without characters that no XML file can contain: with one of them, Excel would call the file damaged. */
function xmlText(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}
