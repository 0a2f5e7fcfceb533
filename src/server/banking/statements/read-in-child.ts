import type { CsvReading } from '#server/banking/statements/read-csv.ts';
import type { StatementFile } from '#server/banking/statements/read-file.ts';
import type { Currency } from '#server/banking/statements/read-statement.ts';
import { runInChild } from '#server/platform/reading/run-in-child.ts';

/** What the process is told. */
export interface ReadingTask {
  bytes: Uint8Array;
  csv: CsvReading | null;
  currency: Currency;
}

const entry = new URL('./reading-child.ts', import.meta.url);

/** Reads a file of a bank in a process of its own. Throws UnreadableFileError if the file cannot be used. */
export function readInChild(task: ReadingTask): Promise<StatementFile> {
  return runInChild(entry, task);
}
