import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import type { Redaction } from '#contract/publishing/files.ts';
import {
  type Output,
  RefusedContentError,
  type Result,
} from '#server/publishing/processing/processing.ts';

/* Public copies of pictures: sizes, limits of pixels, metadata, and black parts. */

// One file at a time; a cache would only use memory.
sharp.cache(false);
sharp.concurrency(1);

// A phone takes pictures of 12 to 50 megapixels; a decoded pixel uses three or four bytes.
const maxPixels = 50_000_000;
// Decoded by WebAssembly, which needs about nine bytes per pixel. By default, phones take 12 or 24 megapixels.
const maxHeicPixels = 30_000_000;
// For a phone, a laptop, and a large or high-resolution screen.
const widths = [480, 960, 1600];
// A screenshot of a long page; a WebP cannot be taller than 16,383.
const maxHeight = 16_000;
// Small print is still readable on a page of this height.
const maxPageSide = 2200;

/** The public copies of a photo: upright, without any metadata, in several widths. */
export async function makePhotoCopies(input: string, outDir: string): Promise<Result> {
  const { picture, width, height } = await openPicture(input);
  const outputs = await makeWidths(picture, width, outDir, 1);
  return { outputs, width, height, durationSeconds: null };
}

/** The picture of a receipt on which to black out areas, as large as is useful. */
export async function makePagePicture(input: string, outDir: string): Promise<Result> {
  const { picture, width, height } = await openPicture(input);
  return { outputs: [await writePage(picture, outDir, 1)], width, height, durationSeconds: null };
}

/** Writes the picture of a page. */
export async function writePage(picture: Sharp, outDir: string, page: number): Promise<Output> {
  const path = join(outDir, `page-${page}.jpg`);
  const { width, height } = await picture
    .resize({ width: maxPageSide, height: maxPageSide, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 90 })
    .toFile(path);
  return { path, role: 'page', page, mediaType: 'image/jpeg', width, height };
}

/**
 * The public copies of a receipt, made from the pictures of its pages: with areas blacked out, in several widths,
 * and as one PDF of these pictures if it was one. What is black is no longer in them.
 */
export async function makeReceiptCopies(
  pages: string[],
  redactions: Redaction[],
  asPdf: boolean,
  outDir: string,
): Promise<Result> {
  const outputs: Output[] = [];
  const flat: { path: string; width: number; height: number }[] = [];
  for (const [index, path] of pages.entries()) {
    const page = index + 1;
    const { width, height } = await sharp(path).metadata();
    const parts = redactions.filter((redaction) => redaction.page === page);
    const blackened = await sharp(path)
      .composite(parts.map((part) => blackPart(part, width, height)))
      .png({ compressionLevel: 1 })
      .toBuffer();
    outputs.push(...(await makeWidths(sharp(blackened), width, outDir, page)));
    const flatPath = join(outDir, `flat-${page}.jpg`);
    await sharp(blackened).jpeg({ quality: 85 }).toFile(flatPath);
    flat.push({ path: flatPath, width, height });
  }
  if (asPdf) outputs.push(await bindPages(flat, outDir));
  return { outputs, width: null, height: null, durationSeconds: null };
}

/** A black rectangle that covers every pixel the area touches. */
function blackPart(part: Redaction, pageWidth: number, pageHeight: number) {
  const left = Math.min(Math.floor(part.x * pageWidth), pageWidth - 1);
  const top = Math.min(Math.floor(part.y * pageHeight), pageHeight - 1);
  const right = Math.min(Math.ceil((part.x + part.width) * pageWidth), pageWidth);
  const bottom = Math.min(Math.ceil((part.y + part.height) * pageHeight), pageHeight);
  const size = { width: Math.max(right - left, 1), height: Math.max(bottom - top, 1) };
  return { input: { create: { ...size, channels: 3 as const, background: '#000' } }, left, top };
}

