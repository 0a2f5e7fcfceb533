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
