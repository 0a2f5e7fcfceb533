import type { ReadingTask, StatementFile } from '#server/banking/bank-statements/read-file.ts';
import { runInChild } from '#server/platform/reading/run-in-child.ts';

const entry = new URL('./reading-child.ts', import.meta.url);

/** Reads a file of a bank in a process of its own. Throws UnreadableFileError if the file cannot be used. */
export function readInChild(task: ReadingTask): Promise<StatementFile> {
  return runInChild(entry, task);
}
