/** What is hidden at a place of a sample; the length only where the format wants one. */
export type Say = (place: string, length?: number) => string;
const plainly: Say = (place, length) => `SECRET-${place}`.slice(0, length);

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
  /** What players show of it, each from a moment on and for some seconds; all of it if absent. */
  shown?: Part[];
  /** Turned off in the program that made it. */
  isOff?: boolean;
}

type Part = [start: number, seconds: number];

/** When a video was taken, according to its headers. */
const taken = 0x5ec4e7;
const straight = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
/** A quarter turn clockwise, as phones held upright write it. */
const turned = u32(0, 0x10000, 0, 0xffff0000, 0, 0, 48 << 16, 0, 0x40000000);

function track(
  { times = 1, timescale, delta, shown = [], isOff = false, ...rest }: Track,
  id: number,
  at: number,
  say: Say,
): Buffer {
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
      u32(isOff ? 6 : 7, taken, taken, id, 0, 1000 * seconds, 0, 0, 0, 0),
      isPicture ? turned : straight,
      isPicture ? u32(64 << 16, 48 << 16) : u32(0, 0),
    ),
    box(
      'mdia',
      box('mdhd', u32(0, taken, taken, timescale, duration, 0x55c40000)),
      box('hdlr', u32(0, 0), handler, u32(0, 0, 0), `${say('HANDLER')}\0`),
      box(
        'minf',
        box('dinf', box('dref', u32(0, 1), box('url ', u32(1), say('URL')))),
        box(
          'stbl',
          box('stsd', u32(0, 1), entry),
          box('stts', u32(0, 1, count, delta)),
          box('stsc', u32(0, 1, 1, 1, 1)),
          box('stsz', u32(0, 0, count, repeated(sizes))),
          box('stco', u32(0, count, repeated(starts))),
          box('sgpd', u32(0x1000000), 'cam ', u32(64), say('GROUP')),
          box('free', say('FREE-IN-TABLE')),
        ),
      ),
    ),
    box('udta', box('name', say('TRACK'))),
    box(
      'edts',
      box('free', say('EDIT')),
      ...(shown.length > 0
        ? [
            box(
              'elst',
              u32(0, shown.length),
              ...shown.map(([start, length]) => u32(1000 * length, timescale * start, 0x10000)),
            ),
          ]
        : []),
    ),
    box('tref', box('hint', say('REFERENCE', 8))),
    box(
      'meta',
      u32(0),
      box('hdlr', u32(0, 0), 'mdta', u32(0, 0, 0), '\0'),
      box('xml ', say('XML')),
    ),
  );
}

/** Frames of 64 by 48 gray pixels in H.264, one a second, each with bytes that decoders skip. */
function grayPictures(seconds: number, skipped: Buffer, say: Say, behindPicture = 0): Track {
  const unit = (content: Buffer) => Buffer.concat([u32(content.length), content]);
  // Two consecutive ones must have different numbers.
  const picture = (slice: string) =>
    unit(Buffer.concat([hex(slice), Buffer.alloc(behindPicture, 7)]));
  const even = picture('65888404bc98a000202f2727275d75d75d75d780');
  const odd = picture('658882017f2628000822c9c9c9d75d75d75d75e0');
  const filling = unit(Buffer.concat([hex('0c'), skipped]));
  // What encoders and cameras add to each picture. A user's data is an id of 16 bytes and what follows it.
  const userData = `\x05\x28${say('SEI-ID', 16)}${say('SEI')}`;
  const before = [
    ['09f0', say('DELIMITER')],
    ['06', `${userData}\x80`],
    ['06', `\x04\x18${say('CAPTIONS')}\x80`],
    ['67', say('SEQUENCE')],
    ['6742c00a', say('UNUSED-SEQUENCE')],
    ['68', say('PICTURE-SET')],
    ['6d', say('SEQUENCE-EXTENSION')],
    ['74', say('OTHER-LAYER')],
    ['18', say('UNDEFINED')],
  ].map(([type = '', text = '']) => unit(Buffer.concat([hex(type), Buffer.from(text)])));
  const samples = Array.from({ length: seconds }, (_, second) =>
    Buffer.concat([...before, second % 2 ? odd : even, filling]),
  );
  const entry = box(
    'avc1',
    u32(0, 1, 0, 0, 0, 0, 0x400030, 0x480000, 0x480000, 0),
    [0, 1, 17],
    say('COMPRESSOR').padEnd(31, '\0'),
    [0, 24, 0xff, 0xff],
    box(
      'avcC',
      hex('0142c00affe10016'),
      hex('6742c00adc47b011000003000100000300020f122780'),
      hex('01000568ce0f2c80'),
      say('CONFIG'),
    ),
    box('sefd', say('ENTRY')),
  );
  return { handler: 'vide', entry, samples, timescale: 1, delta: 1 };
}

