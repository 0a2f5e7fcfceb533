import { decodeText, type TextEncoding } from '#core/platform/decode-text.ts';

/** Letters of a CSV file that are enough to see how it is written; a call takes at most 30,000. */
const sampleLength = 24_000;

/** Whether the name of a file says that it is a list of cells; everything else says itself what it is. */
export function isCsv(file: File): boolean {
  return /\.(csv|tsv|txt)$/i.test(file.name);
}

/** The beginning of a CSV file. `encoding`: how its letters are stored, if it does not tell. */
export async function readSample(file: File, encoding: TextEncoding): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, sampleLength).arrayBuffer());
  const isCut = file.size > sampleLength;
  const text = decodeText(bytes, encoding, { isCut });
  return isCut ? text.slice(0, text.lastIndexOf('\n') + 1 || text.length) : text;
}
