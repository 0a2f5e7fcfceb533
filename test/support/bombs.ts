import { deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import type { FileKind } from '#contract/publishing/files.ts';
import { pdf, picture, withChunk } from '#test/support/sample-files.ts';
import { box, element, mp4, webm } from '#test/support/sample-videos.ts';

/** A small file that tries to exhaust memory or time, by description. */
export type Bomb = [name: string, kind: FileKind, content: Buffer];

const megabyte = 1024 * 1024;

/** Every bomb. */
export async function bombs(): Promise<Bomb[]> {
  const jpeg = await picture();
  const png = await picture('png', { width: 64, height: 64 });
  return [
    ['PNG of 14,000 by 14,000', 'photo', blackPng(14_000)],
    ['PNG of 14,000 by 14,000 as receipt', 'receipt', blackPng(14_000)],
    ['PNG of 30,000 by 30,000', 'photo', blackPng(30_000)],
    ['PNG that claims 65,535 by 65,535', 'photo', claiming(png, 65_535)],
    ['PNG that claims 65,535 by 65,535 as receipt', 'receipt', claiming(png, 65_535)],
    ['PNG that claims 7,000 by 7,000 and ends', 'photo', claiming(png, 7_000)],
    ['JPEG that claims 65,500 by 65,500', 'photo', claimingJpeg(jpeg, 65_500)],
    ['JPEG that claims 65,500 by 65,500 as receipt', 'receipt', claimingJpeg(jpeg, 65_500)],
    ['JPEG that claims 7,000 by 7,000 and ends', 'receipt', claimingJpeg(jpeg, 7_000)],
    ['WebP of 16,383 by 16,383', 'photo', claimingWebp(await picture('webp'))],
    ['WebP of 16,383 by 16,383 as receipt', 'receipt', claimingWebp(await picture('webp'))],
    ['WebP of 10,000 frames', 'photo', await movingWebp(10_000)],
    ['WebP of 10,000 frames as receipt', 'receipt', await movingWebp(10_000)],
    ['PDF of 21 pages', 'receipt', await pdf(Array(21).fill('x'))],
    ['PDF of 2,000 pages', 'receipt', await pdf(Array(2_000).fill('x'))],
    ['MP4 of a million empty boxes', 'video', manyBoxes(1_000_000)],
    ['MP4 of a box that claims 4 GB', 'video', Buffer.concat([mp4(), claimingBox(0xffffffff)])],
    ['MP4 of 200 times the same megabyte', 'video', mp4({ behindPicture: megabyte, times: 200 })],
    ['WebM of a million empty elements', 'video', manyElements(1_000_000)],
    ['WebM of an element that claims 64 PB', 'video', Buffer.concat([webm(), claimingElement()])],
  ];
}

/** Pictures that are fine except for something huge that comes with them. They may be used, at little cost. */
export async function laden(): Promise<Bomb[]> {
  const png = await picture('png', { width: 64, height: 64 });
  const zeros = Buffer.alloc(300 * megabyte);
  const profile = Buffer.concat([Buffer.from('huge\0\0'), deflateSync(zeros)]);
  const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(zeros)]);
  return [
    ['PNG with a color profile of 300 MB', 'photo', withChunk(png, 'iCCP', profile)],
    ['PNG of 10,000 frames', 'photo', movingPng(png, 10_000)],
    ['PNG with a text of 300 MB', 'receipt', withChunk(png, 'zTXt', text)],
    ['PDF of a page within a page, without end', 'receipt', endlessPdf()],
    ['PDF with a stream of 300 MB', 'receipt', await pdfWithStream(deflateSync(zeros))],
    ['JPEG with a color profile of 7 MB', 'photo', jpegWithProfile(await picture(), 7 * megabyte)],
  ];
}

