/** A box of an MP4. */
export function box(type: string, ...content: (Buffer | number[] | string)[]): Buffer {
  const bytes = Buffer.concat(content.map((part) => Buffer.from(part as string, 'latin1')));
  const header = Buffer.alloc(8);
  header.writeUInt32BE(bytes.length + 8);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, bytes]);
}

const u32 = (...numbers: (number | number[])[]) => {
  const all = numbers.flat();
  const bytes = Buffer.alloc(4 * all.length);
  for (const [index, number] of all.entries()) bytes.writeUInt32BE(number, 4 * index);
  return bytes;
};
const hex = (digits: string) => Buffer.from(digits, 'hex');

/** A track of an MP4. Its samples are stored one after another, and all have the same duration. */
interface Track {
  handler: string;
  entry: Buffer;
  samples: Buffer[];
  /** How often the same samples are shown. */
  times?: number;
  timescale: number;
  delta: number;
}

/** When a video was taken, according to its headers. */
const taken = 0x5ec4e7;
const straight = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
/** A quarter turn clockwise, as phones held upright write it. */
const turned = u32(0, 0x10000, 0, 0xffff0000, 0, 0, 48 << 16, 0, 0x40000000);

function track({ times = 1, timescale, delta, ...rest }: Track, id: number, at: number): Buffer {
  const { handler, entry, samples } = rest;
  const count = times * samples.length;
  const duration = count * delta;
  const seconds = Math.round(duration / timescale);
  const isPicture = handler === 'vide';
  const sizes = samples.map(({ length }) => length);
  let end = at;
  const starts = sizes.map((size) => {
    end += size;
    return end - size;
  });
  const repeated = (numbers: number[]) => Array(times).fill(numbers).flat();
  return box(
    'trak',
    box(
      'tkhd',
      u32(7, taken, taken, id, 0, 1000 * seconds, 0, 0, 0, 0),
      isPicture ? turned : straight,
      isPicture ? u32(64 << 16, 48 << 16) : u32(0, 0),
    ),
    box(
      'mdia',
      box('mdhd', u32(0, taken, taken, timescale, duration, 0x55c40000)),
      box('hdlr', u32(0, 0), handler, u32(0, 0, 0), 'SECRET-HANDLER\0'),
      box(
        'minf',
        box('dinf', box('dref', u32(0, 1), box('url ', u32(1)))),
        box(
          'stbl',
          box('stsd', u32(0, 1), entry),
          box('stts', u32(0, 1, count, delta)),
          box('stsc', u32(0, 1, 1, 1, 1)),
          box('stsz', u32(0, 0, count, repeated(sizes))),
          box('stco', u32(0, count, repeated(starts))),
        ),
      ),
    ),
    box('udta', box('name', 'SECRET-TRACK')),
  );
}

/** Frames of 64 by 48 gray pixels in H.264, one a second, each with bytes that decoders skip. */
function grayPictures(seconds: number, skipped: Buffer): Track {
  const unit = (content: Buffer) => Buffer.concat([u32(content.length), content]);
  // Two consecutive ones must have different numbers.
  const even = unit(hex('65888404bc98a000202f2727275d75d75d75d780'));
  const odd = unit(hex('658882017f2628000822c9c9c9d75d75d75d75e0'));
  const filling = unit(Buffer.concat([hex('0c'), skipped]));
  const samples = Array.from({ length: seconds }, (_, second) =>
    Buffer.concat([second % 2 ? odd : even, filling]),
  );
  const entry = box(
    'avc1',
    u32(0, 1, 0, 0, 0, 0, 0x400030, 0x480000, 0x480000, 0),
    [0, 1, 17],
    'SECRET-COMPRESSOR'.padEnd(31, '\0'),
    [0, 24, 0xff, 0xff],
    box(
      'avcC',
      hex('0142c00affe10016'),
      hex('6742c00adc47b011000003000100000300020f122780'),
      hex('01000568ce0f2c80'),
    ),
    box('sefd', 'SECRET-ENTRY'),
  );
  return { handler: 'vide', entry, samples, timescale: 1, delta: 1 };
}

