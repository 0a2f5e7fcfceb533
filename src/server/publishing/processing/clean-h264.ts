import { BitReader, firstBits } from '#server/publishing/processing/bits.ts';
import {
  escaped,
  rawBytes,
  readSets,
  textOf,
  unitsOf,
  withLengths,
} from '#server/publishing/processing/nal-units.ts';

/**
 * H.264 (AVC): which units of a coded picture are needed to show it, and what is needed of them. Source: ITU-T
 * H.264, 7.3, and ISO 14496-15, 5.3.
 */

// Slices, whole and in partitions. Not: supplemental information (6), which may hold any text, delimiters,
// filler, and pictures of other layers.
const slices = [1, 2, 3, 4, 5];
const [sequence, picture] = [7, 8];
const typeOf = (unit: Uint8Array) => (unit[0] ?? 0) & 0x1f;

/** Takes H.264 apart; one for each video. */
export function h264Cleaner(description: Uint8Array) {
  const config = readConfig(description);
  // The latest set with each id, in the configuration or among the pictures.
  const sequences = new Map<number, string>();
  const pictures = new Map<number, { text: string; sequenceId: number }>();
  const needed = new Set<string>();
  const note = (unit: Uint8Array) => {
    const type = typeOf(unit);
    // The beginning is enough, and pictures are large.
    const bits = new BitReader(rawBytes(unit.subarray(0, 200)));
    bits.skip(8);
    if (type === sequence) {
      bits.skip(24);
      sequences.set(bits.golomb(), textOf(unit));
    } else if (type === picture) {
      pictures.set(bits.golomb(), { text: textOf(unit), sequenceId: bits.golomb() });
    } else if (slices.includes(type) && type !== 3 && type !== 4) {
      bits.golomb();
      bits.golomb();
      const set = pictures.get(bits.golomb());
      if (set) needed.add(set.text).add(sequences.get(set.sequenceId) ?? '');
    }
  };
  for (const unit of config.sets) note(unit);
  const isNeeded = (unit: Uint8Array) =>
    slices.includes(typeOf(unit)) ||
    ([sequence, picture].includes(typeOf(unit)) && needed.has(textOf(unit)));
  return {
    /** Looks at a picture, for what the configuration needs. All of them, before any is cleaned. */
    study(data: Uint8Array): void {
      for (const unit of unitsOf(data, config.lengthSize)) note(unit);
    },
    clean(data: Uint8Array): Uint8Array {
      const kept = unitsOf(data, config.lengthSize).filter(isNeeded).map(cutSet);
      return withLengths(kept, config.lengthSize);
    },
    config: () => writeConfig(config, config.sets.filter(isNeeded).map(cutSet)),
  };
}

interface Config {
  lengthSize: number;
  sets: Uint8Array[];
}

function readConfig(bytes: Uint8Array): Config {
  const sequences = readSets(bytes, 6, (bytes[5] ?? 0) & 0x1f);
  const pictures = readSets(bytes, sequences.end + 1, bytes[sequences.end] ?? 0);
  return { lengthSize: ((bytes[4] ?? 0) & 3) + 1, sets: [...sequences.sets, ...pictures.sets] };
}

function writeConfig({ lengthSize }: Config, sets: Uint8Array[]): Uint8Array {
  const of = (type: number) => sets.filter((set) => typeOf(set) === type);
  const [first] = of(sequence);
  if (!first) throw new RangeError('There is no sequence parameter set');
  const { format } = readSequence(first);
  return Buffer.concat([
    Buffer.from([1, ...first.subarray(1, 4), 0xfc | (lengthSize - 1)]),
    Buffer.from([0xe0 | of(sequence).length]),
    withLengths(of(sequence), 2),
    Buffer.from([of(picture).length]),
    withLengths(of(picture), 2),
    Buffer.from(format ? [0xfc | format.chroma, 0xf8 | format.luma, 0xf8 | format.depth, 0] : []),
  ]);
}

/** A parameter set without what follows its last field. */
function cutSet(unit: Uint8Array): Uint8Array {
  const type = typeOf(unit);
  if (type !== sequence && type !== picture) return unit;
  const bits = type === sequence ? readSequence(unit).bits : readPicture(unit);
  const end = new Uint8Array(Math.floor(bits / 8) + 1);
  end.set(firstBits(rawBytes(unit), bits));
  // The bit that ends it.
  end[bits >> 3] = (end[bits >> 3] ?? 0) | (0x80 >> (bits & 7));
  return escaped(end);
}