/** One bit for each pixel, all black: a few kilobytes. */
function blackPng(side: number): Buffer {
  const row = Buffer.alloc(1 + Math.ceil(side / 8));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  const chunks = withChunk(Buffer.alloc(33), 'IDAT', deflateSync(Buffer.alloc(row.length * side)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const end = withChunk(Buffer.alloc(33), 'IEND', '').subarray(33);
  return Buffer.concat([signature, chunk('IHDR', head), chunks.subarray(33), end]);
}

const chunk = (type: string, content: Buffer) =>
  withChunk(Buffer.alloc(33), type, content).subarray(33);

function claiming(png: Buffer, side: number): Buffer {
  const head = Buffer.from(png.subarray(16, 29));
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  return Buffer.concat([png.subarray(0, 8), chunk('IHDR', head), png.subarray(33)]);
}

function claimingJpeg(jpeg: Buffer, side: number): Buffer {
  const copy = Buffer.from(jpeg);
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]));
  copy.writeUInt16BE(side, frame + 5);
  copy.writeUInt16BE(side, frame + 7);
  return copy;
}

function claimingWebp(webp: Buffer): Buffer {
  const copy = Buffer.from(webp);
  // After the start code of a lossy frame: two numbers of 14 bits.
  const frame = copy.indexOf(Buffer.from([0x9d, 0x01, 0x2a]));
  copy.writeUInt16LE(16_383, frame + 3);
  copy.writeUInt16LE(16_383, frame + 5);
  return copy;
}

async function movingWebp(frames: number): Promise<Buffer> {
  const still = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
    .webp({ lossless: true })
    .toBuffer();
  const riff = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(content.length);
    return Buffer.concat([Buffer.from(type), length, content, Buffer.alloc(content.length % 2)]);
  };
  const size = [7, 0, 0, 7, 0, 0];
  const frame = riff(
    'ANMF',
    Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, ...size, 10, 0, 0, 0]), still.subarray(12)]),
  );
  const content = Buffer.concat([
    Buffer.from('WEBP'),
    riff('VP8X', Buffer.from([2, 0, 0, 0, ...size])),
    riff('ANIM', Buffer.alloc(6)),
    ...Array<Buffer>(frames).fill(frame),
  ]);
  return riff('RIFF', content);
}

function movingPng(png: Buffer, frames: number): Buffer {
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames);
  const frame = Buffer.alloc(26);
  frame.writeUInt32BE(64, 4);
  frame.writeUInt32BE(64, 8);
  const all = Array.from({ length: frames }, () => chunk('fcTL', frame));
  const started = withChunk(png, 'acTL', control);
  return Buffer.concat([started.subarray(0, -12), ...all, started.subarray(-12)]);
}

/** A page that shows a form which shows itself. */
export function endlessPdf(): Buffer {
  const stream = '/F Do /F Do /F Do /F Do';
  const shared = `/Resources << /XObject << /F 4 0 R >> >>`;
  return Buffer.from(
    `%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 5 0 R ${shared} >> endobj
4 0 obj << /Type /XObject /Subtype /Form /BBox [0 0 300 300] ${shared} /Length ${stream.length} >> stream
${stream}
endstream endobj
5 0 obj << /Length ${stream.length} >> stream
${stream}
endstream endobj
trailer << /Root 1 0 R >>
%%EOF`,
  );
}

async function pdfWithStream(content: Buffer): Promise<Buffer> {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 300]);
  const stream = document.context.stream(content, { Filter: 'FlateDecode' });
  page.node.addContentStream(document.context.register(stream));
  return Buffer.from(await document.save());
}

function jpegWithProfile(jpeg: Buffer, bytes: number): Buffer {
  const part = 65_000;
  const count = Math.min(255, Math.ceil(bytes / part));
  const segments = Array.from({ length: count }, (_, index) => {
    const head = Buffer.from([0xff, 0xe2, 0, 0]);
    head.writeUInt16BE(2 + 14 + part, 2);
    const name = Buffer.from(`ICC_PROFILE\0${String.fromCharCode(index + 1, count)}`, 'latin1');
    return Buffer.concat([head, name, Buffer.alloc(part)]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

function manyBoxes(count: number): Buffer {
  return Buffer.concat([box('ftyp', 'isom'), ...Array<Buffer>(count).fill(box('free'))]);
}

function claimingBox(bytes: number): Buffer {
  const head = box('mdat');
  head.writeUInt32BE(bytes);
  return head;
}

function manyElements(count: number): Buffer {
  const head = element('1a45dfa3', element('4282', 'webm'));
  return Buffer.concat([head, ...Array<Buffer>(count).fill(Buffer.from([0xec, 0x80]))]);
}

function claimingElement(): Buffer {
  return Buffer.from('ec0100ffffffffffff', 'hex');
}
