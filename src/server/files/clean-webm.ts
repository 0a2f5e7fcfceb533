import { copyFile, type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { RefusedContentError, type Result } from '#server/publishing/processing/processing.ts';

interface Element {
  id: number;
  start: number;
  content: number;
  /** Null where the recorder did not know yet when it wrote the beginning. */
  end: number | null;
}

// Of the Matroska specification (RFC 9559).
const ids = {
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackType: 0x83,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cluster: 0x1f43b675,
  void: 0xec,
};
/** Tags, Attachments, Chapters, Title, DateUTC, a track's Name, Void: people, places and times are in these. */
const personal = new Set([0x1254c367, 0x1941a469, 0x1043a770, 0x7ba9, 0x4461, 0x536e, ids.void]);
const entered = new Set([ids.segment, ids.info, ids.tracks, ids.trackEntry, ids.video]);

// A recording of an hour whose parts have no length has about this many; more take too long.
const maxElements = 200_000;
/** Bytes that are read or overwritten at a time. */
const step = 64 * 1024;

/**
 * The public copy of a WebM: the same pictures and sound, without tags, attachments, title and date. What is
 * taken out is overwritten where it stands, so that nothing moves. Throws RefusedContentError for a file
 * that was cut off or has no pictures.
 */
export async function cleanWebm(input: string, outDir: string): Promise<Result> {
  const path = join(outDir, 'video.webm');
  await copyFile(input, path);
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const source = new Source(file);
    const numbers = new Map<number, number>();
    let hasClusters = false;
    let at = 0;
    for (let count = 0; at < size; count++) {
      if (count === maxElements) {
        throw new RefusedContentError('This video is in too many pieces. Please save it anew.');
      }
      const element = await readElement(source, at, size);
      if (personal.has(element.id)) await blank(file, element);
      if (element.id === ids.cluster) hasClusters = true;
      // Into what holds others, and into what has no known end; over everything else.
      const isEntered = element.end === null || entered.has(element.id);
      if (!isEntered) await noteNumber(source, element, numbers);
      at = isEntered ? element.content : (element.end ?? size);
    }
    const width = numbers.get(ids.pixelWidth) ?? null;
    const height = numbers.get(ids.pixelHeight) ?? null;
    if (!hasClusters || width === null) {
      throw new RefusedContentError(
        'This video is damaged: it has no pictures that can be played.',
      );
    }
    const ticks = numbers.get(ids.duration);
    const nanoseconds = numbers.get(ids.timestampScale) ?? 1_000_000;
    const durationSeconds = ticks === undefined ? null : (ticks * nanoseconds) / 1e9;
    const shared = { role: 'public', page: 1, mediaType: 'video/webm' } as const;
    return { outputs: [{ path, ...shared, width, height }], width, height, durationSeconds };
  } finally {
    await file.close();
  }
}

async function noteNumber(source: Source, element: Element, numbers: Map<number, number>) {
  const { id, content, end } = element;
  const wanted = [ids.pixelWidth, ids.pixelHeight, ids.duration, ids.timestampScale];
  if (!wanted.includes(id) || end === null || numbers.has(id)) return;
  const bytes = await source.read(content, Math.min(end - content, 8));
  if (id === ids.duration) {
    numbers.set(id, bytes.length === 4 ? bytes.readFloatBE(0) : bytes.readDoubleBE(0));
  } else
    numbers.set(
      id,
      bytes.reduce((sum, byte) => sum * 256 + byte, 0),
    );
}

/** Makes an element one that players skip (Void), with nothing in it. */
async function blank(file: FileHandle, { id, start, content, end }: Element): Promise<void> {
  if (end === null) throw cutOff();
  if (id === ids.void && content === end) return;
  const length = end - start;
  const header = length < 9 ? Buffer.from([0xec, 0x80 | (length - 2)]) : longHeader(length);
  await file.write(header, 0, null, start);
  for (let at = start + header.length; at < end; at += step) {
    await file.write(Buffer.alloc(Math.min(step, end - at)), 0, null, at);
  }
}

function longHeader(length: number): Buffer {
  const header = Buffer.alloc(9);
  header.writeUInt8(0xec, 0);
  header.writeBigUInt64BE((1n << 56n) | BigInt(length - 9), 1);
  return header;
}

/** An id and a length, both of as many bytes as their first byte says (RFC 8794). */
async function readElement(source: Source, start: number, size: number): Promise<Element> {
  const head = await source.read(start, Math.min(12, size - start));
  const idLength = Math.clz32(head[0] ?? 0) - 23;
  if (idLength > 4 || head.length <= idLength) throw cutOff();
  const id = head.readUIntBE(0, idLength);
  const lengthLength = Math.clz32(head[idLength] ?? 0) - 23;
  const content = start + idLength + lengthLength;
  if (lengthLength > 8 || content - start > head.length) throw cutOff();
  const digits = head.subarray(idLength, idLength + lengthLength);
  const mask = (1n << BigInt(7 * lengthLength)) - 1n;
  const length = BigInt(`0x${digits.toString('hex')}`) & mask;
  if (length === mask) return { id, start, content, end: null };
  const end = content + Number(length);
  if (end > size) throw cutOff();
  return { id, start, content, end };
}

/** A file that is read from its beginning to its end, a few bytes at a time: asked for in larger pieces. */
class Source {
  readonly file: FileHandle;
  #from = 0;
  #piece: Buffer = Buffer.alloc(0);

  constructor(file: FileHandle) {
    this.file = file;
  }

  async read(at: number, length: number): Promise<Buffer> {
    const isThere = at >= this.#from && at + length <= this.#from + this.#piece.length;
    if (!isThere) {
      const { buffer, bytesRead } = await this.file.read(Buffer.alloc(step), 0, step, at);
      this.#from = at;
      this.#piece = buffer.subarray(0, bytesRead);
    }
    if (at + length > this.#from + this.#piece.length) throw cutOff();
    return this.#piece.subarray(at - this.#from, at - this.#from + length);
  }
}

function cutOff(): RefusedContentError {
  return new RefusedContentError('This video is damaged: a part of it is missing.');
}