// Profiles that state their color format.
const highProfiles = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135];

/** The color format of a sequence parameter set, and its length in bits. */
function readSequence(unit: Uint8Array) {
  const bits = new BitReader(rawBytes(unit));
  bits.skip(8);
  const profile = bits.read(8);
  bits.skip(16);
  bits.golomb();
  const format = highProfiles.includes(profile) ? readFormat(bits) : null;
  bits.golomb();
  skipOrder(bits);
  bits.golomb();
  bits.skip(1);
  bits.golomb();
  bits.golomb();
  if (!bits.flag()) bits.skip(1);
  bits.skip(1);
  if (bits.flag()) for (let side = 0; side < 4; side++) bits.golomb();
  if (bits.flag()) skipUsability(bits);
  return { format, bits: bits.at };
}

function readFormat(bits: BitReader) {
  const chroma = bits.golomb();
  if (chroma === 3) bits.skip(1);
  const [luma, depth] = [bits.golomb(), bits.golomb()];
  bits.skip(1);
  if (bits.flag()) skipScaling(bits, chroma === 3 ? 12 : 8);
  return { chroma, luma, depth };
}

function skipScaling(bits: BitReader, lists: number): void {
  for (let list = 0; list < lists; list++) {
    if (!bits.flag()) continue;
    let [last, next] = [8, 8];
    for (let index = 0; index < (list < 6 ? 16 : 64); index++) {
      if (next !== 0) next = (last + bits.signedGolomb() + 256) % 256;
      if (next !== 0) last = next;
    }
  }
}

function skipOrder(bits: BitReader): void {
  const type = bits.golomb();
  if (type === 0) bits.golomb();
  if (type !== 1) return;
  bits.skip(1);
  bits.signedGolomb();
  bits.signedGolomb();
  const count = bits.golomb();
  for (let index = 0; index < count; index++) bits.signedGolomb();
}

/** Video usability information: aspect ratio, colors, timing, buffers. */
function skipUsability(bits: BitReader): void {
  if (bits.flag() && bits.read(8) === 255) bits.skip(32);
  if (bits.flag()) bits.skip(1);
  if (bits.flag()) {
    bits.skip(4);
    if (bits.flag()) bits.skip(24);
  }
  if (bits.flag()) {
    bits.golomb();
    bits.golomb();
  }
  if (bits.flag()) bits.skip(65);
  const hasUnits = bits.flag();
  if (hasUnits) skipBuffers(bits);
  const hasSlices = bits.flag();
  if (hasSlices) skipBuffers(bits);
  if (hasUnits || hasSlices) bits.skip(1);
  bits.skip(1);
  if (!bits.flag()) return;
  bits.skip(1);
  for (let index = 0; index < 6; index++) bits.golomb();
}

function skipBuffers(bits: BitReader): void {
  const count = bits.golomb() + 1;
  bits.skip(8);
  for (let index = 0; index < count; index++) {
    bits.golomb();
    bits.golomb();
    bits.skip(1);
  }
  bits.skip(20);
}

/** The length of a picture parameter set in bits. */
function readPicture(unit: Uint8Array): number {
  const raw = rawBytes(unit);
  const bits = new BitReader(raw);
  bits.skip(8);
  bits.golomb();
  bits.golomb();
  bits.skip(2);
  if (bits.golomb() > 0) throw new RangeError('Slice groups, which no browser plays');
  bits.golomb();
  bits.golomb();
  bits.skip(3);
  for (let index = 0; index < 3; index++) bits.signedGolomb();
  bits.skip(3);
  if (bits.at >= lastBit(raw)) return bits.at;
  const hasLargeBlocks = bits.flag();
  // Two lists more for large blocks; six in 4:4:4, which browsers do not play.
  if (bits.flag()) skipScaling(bits, hasLargeBlocks ? 8 : 6);
  bits.signedGolomb();
  return bits.at;
}

/** The position of the last bit that is set, which ends a unit. */
function lastBit(bytes: Uint8Array): number {
  const last = bytes.findLastIndex((byte) => byte !== 0);
  return 8 * last + 7 - Math.log2((bytes[last] ?? 1) & -(bytes[last] ?? 1));
}