/** Silence in AAC. */
function silence(seconds: number, sample: string | Buffer = hex('01182007')): Track {
  const settings = hex('031900010004114015000000000000000000000005021208060102');
  const entry = box('mp4a', u32(0, 1, 0, 0, 0x10010, 0, 0xac440000), box('esds', u32(0), settings));
  const samples = Array<Buffer>(Math.floor((seconds * 44_100) / 1024)).fill(Buffer.from(sample));
  return { handler: 'soun', entry, samples, timescale: 44_100, delta: 1024 };
}

/** A track that is neither seen nor heard. */
function sideTrack(handler: string, type: string, sample: string): Track {
  const samples = [Buffer.from(sample)];
  return { handler, entry: box(type, u32(0, 1, 0, 0)), samples, timescale: 1, delta: 1 };
}

/**
 * A video as a phone makes it, gray and silent. Many places in it say where, when, and with what it was made, and
 * it also contains a video of the person holding the phone, a second audio track, subtitles, and the location at
 * each second.
 */
export function mp4({ frames = 200_000, seconds = 5, times = 1 } = {}): Buffer {
  const tracks = [
    { ...grayPictures(seconds, Buffer.alloc(frames / seconds, 7)), times },
    silence(seconds),
    grayPictures(1, Buffer.from('SECRET-FRONT')),
    silence(1, 'SECRET-SECOND-SOUND'),
    sideTrack('meta', 'mebx', '+52.5167+013.3833/SECRET-TELEMETRY'),
    sideTrack('tmcd', 'tmcd', 'SECRET-TIMECODE'),
    sideTrack('sbtl', 'tx3g', 'SECRET-SUBTITLE'),
  ];
  const media = tracks.map(({ samples }) => Buffer.concat(samples));
  const gap = 'SECRET-GAP';
  const total = media.reduce((sum, { length }) => sum + length, gap.length + 8);
  const headers = (length: number) => {
    // Relative to the end of the file, which is the end of the frames.
    let at = length + total;
    return Buffer.concat([
      box('ftyp', 'isom', [0, 0, 2, 0], 'isommp42'),
      box('free', 'SECRET-FREE'),
      box(
        'moov',
        box(
          'mvhd',
          u32(0, taken, taken, 1000, 1000 * seconds, 0x10000, 0x1000000, 0, 0),
          straight,
          u32(0, 0, 0, 0, 0, 0, tracks.length + 1),
        ),
        ...tracks.map((each, index) => {
          at -= media[index]?.length ?? 0;
          return track(each, index + 1, at);
        }),
        box('udta', box('\u00a9xyz', '+52.5167+013.3833/SECRET-PLACE')),
        box('meta', 'SECRET-META'),
        box('uuid', 'SECRET-UUID-of-sixteen-and-more'),
      ),
      box('uuid', 'SECRET-XMP-of-sixteen-and-more'),
      box('sefd', 'SECRET-VENDOR'),
    ]);
  };
  return Buffer.concat([headers(headers(0).length), box('mdat', gap, ...media.toReversed())]);
}

/** What must not be left of {@link mp4}. */
export const mp4Secrets = [
  ...['SECRET-FREE', 'SECRET-HANDLER', 'SECRET-TRACK', 'SECRET-COMPRESSOR', 'SECRET-ENTRY'],
  ...['SECRET-FRONT', 'SECRET-SECOND-SOUND', 'SECRET-TELEMETRY', 'SECRET-TIMECODE'],
  ...['SECRET-SUBTITLE', 'SECRET-GAP', 'SECRET-PLACE', 'SECRET-META', 'SECRET-UUID', 'SECRET-XMP'],
  ...['SECRET-VENDOR', u32(taken, taken)],
];

/** An element of a WebM. */
export function element(id: string, ...content: (Buffer | number[] | string)[]): Buffer {
  const bytes = Buffer.concat(content.map((part) => Buffer.from(part as string, 'latin1')));
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE((1n << 56n) | BigInt(bytes.length));
  return Buffer.concat([Buffer.from(id, 'hex'), length, bytes]);
}

/** What a track of a WebM shows from a moment on. */
function block(
  type: 'a1' | 'a3',
  trackNumber: number,
  milliseconds: number,
  content: Buffer | string,
) {
  const moment = [milliseconds >> 8, milliseconds & 0xff];
  return element(type, [0x80 | trackNumber], moment, [0x80], content);
}

