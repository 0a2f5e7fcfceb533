/** The units of a coded picture of H.264 or H.265, each behind its length. Throws if they do not fit. */
export function unitsOf(data: Uint8Array, lengthSize: number): Uint8Array[] {
  const units: Uint8Array[] = [];
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUIntBE(at, lengthSize);
    at += lengthSize;
    if (at + length > bytes.length) throw new RangeError('A unit is cut off');
    if (length > 0) units.push(bytes.subarray(at, at + length));
    at += length;
  }
  return units;
}

/** Units one after another, each behind its length. */
export function withLengths(units: Uint8Array[], lengthSize: number): Uint8Array {
  return Buffer.concat(
    units.flatMap((unit) => {
      const length = Buffer.alloc(lengthSize);
      length.writeUIntBE(unit.length, 0, lengthSize);
      return [length, unit];
    }),
  );
}

/** A unit without the bytes that keep it from looking like a start code. */
export function rawBytes(unit: Uint8Array): Uint8Array {
  return Uint8Array.from(
    unit.filter((byte, at) => !(byte === 3 && at > 1 && !unit[at - 1] && !unit[at - 2])),
  );
}

/** The opposite. */
export function escaped(raw: Uint8Array): Uint8Array {
  const bytes: number[] = [];
  let zeros = 0;
  for (const byte of raw) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Uint8Array.from(bytes);
}

/** Parameter sets, each behind its length of two bytes, and where they end. */
export function readSets(bytes: Uint8Array, start: number, count: number) {
  const sets: Uint8Array[] = [];
  let end = start;
  while (sets.length < count) {
    const length = 256 * (bytes[end] ?? 0) + (bytes[end + 1] ?? 0);
    if (end + 2 + length > bytes.length) throw new RangeError('A parameter set is cut off');
    sets.push(bytes.subarray(end + 2, end + 2 + length));
    end += 2 + length;
  }
  return { sets, end };
}

/** A unit as a text, by which two of the same content are one. */
export function textOf(unit: Uint8Array): string {
  return Buffer.from(unit).toString('latin1');
}
