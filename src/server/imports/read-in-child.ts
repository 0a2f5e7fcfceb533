import type { ImportMapping } from '#contract/imports/imports.ts';
import type { ReadDonation, Site } from '#server/imports/read-donations.ts';
import { runInChild } from '#server/platform/reading/run-in-child.ts';

/* Reads a file of an earlier system in a process of its own. */

/** What the process is told. */
export interface ReadingTask {
  bytes: Uint8Array;
  mapping: ImportMapping;
  titles: string[];
  site: Site;
}

const entry = new URL('./reading-child.ts', import.meta.url);

/** What is in a file. */
export interface ReadFile {
  lines: ReadDonation[];
  /** Why its IDs are none; null if they are. */
  problem: string | null;
  unknownWords: string[];
}

export interface FoundAddresses {
  addresses: string[];
}

/** Reads a whole file in a process of its own. Throws UnreadableFileError if the file cannot be used. */
export function readInChild(task: ReadingTask): Promise<ReadFile> {
  return runInChild(entry, task);
}

/** Finds the addresses of people in a whole file, in a process of its own. Throws UnreadableFileError if it is too large. */
export async function findAddressesInChild(bytes: Uint8Array): Promise<string[]> {
  const { addresses } = await runInChild<FoundAddresses>(entry, { bytes });
  return addresses;
}
