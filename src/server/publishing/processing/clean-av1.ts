// The sequence, frames, and their tiles. Not: metadata (5), which may hold any text, delimiters, and padding (15).
const needed = [1, 3, 4, 6, 7];

/** A picture of AV1 without the units that no player needs. Source: AV1 specification, 5.3. */
export function cleanAv1Picture(data: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [];
  for (let at = 0; at < data.length; ) {
    const head = data[at] ?? 0;
    const sizeAt = at + 1 + ((head >> 2) & 1);
    const { value, bytes } =
      (head & 2) === 0 ? { value: data.length - sizeAt, bytes: 0 } : readSize(data, sizeAt);
    const end = sizeAt + bytes + value;
    if (end > data.length) throw new RangeError('A unit is cut off');
    if (needed.includes((head >> 3) & 15)) kept.push(data.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

function readSize(data: Uint8Array, at: number): { value: number; bytes: number } {
  let value = 0;
  for (let bytes = 1; bytes <= 8; bytes++) {
    const byte = data[at + bytes - 1] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * (bytes - 1));
    if (byte < 0x80) return { value, bytes };
  }
  throw new RangeError('A size is too long');
}
