/** Letters of a CSV file that are enough to see how it is written; a call takes at most 30,000. */
const sampleLength = 24_000;

/** Whether the name of a file says that it is a list of cells; everything else says itself what it is. */
export function isCsv(file: File): boolean {
  return /\.(csv|tsv|txt)$/i.test(file.name);
}

/** The beginning of a CSV file, up to the end of a line: UTF-8 if it is, or else Western characters. */
export async function readSample(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, sampleLength).arrayBuffer());
  // A cut in the middle of a letter would look like another encoding.
  const end = file.size > sampleLength ? bytes.lastIndexOf(0x0a) + 1 || bytes.length : bytes.length;
  const whole = bytes.subarray(0, end);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(whole);
  } catch {
    return new TextDecoder('windows-1252').decode(whole);
  }
}
