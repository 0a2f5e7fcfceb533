import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AudioSource,
  Conversion,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  type OutputOptions,
  QTFF,
  type VideoSource,
  type VideoTrackMetadata,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import {
  cleanerFor,
  isCleanable,
  type SampleCleaner,
} from '#server/publishing/processing/clean-samples.ts';
import { shownUntil } from '#server/publishing/processing/edit-list.ts';
import { RefusedContentError, type Result } from '#server/publishing/processing/processing.ts';

const mp4 = {
  read: MP4,
  write: Mp4OutputFormat,
  mediaType: 'video/mp4',
  endOfPart: endOfBox,
  endForViewers: shownUntil,
  notesWhatIsOn: true,
  refused: [] as string[],
};
const containers = {
  mp4,
  // What came before MP4, and has the same parts. Not every browser plays HEVC, and phones that write it here can do else.
  mov: { ...mp4, read: QTFF, refused: ['hevc'] },
  webm: {
    ...mp4,
    read: WEBM,
    write: WebMOutputFormat,
    mediaType: 'video/webm',
    endOfPart: endOfElement,
    // It cannot hide what comes behind.
    endForViewers: () => Number.POSITIVE_INFINITY,
    notesWhatIsOn: false,
  },
};

// A recording of an hour in its smallest usual parts has about this many; more take too long.
const maxParts = 200_000;
const megabyte = 1024 * 1024;

/**
 * The public copy of a video: a new file with the video and audio that a player shows, and the rotation. They are
 * not encoded again, but what players skip in them is taken out. Nothing else of the original gets into it. Throws
 * RefusedContentError for a file that is truncated or that we cannot use.
 */
export async function cleanVideo(
  path: string,
  outDir: string,
  container: keyof typeof containers,
): Promise<Result> {
  const { read, write, mediaType, endOfPart, endForViewers, notesWhatIsOn, refused } =
    containers[container];
  refuseCutOff(path, endOfPart);
  const original = new Input({ source: new FilePathSource(path), formats: [read] });
  const filter = async (track: InputTrack) => isCleanable(await track.getCodec());
  // A player shows one of each. Nobody has checked what is in the others.
  const pictures = await original.getPrimaryVideoTrack({ filter });
  const tracks = await original.getTracks();
  // Whoever turned the sound off does not want it to be heard. Some programs turn everything off, and players play it.
  const isHeard = async (track: InputTrack) =>
    !notesWhatIsOn || (await isOn(track)) || !pictures || !(await isOn(pictures));
  const heard: InputTrack[] = [];
  for (const track of tracks) {
    if (track.isAudioTrack() && (await isHeard(track))) heard.push(track);
  }
  const sound = await original.getPrimaryAudioTrack({
    filter: async (track) => heard.includes(track) && (await filter(track)),
  });
  if (!tracks.some((track) => track.isVideoTrack())) throw noPictures(tracks);
  if (!pictures || (!sound && heard.length > 0)) throw unusable();
  if (refused.includes((await pictures.getCodec()) ?? '')) throw hevc();
  const end = endForViewers(path, [pictures.id, ...(sound ? [sound.id] : [])]);
  const choose = (track: InputTrack) => ({ discard: track !== pictures && track !== sound });

  const copyPath = join(outDir, 'video');
  const target = new FilePathTarget(copyPath, { chunkSize: megabyte });
  const conversion = await Conversion.init({
    input: original,
    output: new BareOutput(
      { format: new write(), target },
      { pictures: await studied(pictures), sound: sound && (await studied(sound)) },
    ),
    video: choose,
    audio: choose,
    tags: {},
    ...(Number.isFinite(end) && { trim: { end } }),
    // Nothing here can encode. WebM has no negative times, so a track that begins earlier is shifted.
    copy: { mode: 'forced', shiftTolerance: Number.POSITIVE_INFINITY },
    showWarnings: false,
  });
  if (conversion.utilizedTracks.length < (sound ? 2 : 1)) throw unusable();
  // A small file can claim that the same bytes are the next million frames.
  const mostBytes = 2 * (await stat(path)).size + megabyte;
  target.on('write', ({ end }) => {
    if (end > mostBytes && conversion.state === 'executing') void conversion.cancel();
  });
  await conversion.execute();

  // Read from the copy, which proves that it is readable.
  const copy = new Input({ source: new FilePathSource(copyPath), formats: [MP4, WEBM] });
  const copied = await copy.getPrimaryVideoTrack();
  if (!copied) throw noPictures(tracks);
  const width = await copied.getDisplayWidth();
  const height = await copied.getDisplayHeight();
  const durationSeconds = await copy.getDurationFromMetadata();
  const shared = { role: 'public', page: 1, mediaType } as const;
  return {
    outputs: [{ path: copyPath, ...shared, width, height }],
    width,
    height,
    durationSeconds,
  };
}

async function isOn(track: InputTrack): Promise<boolean> {
  return (await track.getDisposition()).default;
}

