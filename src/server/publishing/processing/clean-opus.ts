/** Opus: its settings, and packets without padding. Source: RFC 6716, 3.2, and RFC 7845, 5.1. */

/** The settings without what follows their last field. */
export function cleanOpusConfig(description: Uint8Array): Uint8Array {
  const hasTable = description[18] !== 0;
  return description.slice(0, hasTable ? 21 + (description[9] ?? 0) : 19);
}

/** A packet without its padding, which may be any bytes. */
export function cleanOpusPacket(data: Uint8Array): Uint8Array {
  const isOfManyFrames = ((data[0] ?? 0) & 3) === 3;
  const count = data[1] ?? 0;
  if (!isOfManyFrames || (count & 0x40) === 0) return data;
  let at = 2;
  let padding = 0;
  for (let byte = 255; byte === 255; at++) {
    byte = data[at] ?? 0;
    padding += byte === 255 ? 254 : byte;
  }
  if (at + padding > data.length) throw new RangeError('A packet is cut off');
  return Buffer.concat([
    Buffer.from([data[0] ?? 0, count & ~0x40]),
    data.subarray(at, data.length - padding),
  ]);
}
