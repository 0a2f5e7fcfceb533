import { cleanAacConfig, cleanAacFrame } from '#server/publishing/processing/clean-aac.ts';
import { cleanAv1Picture } from '#server/publishing/processing/clean-av1.ts';
import { h264Cleaner } from '#server/publishing/processing/clean-h264.ts';
import { h265Cleaner } from '#server/publishing/processing/clean-h265.ts';
import { cleanOpusConfig, cleanOpusPacket } from '#server/publishing/processing/clean-opus.ts';

/**
 * Takes from the pictures or the sound of one track what a player skips, as far as it can be told apart. Not without
 * decoding: bytes behind the end of a slice or a frame of VP8, VP9, or Opus, filler behind the sound in a frame of
 * AAC, and what follows the last field of the parameter sets of H.265 and AV1.
 */
export interface SampleCleaner {
  /** Sees every sample before the first one is cleaned; absent if that is not needed. */
  study?(data: Uint8Array): void;
  clean(data: Uint8Array): Uint8Array;
  /** The settings of the decoder; absent where the container derives them from the rest. */
  config?(): Uint8Array;
}

/**
 * What browsers play and what we can take apart. Not Vorbis and FLAC, whose settings contain comments, nor MP3 and
 * AC-3, whose frames have room for anything.
 */
const cleaners: Record<string, (description: Uint8Array) => SampleCleaner> = {
  avc: h264Cleaner,
  hevc: h265Cleaner,
  // Each picture is a whole, with no parts that could be left out.
  vp8: () => ({ clean: (data) => data }),
  vp9: () => ({ clean: (data) => data }),
  av1: () => ({ clean: cleanAv1Picture }),
  aac: (description) => ({ clean: cleanAacFrame, config: () => cleanAacConfig(description) }),
  opus: (description) => ({ clean: cleanOpusPacket, config: () => cleanOpusConfig(description) }),
};

/** Whether we can clean what a track contains. */
export function isCleanable(codec: string | null): codec is keyof typeof cleaners {
  return codec !== null && Object.hasOwn(cleaners, codec);
}

type Source = NonNullable<VideoDecoderConfig['description']>;

/** Throws for settings that cannot be read. */
export function cleanerFor(
  codec: keyof typeof cleaners,
  description: Source | undefined,
): SampleCleaner {
  const create = cleaners[codec];
  if (!create) throw new RangeError(`Nothing cleans ${codec}`);
  return create(bytesOf(description));
}

function bytesOf(source: Source | undefined): Uint8Array {
  if (source === undefined) return new Uint8Array();
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}
