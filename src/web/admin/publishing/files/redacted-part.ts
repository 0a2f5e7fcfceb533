import type { Redaction } from '#contract/publishing/files.ts';

/** A black part with an id that stays the same when other parts are removed. */
export type Part = Redaction & { number: number };

/** Its position, in fractions of the page. */
export type Area = Pick<Part, 'x' | 'y' | 'width' | 'height'>;

/** How far a key moves a part, as a fraction of the page; also the smallest size of a part. */
export const step = 0.01;

/** A fraction of the page, limited to the page. */
export function clamp(share: number, most = 1): number {
  return Math.min(Math.max(share, 0), most);
}

/** The area between two points. */
export function between(a: { x: number; y: number }, b: { x: number; y: number }): Area {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
}

/** A part moved by fractions of the page, without leaving it. */
export function moved(part: Part, right: number, down: number): Part {
  return {
    ...part,
    x: clamp(part.x + right, 1 - part.width),
    y: clamp(part.y + down, 1 - part.height),
  };
}

/** A part resized by fractions of the page, without leaving it. */
export function resized(part: Part, right: number, down: number): Part {
  return {
    ...part,
    width: Math.max(clamp(part.width + right, 1 - part.x), step),
    height: Math.max(clamp(part.height + down, 1 - part.y), step),
  };
}
