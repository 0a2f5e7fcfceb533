import { closeSync, openSync, readSync } from 'node:fs';
import { RefusedContentError } from '#server/publishing/processing/processing.ts';

/**
 * What an MP4 still has in it after it was shortened, which players do not show. Whoever shortens a video on a phone or
 * a Mac often cuts nothing: the file only notes what players show, and the rest stays in it. Source: ISO 14496-12,
 * 8.6.6.
 */

// The header of an hour's recording has a few megabytes.
const largestHeader = 100_000_000;

/**
 * When these tracks of an MP4 end for who watches it, in seconds; infinite if none of them notes an end. What they hide
 * at their beginning is not needed here. Throws RefusedContentError if parts in between are hidden.
 */
export function shownUntil(path: string, trackIds: number[]): number {
  const [header] = boxes(readHeader(path), 'moov');
  if (!header) return Number.POSITIVE_INFINITY;
  const [movie] = boxes(header, 'mvhd');
  const unitsPerSecond = movie?.readUInt32BE(movie[0] === 1 ? 20 : 12) ?? 0;
  const ends = boxes(header, 'trak')
    .filter((track) => trackIds.includes(idOf(track)))
    .map(endOf)
    .filter(Number.isFinite);
  const isKnown = unitsPerSecond > 0 && ends.length > 0;
  return isKnown ? Math.max(...ends) / unitsPerSecond : Number.POSITIVE_INFINITY;
}

function idOf(track: Buffer): number {
  const [header] = boxes(track, 'tkhd');
  return header?.readUInt32BE(header[0] === 1 ? 20 : 12) ?? 0;
}

function endOf(track: Buffer): number {
  const [list] = boxes(track, 'edts').flatMap((edits) => boxes(edits, 'elst'));
  if (!list) return Number.POSITIVE_INFINITY;
  const isLong = list[0] === 1;
  const size = isLong ? 20 : 12;
  let end = 0;
  let shownParts = 0;
  for (let at = 8; at + size <= list.length && at < 8 + size * list.readUInt32BE(4); at += size) {
    const duration = isLong ? Number(list.readBigUInt64BE(at)) : list.readUInt32BE(at);
    const start = isLong ? Number(list.readBigInt64BE(at + 8)) : list.readInt32BE(at + 4);
    const isPause = start === -1;
    if (!isPause) shownParts += 1;
    // Of a video that was written while it was recorded: up to its end.
    end += duration === 0 && !isPause ? Number.POSITIVE_INFINITY : duration;
  }
  if (shownParts > 1) {
    throw new RefusedContentError(
      'Parts of this video were cut out, but are still in the file. Please export it again as a new video.',
    );
  }
  return shownParts === 0 ? Number.POSITIVE_INFINITY : end;
}

/** The contents of the boxes of a type. */
function boxes(content: Buffer, type: string): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at + 8 <= content.length; ) {
    const { length, head } = sizeOf(content.subarray(at, at + 16), content.length - at);
    if (length < head) break;
    if (content.toString('latin1', at + 4, at + 8) === type) {
      found.push(content.subarray(at + head, at + length));
    }
    at += length;
  }
  return found;
}

/** The box of the file that describes its tracks, with its own head. */
function readHeader(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    for (let at = 0; ; ) {
      const start = Buffer.alloc(16);
      if (readSync(file, start, 0, start.length, at) < 8) return Buffer.alloc(0);
      const { length, head } = sizeOf(start, largestHeader);
      if (length < head) return Buffer.alloc(0);
      if (start.toString('latin1', 4, 8) === 'moov') {
        const content = Buffer.alloc(Math.min(length, largestHeader));
        return content.subarray(0, readSync(file, content, 0, content.length, at));
      }
      at += length;
    }
  } finally {
    closeSync(file);
  }
}

/** The length of a box with its head, which begins with these bytes; `rest` if it reaches to the end. */
function sizeOf(start: Buffer, rest: number): { length: number; head: number } {
  const short = start.readUInt32BE(0);
  if (short === 1 && start.length >= 16) {
    return { length: Number(start.readBigUInt64BE(8)), head: 16 };
  }
  return { length: short === 0 ? rest : short, head: 8 };
}
