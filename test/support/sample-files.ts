import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';

/** A picture in one color. */
export function picture(
  format: 'jpeg' | 'png' | 'webp' = 'jpeg',
  { width = 800, height = 600, background = '#2a6b4f' } = {},
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

/**
 * A picture as an iPhone takes it, 48 by 64 pixels: HEVC in tiles, rotated, in Display P3, with the secrets
 * below. The upper half is red, the lower half blue.
 */
export function heic(): Buffer {
  return readFileSync(new URL('sample.heic', import.meta.url));
}

/** Words in a sample's metadata that must not be in any copy. */
export const secrets = [
  ...['SECRET-MAKER', 'SECRET-SERIAL', 'SECRET-XMP', 'SECRET-COMMENT'],
  ...['SECRET-IPTC', 'SECRET-THUMBNAIL'],
];

/**
 * A picture that says who took it, with what, and where; upright only if its orientation is respected. Its four
 * quarters, as stored: red and blue above, green and white below.
 */
export async function pictureWithSecrets(
  format: 'jpeg' | 'png' | 'webp',
  { orientation = 6, width = 600, height = 400 } = {},
) {
  const quarter = (background: string, left: number, top: number) => ({
    input: { create: { width: width / 2, height: height / 2, channels: 3 as const, background } },
    left,
    top,
  });
  const content = await sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .composite([
      quarter('#d00', 0, 0),
      quarter('#00d', width / 2, 0),
      quarter('#0d0', 0, height / 2),
    ])
    .withExif({
      IFD0: { Make: 'SECRET-MAKER', ImageDescription: 'SECRET-COMMENT' },
      IFD2: { BodySerialNumber: 'SECRET-SERIAL' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1', GPSLongitudeRef: 'E' },
    })
    .withXmp(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description>SECRET-XMP</rdf:Description></rdf:RDF></x:xmpmeta>',
    )
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer();
  if (format === 'png') return withChunk(content, 'tEXt', 'Comment\0SECRET-IPTC');
  if (format === 'webp') return content;
  // What editors and cameras add: an IPTC note, and a thumbnail.
  const iptc = `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x10\x1c\x02\x78\0\x0bSECRET-IPTC`;
  const thumbnail = 'JFXX\0\x10\xff\xd8\xff\xfe\0\x12SECRET-THUMBNAIL\xff\xd9';
  return withSegment(withSegment(content, 0xed, iptc), 0xe0, thumbnail);
}

/** A PDF with a line of text on each page, 400 by 300 points. */
export async function pdf(lines: string[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.setAuthor('SECRET-MAKER');
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const line of lines) {
    document.addPage([400, 300]).drawText(line, { x: 40, y: 200, size: 24, font });
  }
  return Buffer.from(await document.save());
}

/** Adds a segment to a JPEG. */
export function withSegment(jpeg: Buffer, marker: number, text: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text, 'latin1'), jpeg.subarray(2)]);
}

/** Adds a chunk to a PNG, right after its header. */
export function withChunk(png: Buffer, type: string, content: string | Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), Buffer.from(content as string, 'latin1')]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  check.writeUInt32BE(crc32(body));
  // The signature has 8 bytes, the header 25.
  return Buffer.concat([png.subarray(0, 33), length, body, check, png.subarray(33)]);
}