/** The cleaner of a track, which has seen all of it if it needs to. */
async function studied(track: InputVideoTrack | InputAudioTrack): Promise<SampleCleaner> {
  const codec = await track.getCodec();
  if (!isCleanable(codec)) throw unusable();
  const cleaner = cleanerFor(codec, (await track.getDecoderConfig())?.description);
  if (cleaner.study) {
    for await (const { data } of new EncodedPacketSink(track).packets()) cleaner.study(data);
  }
  return cleaner;
}

/** Keeps only the rotation of a track's metadata, no name and no language, and cleans each sample. */
class BareOutput extends Output {
  private readonly cleaners: { pictures: SampleCleaner; sound: SampleCleaner | null };

  constructor(options: OutputOptions, cleaners: BareOutput['cleaners']) {
    super(options);
    this.cleaners = cleaners;
  }

  override addVideoTrack(source: VideoSource, { rotation, flip }: VideoTrackMetadata = {}) {
    if (!(source instanceof EncodedVideoPacketSource)) throw unusable();
    const { pictures } = this.cleaners;
    const add = source.add.bind(source);
    source.add = (packet, meta) =>
      add(cleanPacket(packet, pictures), {
        ...(meta?.decoderConfig && { decoderConfig: cleanConfig(meta.decoderConfig, pictures) }),
      });
    return super.addVideoTrack(source, { rotation, flip });
  }

  override addAudioTrack(source: AudioSource) {
    const { sound } = this.cleaners;
    if (!(source instanceof EncodedAudioPacketSource) || !sound) throw unusable();
    const add = source.add.bind(source);
    source.add = (packet, meta) =>
      add(cleanPacket(packet, sound), {
        ...(meta?.decoderConfig && { decoderConfig: cleanConfig(meta.decoderConfig, sound) }),
      });
    return super.addAudioTrack(source);
  }
}

/** Without what comes beside a picture, such as the additions of a WebM. */
function cleanPacket(packet: EncodedPacket, cleaner: SampleCleaner): EncodedPacket {
  const { data, type, timestamp, duration, sequenceNumber } = packet;
  return new EncodedPacket(cleaner.clean(data), type, timestamp, duration, sequenceNumber);
}

function cleanConfig<C extends VideoDecoderConfig | AudioDecoderConfig>(
  { description: _, ...config }: C,
  cleaner: SampleCleaner,
): C {
  const description = cleaner.config?.();
  return { ...config, ...(description && { description }) } as C;
}

/** Throws for a file that ends before one of its parts does, which Mediabunny would read without complaint. */
function refuseCutOff(path: string, endOfPart: (head: Buffer, at: number) => number | null): void {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    let at = 0;
    for (let count = 0; at < size; count++) {
      if (count === maxParts) {
        throw new RefusedContentError('This video is in too many pieces. Please save it again.');
      }
      const head = Buffer.alloc(16);
      readSync(file, head, 0, head.length, at);
      const end = endOfPart(head, at) ?? size;
      if (!(end > at) || end > size) {
        throw new RefusedContentError('This video is damaged: part of it is missing.');
      }
      at = end;
    }
  } finally {
    closeSync(file);
  }
}

/** The end of a box of an MP4; null if that is the end of the file. Source: ISO 14496-12, 4.2. */
function endOfBox(head: Buffer, at: number): number | null {
  const short = head.readUInt32BE(0);
  if (short === 0) return null;
  return at + (short === 1 ? Number(head.readBigUInt64BE(8)) : short);
}

/** The end of an element of a WebM, or the start of its content if it states no length. Source: RFC 8794. */
function endOfElement(head: Buffer, at: number): number {
  const idLength = Math.clz32(head[0] ?? 0) - 23;
  const lengthLength = Math.clz32(head[idLength] ?? 0) - 23;
  if (idLength > 4 || lengthLength > 8) return Number.NaN;
  const digits = head.subarray(idLength, idLength + lengthLength).toString('hex');
  const unknown = (1n << BigInt(7 * lengthLength)) - 1n;
  const length = BigInt(`0x${digits}`) & unknown;
  return at + idLength + lengthLength + (length === unknown ? 0 : Number(length));
}

function noPictures(tracks: InputTrack[]): RefusedContentError {
  const hasSound = tracks.some((track) => track.isAudioTrack());
  return new RefusedContentError(
    hasSound
      ? 'This file has sound but no picture. Please choose a video.'
      : 'This video is damaged: it has no frames that can be played.',
  );
}

function hevc(): RefusedContentError {
  return new RefusedContentError(
    'The picture of this video is in the format HEVC, which many browsers cannot play. Please save it as MP4 with H.264 and AAC. To record new videos that way on an iPhone, choose Settings > Camera > Formats > Most Compatible.',
  );
}

function unusable(): RefusedContentError {
  return new RefusedContentError(
    'We cannot use the format of this video’s picture or sound. Please save it as MP4 with H.264 and AAC.',
  );
}