/** Silence in AAC. */
function silence(seconds: number, say: Say, sample: string | Buffer, isMov = false): Track {
  const settings = hex('031900010004114015000000000000000000000005021208060102');
  const esds = box('esds', u32(0), settings, say('AFTER-SETTINGS'));
  const entry = box(
    'mp4a',
    u32(0, 1, isMov ? 0x10000 : 0, 0, 0x10010, 0, 0xac440000),
    // QuickTime has four more numbers here, and the settings one level deeper.
    ...(isMov
      ? [u32(1024, 0, 0, 2), box('wave', box('frma', 'mp4a'), box('mp4a', u32(0)), esds, u32(8, 0))]
      : [esds]),
  );
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
export function mp4({
  frames = 200_000,
  seconds = 5,
  times = 1,
  say = plainly,
  sound = hex('01182007'),
  shown = [],
  soundIsOff = false,
  behindPicture = 0,
  isMov = false,
}: {
  /** As an iPhone or a Mac writes it. */
  isMov?: boolean;
  shown?: Part[];
  soundIsOff?: boolean;
  /** Bytes behind each picture, which nobody can tell from its own. */
  behindPicture?: number;
  frames?: number;
  seconds?: number;
  times?: number;
  say?: Say;
  sound?: Buffer;
} = {}): Buffer {
  const tracks = [
    {
      ...grayPictures(seconds, filler(Math.floor(frames / seconds), say), say, behindPicture),
      times,
      shown,
    },
    { ...silence(seconds, say, sound, isMov), shown, isOff: soundIsOff },
    grayPictures(1, Buffer.from(say('FRONT')), say),
    { ...silence(1, say, say('SECOND-SOUND')), isOff: soundIsOff },
    sideTrack('meta', 'mebx', `+52.5167+013.3833/${say('TELEMETRY')}`),
    sideTrack('meta', 'gpmd', say('ACTION-CAMERA')),
    sideTrack('meta', 'camm', say('CAMERA-MOTION')),
    sideTrack('tmcd', 'tmcd', say('TIMECODE')),
    sideTrack('sbtl', 'tx3g', say('SUBTITLE')),
    sideTrack('text', 'text', say('CHAPTER')),
    sideTrack('hint', 'rtp ', say('HINT')),
  ];
  const media = tracks.map(({ samples }) => Buffer.concat(samples));
  const gap = say('GAP');
  const total = media.reduce((sum, { length }) => sum + length, gap.length + 8);
  const headers = (length: number) => {
    // Relative to the end of the file, which is the end of the frames.
    let at = length + total;
    return Buffer.concat([
      box('ftyp', isMov ? 'qt  ' : 'isom', [0, 0, 2, 0], 'isommp42', say('BRANDS', 24)),
      box('free', say('FREE')),
      box('skip', say('SKIP')),
      box('wide', say('WIDE')),
      box('pdin', say('PROGRESS')),
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
          return track(each, index + 1, at, say);
        }),
        box(
          'udta',
          box('\u00a9xyz', `+52.5167+013.3833/${say('PLACE')}`),
          box('\u00a9mak', say('MAKER')),
          box('\u00a9mod', say('MODEL')),
          box('\u00a9swr', say('SOFTWARE')),
          box('loci', u32(0), say('LOCATION')),
          box('auth', u32(0), say('AUTHOR')),
          box('chpl', u32(0x1000000, 0), say('CHAPTERS')),
          box('smta', box('saut', say('PHONE'))),
        ),
        box('iods', say('OBJECTS')),
        box('free', say('FREE-IN-HEADER')),
        box('meta', say('META')),
        box(
          'meta',
          u32(0),
          box('hdlr', u32(0, 0), 'mdta', u32(0, 0, 0), `${say('META-HANDLER')}\0`),
          box('keys', u32(0, 1), box('mdta', say('KEY'))),
          box('ilst', box('\0\0\0\x01', box('data', u32(1, 0), say('VALUE')))),
        ),
        box('uuid', `${say('UUID')}-of-sixteen-and-more`),
      ),
      box('uuid', `${say('XMP')}-of-sixteen-and-more`),
      box('meta', u32(0), box('idat', say('ITEM'))),
      box('sefd', say('VENDOR')),
      box('moof', box('free', say('FRAGMENT'))),
    ]);
  };
  return Buffer.concat([headers(headers(0).length), box('mdat', gap, ...media.toReversed())]);
}

/** Bytes that decoders skip, which end with what is hidden. */
function filler(length: number, say: Say): Buffer {
  const bytes = Buffer.alloc(length, 7);
  bytes.write(say('FILLER'), Math.max(length - 30, 0), 'latin1');
  return bytes;
}