/** Four seconds, gray and silent, with a title, tags, an attachment, and tracks that are neither seen nor heard. */
export function webm({ frames = 50_000 } = {}): Buffer {
  const [duration, hertz] = [Buffer.alloc(8), Buffer.alloc(8)];
  duration.writeDoubleBE(4000);
  hertz.writeDoubleBE(48_000);
  const gray = hex('b002009d012a40003000004708858588998488020200068e4fccc79bf15800fec3e000');
  const picture = Buffer.concat([gray, Buffer.alloc(frames / 4, 7)]);
  const entry = (number: number, type: number, codec: string, ...rest: Buffer[]) =>
    element(
      'ae',
      element('d7', [number]),
      element('73c5', [number]),
      element('83', [type]),
      element('86', codec),
      element('536e', 'SECRET-TRACK'),
      element('258688', 'SECRET-CODEC'),
      ...rest,
    );
  const size = element('e0', element('b0', [64]), element('ba', [48]));
  return Buffer.concat([
    element('1a45dfa3', element('4282', 'webm')),
    element(
      '18538067',
      element(
        '1549a966',
        element('73a4', 'SECRET-SEGMENT-1'),
        element('7384', 'SECRET-FILE-NAME'),
        element('2ad7b1', [0x0f, 0x42, 0x40]),
        element('4489', duration),
        element('4461', 'SECRET-D'),
        element('7ba9', 'SECRET-TITLE'),
        element('4d80', 'SECRET-MUXER'),
        element('5741', 'SECRET-WRITER'),
      ),
      element(
        '1654ae6b',
        entry(1, 1, 'V_VP8', element('23e383', u32(1e9)), size),
        entry(
          2,
          2,
          'A_OPUS',
          element('63a2', hex('4f707573486561640101000080bb0000000000')),
          element('e1', element('b5', hertz), element('9f', [1])),
        ),
        entry(3, 0x11, 'S_TEXT/UTF8'),
        entry(4, 0x21, 'D_WEBVTT/METADATA'),
        entry(5, 1, 'V_VP8', size),
      ),
      element('ec', 'SECRET-VOID'),
      element(
        '1043a770',
        element(
          '45b9',
          element('b6', element('91', [0]), element('80', element('85', 'SECRET-CHAPTER'))),
        ),
      ),
      element(
        '1254c367',
        element('7373', element('67c8', element('45a3', 'PLACE'), element('4487', 'SECRET-TAG'))),
      ),
      element(
        '1941a469',
        element(
          '61a7',
          element('466e', 'SECRET-ATTACHMENT-NAME'),
          element('4660', 'text/plain'),
          element('465c', 'SECRET-ATTACHMENT'),
          element('46ae', [1]),
        ),
      ),
      ...[0, 1000, 2000, 3000].map((milliseconds) =>
        element(
          '1f43b675',
          element('e7', u32(milliseconds)),
          block('a3', 1, 0, picture),
          ...Array.from({ length: 50 }, (_, index) => block('a3', 2, 20 * index, hex('f8fffe'))),
          element(
            'a0',
            block('a1', 3, 990, 'SECRET-SUBTITLE'),
            element('75a1', element('a6', element('ee', [4]), element('a5', 'SECRET-ADDITION'))),
          ),
          block('a3', 4, 995, 'SECRET-TELEMETRY'),
          block('a3', 5, 995, Buffer.concat([gray, Buffer.from('SECRET-FRONT')])),
          element('ec', 'SECRET-GAP'),
        ),
      ),
    ),
  ]);
}

/** What must not be left of {@link webm}. */
export const webmSecrets = [
  ...['SECRET-TRACK', 'SECRET-CODEC', 'SECRET-SEGMENT', 'SECRET-FILE-NAME', 'SECRET-D'],
  ...['SECRET-TITLE', 'SECRET-MUXER', 'SECRET-WRITER', 'SECRET-VOID', 'SECRET-CHAPTER'],
  ...['SECRET-TAG', 'SECRET-ATTACHMENT', 'SECRET-SUBTITLE', 'SECRET-ADDITION'],
  ...['SECRET-TELEMETRY', 'SECRET-FRONT', 'SECRET-GAP'],
];
