import { BitReader, firstBits } from '#server/publishing/processing/bits.ts';

/** AAC: its settings, and sound without what precedes it. Source: ISO 14496-3, 1.6 and 4.4. */

// Elements of a frame: any data, and filler, which may be data.
const [dataElement, fillElement] = [4, 6];

/** The settings of a decoder without what follows their last field. Throws if there is a comment in them. */
export function cleanAacConfig(description: Uint8Array): Uint8Array {
  const bits = new BitReader(description);
  let type = readType(bits);
  skipFrequency(bits);
  const channels = bits.read(4);
  const isExtended = type === 5 || type === 29;
  if (isExtended) {
    skipFrequency(bits);
    type = readType(bits);
  }
  // Channels in an order of their own come with a comment.
  if (channels === 0 || ![1, 2, 3, 4].includes(type)) throw new RangeError('Unusual AAC');
  bits.skip(1);
  if (bits.flag()) bits.skip(14);
  bits.skip(1);
  let end = bits.at;
  if (!isExtended && bits.left >= 16 && bits.read(11) === 0x2b7 && readType(bits) === 5) {
    if (bits.flag()) skipFrequency(bits);
    end = bits.at;
    if (bits.left >= 12 && bits.read(11) === 0x548) end = bits.at + 1;
  }
  return firstBits(description, end);
}

function readType(bits: BitReader): number {
  const type = bits.read(5);
  return type === 31 ? 32 + bits.read(6) : type;
}

function skipFrequency(bits: BitReader): void {
  if (bits.read(4) === 15) bits.skip(24);
}

/**
 * A frame without the data and filler before its sound, where encoders write their names. What comes behind the
 * sound stays: only a decoder knows where that is.
 */
export function cleanAacFrame(data: Uint8Array): Uint8Array {
  const bits = new BitReader(data);
  let start = 0;
  while (bits.left >= 7) {
    const element = bits.read(3);
    if (element === dataElement) skipData(bits);
    else if (element === fillElement) skipFiller(bits);
    else break;
    start = bits.at;
  }
  if (start === 0) return data;
  // Some elements begin at a whole byte, so the rest moves by whole bytes: empty filler, of 7 bits, makes up for
  // what is left of one.
  const fillers = (8 - (start % 8)) % 8;
  const text =
    '1100000'.repeat(fillers) +
    Array.from(data.subarray(start >> 3), (byte) => byte.toString(2).padStart(8, '0'))
      .join('')
      .slice(start % 8);
  return Uint8Array.from(text.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

function skipData(bits: BitReader): void {
  bits.skip(4);
  const isAligned = bits.flag();
  const count = bits.read(8);
  const more = count === 255 ? bits.read(8) : 0;
  if (isAligned) bits.skip((8 - (bits.at % 8)) % 8);
  bits.skip(8 * (count + more));
}

function skipFiller(bits: BitReader): void {
  const count = bits.read(4);
  bits.skip(8 * (count === 15 ? count + bits.read(8) - 1 : count));
}