async function bindPages(
  pages: { path: string; width: number; height: number }[],
  outDir: string,
): Promise<Output> {
  const { PDFDocument } = await import('pdf-lib');
  // Not even who made it and when: two PDFs of the same pages are identical.
  const document = await PDFDocument.create({ updateMetadata: false });
  for (const { path, width, height } of pages) {
    const picture = await document.embedJpg(await readFile(path));
    document.addPage([width, height]).drawImage(picture, { x: 0, y: 0, width, height });
  }
  const path = join(outDir, 'pages.pdf');
  await writeFile(path, await document.save());
  const shared = { role: 'public', page: 1, mediaType: 'application/pdf' } as const;
  return { path, ...shared, width: null, height: null };
}

/** Opens a picture, upright and in sRGB. Throws RefusedContentError for one that is too large or animated. */
async function openPicture(path: string) {
  const { format, width, height, pages, autoOrient, icc } = await sharp(path, {
    limitInputPixels: false,
  }).metadata();
  const isHeic = format === 'heif';
  const most = isHeic ? maxHeicPixels : maxPixels;
  if (width * height > most) {
    const megapixels = Math.round((width * height) / 1_000_000);
    throw new RefusedContentError(
      `This picture has ${megapixels} megapixels; we can use up to ${most / 1_000_000}${isHeic ? ' of a HEIC picture' : ''}. Please make it smaller.`,
    );
  }
  // A HEIC file may contain other pictures besides the one to show.
  if (!isHeic && (pages ?? 1) > 1)
    throw new RefusedContentError('This picture is animated. Please choose one that is not.');
  const source = isHeic ? await fromHeic(path, icc) : fromFile(path).autoOrient();
  const picture = source.flatten({ background: '#fff' }).toColorspace('srgb');
  return { picture, width: autoOrient.width, height: autoOrient.height };
}

/** Stops at the first error, so that a truncated file is not shown half gray. */
function fromFile(path: string): Sharp {
  return sharp(path, { limitInputPixels: maxPixels, failOn: 'warning' });
}

async function fromHeic(path: string, profile?: Buffer): Promise<Sharp> {
  // Loaded on demand because it is large.
  const { decodeHeic } = await import('#server/publishing/processing/decode-heic.ts');
  const { data, width, height } = await decodeHeic(path);
  const pixels = sharp(data, { raw: { width, height, channels: 3 } });
  if (!profile || profile.length > 60_000) return pixels;
  // Only a file can carry a color profile, so the pixels become one temporarily.
  const jpeg = await pixels.jpeg({ quality: 98, chromaSubsampling: '4:4:4' }).toBuffer();
  return sharp(Buffer.concat([jpeg.subarray(0, 2), jpegProfile(profile), jpeg.subarray(2)]));
}

/** The segment of a JPEG that contains a color profile (ICC.1, annex B.4). */
function jpegProfile(profile: Buffer): Buffer {
  const name = Buffer.from('ICC_PROFILE\0\u0001\u0001', 'latin1');
  const head = Buffer.from([0xff, 0xe2, 0, 0]);
  head.writeUInt16BE(2 + name.length + profile.length, 2);
  return Buffer.concat([head, name, profile]);
}

/** Two formats, because a few mail programs still cannot show WebP. */
async function makeWidths(
  picture: Sharp,
  fullWidth: number,
  outDir: string,
  page: number,
): Promise<Output[]> {
  // Decoded once, for the widest; the others are made from that one.
  const widest = await raw(picture, Math.min(fullWidth, Math.max(...widths)));
  const outputs: Output[] = [];
  for (const wanted of new Set(widths.map((width) => Math.min(width, widest.info.width)))) {
    const { data, info } = await raw(fromRaw(widest), wanted);
    const { width, height } = info;
    const encoders = {
      webp: fromRaw({ data, info }).webp({ quality: 80 }),
      jpg: fromRaw({ data, info }).jpeg({ quality: 80, mozjpeg: true }),
    };
    for (const [ending, encoder] of Object.entries(encoders)) {
      const path = join(outDir, `page-${page}-${width}.${ending}`);
      await encoder.toFile(path);
      const mediaType = ending === 'webp' ? 'image/webp' : 'image/jpeg';
      outputs.push({ path, role: 'public', page, mediaType, width, height });
    }
  }
  return outputs;
}

type Raw = { data: Buffer; info: OutputInfo };

function raw(picture: Sharp, width: number): Promise<Raw> {
  return picture
    .resize({ width, height: maxHeight, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
}

function fromRaw({ data, info: { width, height, channels } }: Raw): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}
