import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { type FileKind, fileKinds } from '#contract/publishing/files.ts';
import { heic, pdf, picture, withChunk, withSegment } from '#test/support/sample-files.ts';
import { box, element, mp4, webm } from '#test/support/sample-videos.ts';

/** A file that must not be accepted as it is. */
export interface BadFile {
  name: string;
  kind: FileKind;
  content: Buffer;
  /** The type that the sender claims, which must not be believed. */
  headers: Record<string, string>;
}

/** What must not be in anything made from a bad file. */
export const payload = '<script>alert(1)</script>';

const svg = `<svg xmlns="http://www.w3.org/2000/svg">${payload}</svg>`;
const bytes = (content: string | number[]) => Buffer.from(content as string, 'latin1');
const pad = (start: string | number[]) => Buffer.concat([bytes(start), Buffer.alloc(5_000)]);
const zip = Buffer.concat([bytes('PK\u0003\u0004'), Buffer.alloc(26), bytes(payload)]);

/** Files of unsupported types. */
export const foreignTypes: Record<string, Buffer> = {
  SVG: bytes(svg),
  'SVG with an XML head': bytes(`<?xml version="1.0"?>${svg}`),
  HTML: bytes(`<!doctype html><html>${payload}</html>`),
  'HTML after a PDF comment': pad(`<html><!--%PDF-1.7-->${payload}`),
  'PDF after HTML': pad(`${payload}\n%PDF-1.7`),
  'JPEG after HTML': pad(`${payload}\u00ff\u00d8\u00ff`),
  JavaScript: bytes('alert(1)//'),
  PHP: bytes('<?php system($_GET[0]);'),
  GIF: pad('GIF89a'),
  GIFAR: Buffer.concat([pad('GIF89a'), zip]),
  'GIF with JavaScript': pad('GIF89a=1;alert(1)'),
  zip,
  gzip: pad([0x1f, 0x8b, 8]),
  'Windows program': pad('MZ\u0090'),
  'Linux program': pad('\u007fELF'),
  'shell script': pad('#!/bin/sh\n'),
  BMP: pad('BM'),
  TIFF: pad('II*\u0000'),
  icon: pad([0, 0, 1, 0]),
  AVIF: Buffer.concat([box('ftyp', 'avif', [0, 0, 0, 0]), Buffer.alloc(5_000)]),
  'HEIC that moves': Buffer.concat([box('ftyp', 'hevc', [0, 0, 0, 0]), Buffer.alloc(5_000)]),
  QuickTime: Buffer.concat([box('ftyp', 'qt  ', [0, 0, 0, 0]), Buffer.alloc(5_000)]),
  Matroska: element('1a45dfa3', element('4282', 'matroska'), Buffer.alloc(5_000)),
  AVI: pad('RIFF\u0000\u0000\u0000\u0000AVI '),
  WAV: pad('RIFF\u0000\u0000\u0000\u0000WAVE'),
  MP3: pad('ID3\u0003'),
  Flash: pad('CWS\u0005'),
  'Office document': pad([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
  text: bytes('hello'),
  'text in UTF-16': pad([0xff, 0xfe, 0x3c, 0]),
  'one byte': bytes([0xff]),
  zeros: Buffer.alloc(5_000),
};

// Names that somebody would use who hopes that the name decides.
const disguises = ['evil.php.jpg', 'evil.jpg.svg', 'evil.jpg', 'evil.svg\u0000.png'];
const mimeTypes = ['image/jpeg', 'image/png', 'text/html', 'image/svg+xml', 'video/mp4'];

/** All bad files: unsupported types, two types in one, types other than claimed, and truncated files. */
export async function badFiles(): Promise<BadFile[]> {
  const all: Omit<BadFile, 'headers'>[] = [];
  const add = (kind: FileKind, name: string, content: Buffer) => all.push({ kind, name, content });
  for (const kind of fileKinds) {
    for (const [name, content] of Object.entries(foreignTypes)) add(kind, name, content);
    add(kind, 'nothing', Buffer.alloc(0));
  }
  const whole = await wholeFiles();
  for (const [kind, name, content] of await twoInOne(whole)) add(kind, name, content);
  for (const kind of fileKinds) {
    for (const [name, { fits, content }] of Object.entries(whole)) {
      if (!fits.includes(kind)) add(kind, `${name} as ${kind}`, content);
    }
  }
  const shares = [0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99];
  for (const [name, { fits, content }] of Object.entries(whole)) {
    for (const kind of fits) {
      for (const share of shares) {
        const end = Math.floor(content.length * share);
        add(kind, `${share} of a ${name}`, content.subarray(0, end));
      }
    }
  }
  return all.map((file, index) => ({
    ...file,
    headers: {
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(disguises[index % disguises.length] ?? '')}`,
      'x-content-type': mimeTypes[index % mimeTypes.length] ?? '',
    },
  }));
}

type Whole = Record<string, { fits: readonly FileKind[]; content: Buffer }>;

// Noise does not compress: a missing part of the file is a missing part of the picture.
function noise(format: 'jpeg' | 'png' | 'webp'): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: 90_000 }, (_, index) => (index * 7919) % 251));
  return sharp(pixels, { raw: { width: 200, height: 150, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

async function wholeFiles(): Promise<Whole> {
  const pictures = ['photo', 'receipt'] as const;
  return {
    JPEG: { fits: pictures, content: await noise('jpeg') },
    PNG: { fits: pictures, content: await noise('png') },
    WebP: { fits: pictures, content: await noise('webp') },
    HEIC: { fits: pictures, content: heic() },
    PDF: { fits: ['receipt'], content: await pdf(['One', 'Two']) },
    MP4: { fits: ['video'], content: mp4() },
    WebM: { fits: ['video'], content: webm() },
  };
}

/** Files that are of a supported type and something else, too. */
async function twoInOne(whole: Whole): Promise<[FileKind, string, Buffer][]> {
  const all: [FileKind, string, Buffer][] = [];
  const extras = { HTML: bytes(payload), zip, SVG: bytes(svg), PHP: bytes(`<?php ${payload}`) };
  for (const [name, { fits, content }] of Object.entries(whole)) {
    for (const [extra, appended] of Object.entries(extras)) {
      for (const kind of fits) {
        all.push([kind, `${name} with ${extra} behind`, Buffer.concat([content, appended])]);
      }
    }
  }
  const jpeg = await picture();
  const png = await picture('png');
  const document = await PDFDocument.create();
  document.addPage([300, 300]);
  document.addJavaScript('open', `app.alert(1); // ${payload}`);
  const active = Buffer.from(await document.save({ useObjectStreams: false }));
  for (const kind of ['photo', 'receipt'] as const) {
    all.push(
      [kind, 'JPEG with JavaScript', jpegAndScript(jpeg)],
      [kind, 'JPEG with HTML as comment', withSegment(jpeg, 0xfe, payload)],
      [
        kind,
        'JPEG with HTML as profile',
        withSegment(jpeg, 0xe2, `ICC_PROFILE\0\u0001\u0001${payload}`),
      ],
      [kind, 'PNG with HTML as text', withChunk(png, 'tEXt', `Comment\0${payload}`)],
      [kind, 'PNG with HTML in a chunk of its own', withChunk(png, 'evIl', payload)],
    );
  }
  all.push(
    ['receipt', 'PDF with JavaScript', active],
    [
      'receipt',
      'PDF with HTML in its head',
      Buffer.concat([bytes(`%PDF-1.7\n%${payload}\n`), active]),
    ],
    [
      'video',
      'MP4 with HTML in front',
      Buffer.concat([box('ftyp', 'isom'), box('free', payload), mp4()]),
    ],
    [
      'video',
      'WebM with HTML in what players skip',
      Buffer.concat([webm(), element('ec', payload)]),
    ],
  );
  return all;
}

/** A JPEG that is also JavaScript: the length of its first segment begins a comment. */
function jpegAndScript(jpeg: Buffer): Buffer {
  const length = 0x2f2a;
  const script = bytes(`*/=1;alert(1);/*${payload}`);
  const filling = Buffer.alloc(length - 2 - script.length);
  return Buffer.concat([
    bytes([0xff, 0xd8, 0xff, 0xe0, 0x2f, 0x2a]),
    script,
    filling,
    jpeg.subarray(2),
    bytes('*/'),
  ]);
}