/** Silence behind what encoders write: data, and filler with their name. */
export function soundWith(say: Say): Buffer {
  const [data, name] = [say('SOUND-DATA'), say('SOUND-FILLER')];
  const bits = (value: number, length: number) => value.toString(2).padStart(length, '0');
  const text = (words: string) => [...Buffer.from(words)].map((byte) => bits(byte, 8)).join('');
  const all = [
    // Data, in whole bytes: its kind, its number, and its length.
    bits(4, 3) + bits(0, 4) + bits(1, 1) + bits(data.length, 8) + text(data),
    // Empty filler before the one with the name, which then is in whole bytes.
    (bits(6, 3) + bits(0, 4)).repeat(7),
    bits(6, 3) + bits(15, 4) + bits(name.length - 14, 8) + text(name),
    text('\x01\x18\x20\x07'),
  ].join('');
  return Buffer.from(
    (all.padEnd(Math.ceil(all.length / 8) * 8, '0').match(/.{8}/g) ?? []).map((byte) =>
      Number.parseInt(byte, 2),
    ),
  );
}

/** What must not be left of {@link mp4}, as its default has it. */
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
export function webm({
  frames = 50_000,
  say = plainly,
  opus = hex('f8fffe'),
}: {
  frames?: number;
  say?: Say;
  opus?: Buffer;
} = {}): Buffer {
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
      element('536e', say('TRACK')),
      element('258688', say('CODEC')),
      element('22b59c', say('LANGUAGE')),
      element('3a9697', say('SETTINGS')),
      element('7446', say('LINK', 8)),
      element(
        '41e4',
        element('41a4', say('BLOCK-ADDITION-NAME')),
        element('41ed', say('BLOCK-ADDITION')),
      ),
      ...rest,
    );
  const size = element('e0', element('b0', [64]), element('ba', [48]));
  return Buffer.concat([
    element(
      '1a45dfa3',
      element('4282', 'webm'),
      element('4281', element('4283', say('EXTENSION'))),
      element('ec', say('HEADER-VOID')),
    ),
    element(
      '18538067',
      element(
        '1549a966',
        element('73a4', say('SEGMENT-1', 16)),
        element('7384', say('FILE-NAME')),
        element('2ad7b1', [0x0f, 0x42, 0x40]),
        element('4489', duration),
        element('4461', say('D', 8)),
        element('7ba9', say('TITLE')),
        element('4d80', say('MUXER')),
        element('5741', say('WRITER')),
        element('3cb923', say('PREVIOUS', 16)),
        element('3c83ab', say('PREVIOUS-NAME')),
        element('3e83bb', say('NEXT-NAME')),
        element('4444', say('FAMILY', 16)),
        element('6924', element('69a5', say('CHAPTER-CODEC'))),
      ),
      element(
        '1654ae6b',
        entry(1, 1, 'V_VP8', element('23e383', u32(1e9)), size),
        entry(
          2,
          2,
          'A_OPUS',
          element('63a2', hex('4f707573486561640101000080bb0000000000'), say('CODEC-PRIVATE')),
          element('e1', element('b5', hertz), element('9f', [1])),
        ),
        entry(3, 0x11, 'S_TEXT/UTF8'),
        entry(4, 0x21, 'D_WEBVTT/METADATA'),
        entry(5, 1, 'V_VP8', size),
      ),
      element('ec', say('VOID')),
      element('4fff', say('UNKNOWN')),
      element('1c53bb6b', element('bb', element('b3', [0]), element('ec', say('CUE')))),
      element(
        '1043a770',
        element(
          '45b9',
          element('b6', element('91', [0]), element('80', element('85', say('CHAPTER')))),
        ),
      ),
      element(
        '1254c367',
        element('7373', element('67c8', element('45a3', 'PLACE'), element('4487', say('TAG')))),
      ),
      element(
        '1941a469',
        element(
          '61a7',
          element('466e', say('ATTACHMENT-NAME')),
          element('4660', 'text/plain'),
          element('465c', say('ATTACHMENT')),
          element('46ae', [1]),
        ),
      ),
      ...[0, 1000, 2000, 3000].map((milliseconds) =>
        element(
          '1f43b675',
          element('e7', u32(milliseconds)),
          element(
            'a0',
            block('a1', 1, 0, picture),
            element('75a1', element('a6', element('ee', [1]), element('a5', gray, say('ALPHA')))),
            element('a4', say('CODEC-STATE')),
          ),
          ...Array.from({ length: 50 }, (_, index) => block('a3', 2, 20 * index, opus)),
          element(
            'a0',
            block('a1', 3, 990, say('SUBTITLE')),
            element('75a1', element('a6', element('ee', [4]), element('a5', say('ADDITION')))),
          ),
          block('a3', 4, 995, say('TELEMETRY')),
          block('a3', 5, 995, Buffer.concat([gray, Buffer.from(say('FRONT'))])),
          element('ec', say('GAP')),
          element('af', say('ENCRYPTED')),
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
