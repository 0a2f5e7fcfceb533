import { copyFile, type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { RefusedContentError, type Result } from '#server/publishing/processing/processing.ts';

interface Box {
  type: string;
  /** Of the whole box. */
  start: number;
  /** Of what follows the header. */
  content: number;
  end: number;
}

interface Findings {
  width: number | null;
  height: number | null;
  durationSeconds: number | null;
  hasPictures: boolean;
}

// Places, devices and names are in these, wherever they stand; players do not need them.
const personal = new Set(['udta', 'meta', 'uuid', 'free', 'skip']);
const shownTracks = new Set(['vide', 'soun', 'text', 'sbtl', 'subt', 'clcp']);

// A video cut into fragments has two for each; one with many more was made to take our time.
const maxBoxes = 20_000;

/**
 * The public copy of an MP4 (ISO 14496-12): the same pictures and sound, without notes about place, device and
 * time. What is taken out is overwritten where it stands, so that nothing moves. Throws RefusedContentError
 * for a file that was cut off or has no pictures.
 */
export async function cleanMp4(input: string, outDir: string): Promise<Result> {
  const path = join(outDir, 'video.mp4');
  await copyFile(input, path);
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const found: Findings = {
      width: null,
      height: null,
      durationSeconds: null,
      hasPictures: false,
    };
    const types = new Set<string>();
    for await (const box of boxesIn(file, 0, size)) {
      types.add(box.type);
      if (personal.has(box.type)) await blank(file, box);
      if (box.type === 'moov') await cleanMovie(file, box, found);
    }
    if (!types.has('moov') || !(types.has('mdat') || types.has('moof')) || !found.hasPictures) {
      throw new RefusedContentError(
        'This video is damaged: it has no pictures that can be played.',
      );
    }
    const { width, height, durationSeconds } = found;
    const shared = { role: 'public', page: 1, mediaType: 'video/mp4' } as const;
    return { outputs: [{ path, ...shared, width, height }], width, height, durationSeconds };
  } finally {
    await file.close();
  }
}

async function cleanMovie(file: FileHandle, movie: Box, found: Findings): Promise<void> {
  for await (const box of boxesIn(file, movie.content, movie.end)) {
    if (personal.has(box.type)) await blank(file, box);
    if (box.type === 'trak') await cleanTrack(file, box, found);
    if (box.type === 'mvhd') {
      const { timescale, duration } = await cleanTimes(file, box);
      found.durationSeconds = timescale > 0 ? duration / timescale : null;
    }
  }
}

async function cleanTrack(file: FileHandle, track: Box, found: Findings): Promise<void> {
  let size: { width: number; height: number } | null = null;
  let handler = '';
  for await (const box of boxesIn(file, track.content, track.end)) {
    if (personal.has(box.type)) await blank(file, box);
    if (box.type === 'tkhd') {
      // The last eight bytes: width and height as 16.16 numbers. Before them: two times, which go.
      const last = await read(file, box.end - 8, 8);
      size = { width: last.readUInt16BE(0), height: last.readUInt16BE(4) };
      await cleanTimes(file, box);
    }
    if (box.type !== 'mdia') continue;
    for await (const inner of boxesIn(file, box.content, box.end)) {
      if (inner.type === 'mdhd') await cleanTimes(file, inner);
      if (inner.type !== 'hdlr') continue;
      handler = (await read(file, inner.content + 8, 4)).toString('latin1');
      // Its name, which is for people and often that of a device.
      await fill(file, inner.content + 24, inner.end);
    }
  }
  // A track that is neither seen nor heard: where the camera was, second by second.
  if (!shownTracks.has(handler)) await blank(file, track);
  if (handler === 'vide' && size) {
    found.hasPictures = true;
    found.width ??= size.width || null;
    found.height ??= size.height || null;
  }
}

/** Clears when something was made and changed; answers the two numbers that follow in a movie's header. */
async function cleanTimes(file: FileHandle, box: Box) {
  const isLong = (await read(file, box.content, 1))[0] === 1;
  await file.write(Buffer.alloc(isLong ? 16 : 8), 0, null, box.content + 4);
  const numbers = await read(file, box.content + 4 + (isLong ? 16 : 8), isLong ? 12 : 8);
  return {
    timescale: numbers.readUInt32BE(0),
    duration: isLong ? Number(numbers.readBigUInt64BE(4)) : numbers.readUInt32BE(4),
  };
}

/** Makes a box one that players skip, with nothing in it. */
async function blank(file: FileHandle, { start, content, end }: Box): Promise<void> {
  await file.write('free', start + 4, 'latin1');
  await fill(file, content, end);
}

async function fill(file: FileHandle, from: number, to: number): Promise<void> {
  const step = 64 * 1024;
  for (let at = from; at < to; at += step) {
    await file.write(Buffer.alloc(Math.min(step, to - at)), 0, null, at);
  }
}

async function* boxesIn(file: FileHandle, from: number, to: number): AsyncGenerator<Box> {
  let start = from;
  for (let count = 0; start < to; count++) {
    if (count === maxBoxes) throw tooMany();
    const header = await read(file, start, 8);
    const short = header.readUInt32BE(0);
    const type = header.toString('latin1', 4, 8);
    const long = short === 1 ? Number((await read(file, start + 8, 8)).readBigUInt64BE(0)) : null;
    const end = short === 0 ? to : start + (long ?? short);
    const content = start + (long === null ? 8 : 16);
    if (end < content || end > to) throw cutOff();
    yield { type, start, content, end };
    start = end;
  }
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, at);
  if (bytesRead < length) throw cutOff();
  return buffer;
}

function tooMany(): RefusedContentError {
  return new RefusedContentError('This video is in too many pieces. Please save it anew.');
}

function cutOff(): RefusedContentError {
  return new RefusedContentError('This video is damaged: a part of it is missing.');
}
