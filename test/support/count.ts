import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What a test run counts over all of its processes: a byte for each, in a file that is named by what is counted. */
export type Counted = 'applications' | 'servers' | 'axe';

/** Counts one more, if somebody wants to know (`TEST_COUNTS` is a folder). */
export function count(what: Counted): void {
  const folder = process.env.TEST_COUNTS;
  if (folder) appendFileSync(join(folder, what), '.');
}

/** How many there were. */
export function counted(folder: string, what: Counted): number {
  return statSync(join(folder, what), { throwIfNoEntry: false })?.size ?? 0;
}
