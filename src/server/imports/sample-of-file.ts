import { decodeText } from '#core/platform/decode-text.ts';
import { wholeLines } from '#server/platform/reading/split-csv.ts';

/** The beginning of a file, as whole lines. */
export function sampleOf(bytes: Uint8Array, size: number): string {
  const beginning = bytes.subarray(0, sampleBytes);
  // A cut in the middle of a letter would look like another encoding.
  const end = size > beginning.length ? beginning.lastIndexOf(0x0a) + 1 : beginning.length;
  const text = decodeText(beginning.subarray(0, end || beginning.length));
  return size > beginning.length ? wholeLines(text) : text;
}

// Enough lines to see how a file is written.
export const sampleBytes = 64 * 1024;
