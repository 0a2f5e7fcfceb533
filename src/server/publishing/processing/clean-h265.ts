import { BitReader } from '#server/publishing/processing/bits.ts';
import {
  rawBytes,
  readSets,
  textOf,
  unitsOf,
  withLengths,
} from '#server/publishing/processing/nal-units.ts';

/**
 * H.265 (HEVC): which units of a coded picture are needed to show it. Source: ITU-T H.265, 7.3, and ISO 14496-15,
 * 8.3.
 */

const [video, sequence, picture] = [32, 33, 34];
const typeOf = (unit: Uint8Array) => ((unit[0] ?? 0) >> 1) & 0x3f;
// Units of other layers are other pictures, such as those for the other eye.
const isMain = (unit: Uint8Array) => ((unit[0] ?? 0) & 1) === 0 && (unit[1] ?? 0) >> 3 === 0;
// Not: supplemental information (39, 40), which may hold any text, delimiters, filler, and what is not defined.
const isSlice = (unit: Uint8Array) =>
  typeOf(unit) <= 9 || (typeOf(unit) >= 16 && typeOf(unit) <= 21);

/** Takes H.265 apart; one for each video. */
export function h265Cleaner(description: Uint8Array) {
  const { head, lengthSize, sets } = readConfig(description);
  const videos = new Map<number, string>();
  const sequences = new Map<number, { text: string; videoId: number }>();
  const pictures = new Map<number, { text: string; sequenceId: number }>();
  const needed = new Set<string>();
  const note = (unit: Uint8Array) => {
    if (!isMain(unit)) return;
    const text = textOf(unit);
    // The beginning is enough, and pictures are large.
    const bits = new BitReader(rawBytes(unit.subarray(0, 200)));
    bits.skip(16);
    const type = typeOf(unit);
    if (type === video) videos.set(bits.read(4), text);
    else if (type === sequence) {
      const videoId = bits.read(4);
      skipProfile(bits);
      sequences.set(bits.golomb(), { text, videoId });
    } else if (type === picture) {
      pictures.set(bits.golomb(), { text, sequenceId: bits.golomb() });
    } else if (isSlice(unit)) {
      bits.skip(type >= 16 ? 2 : 1);
      const set = pictures.get(bits.golomb());
      const parent = set && sequences.get(set.sequenceId);
      if (set && parent) {
        needed
          .add(set.text)
          .add(parent.text)
          .add(videos.get(parent.videoId) ?? '');
      }
    }
  };
  for (const unit of sets) note(unit);
  const isNeeded = (unit: Uint8Array) =>
    isMain(unit) &&
    (isSlice(unit) ||
      ([video, sequence, picture].includes(typeOf(unit)) && needed.has(textOf(unit))));
  return {
    /** Looks at a picture, for what the configuration needs. All of them, before any is cleaned. */
    study(data: Uint8Array): void {
      for (const unit of unitsOf(data, lengthSize)) note(unit);
    },
    clean: (data: Uint8Array) =>
      withLengths(unitsOf(data, lengthSize).filter(isNeeded), lengthSize),
    config: () => writeConfig(head, sets.filter(isNeeded)),
  };
}

function readConfig(bytes: Uint8Array) {
  const sets: Uint8Array[] = [];
  let at = 23;
  for (let arrays = bytes[22] ?? 0; arrays > 0; arrays--) {
    const found = readSets(bytes, at + 3, 256 * (bytes[at + 1] ?? 0) + (bytes[at + 2] ?? 0));
    sets.push(...found.sets);
    at = found.end;
  }
  return { head: bytes.subarray(0, 22), lengthSize: ((bytes[21] ?? 0) & 3) + 1, sets };
}

function writeConfig(head: Uint8Array, sets: Uint8Array[]): Uint8Array {
  const kinds = [video, sequence, picture];
  return Buffer.concat([
    head,
    Buffer.from([kinds.length]),
    ...kinds.flatMap((kind) => {
      const units = sets.filter((unit) => typeOf(unit) === kind);
      return [Buffer.from([0x80 | kind, 0, units.length]), withLengths(units, 2)];
    }),
  ]);
}

function skipProfile(bits: BitReader): void {
  const layers = bits.read(3);
  bits.skip(1 + 96);
  const present = Array.from({ length: layers > 0 ? 8 : 0 }, () => [bits.flag(), bits.flag()]);
  for (const [hasProfile, hasLevel] of present.slice(0, layers)) {
    bits.skip((hasProfile ? 88 : 0) + (hasLevel ? 8 : 0));
  }
}
