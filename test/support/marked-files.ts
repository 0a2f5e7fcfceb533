import { deflateSync } from 'node:zlib';
import {
  AFRelationship,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFString,
  rgb,
  StandardFonts,
} from 'pdf-lib';
import sharp from 'sharp';
import type { FileKind } from '#contract/publishing/files.ts';
import { type Marks, marksFor } from '#test/support/marks.ts';
import { heic, withChunk, withSegment } from '#test/support/sample-files.ts';
import { box, mp4, type Say, soundWith, webm } from '#test/support/sample-videos.ts';

/** A file with a mark at every place where its format can hide something. */
export interface MarkedFile {
  name: string;
  kind: FileKind;
  content: Buffer;
  marks: Marks;
}

/** One of each format. */
export async function markedFiles(): Promise<MarkedFile[]> {
  const make = async (
    name: string,
    kind: FileKind,
    write: (say: Say) => Buffer | Promise<Buffer>,
  ) => {
    const marks = marksFor(name);
    return { name, kind, content: await write(marks.say), marks };
  };
  return [
    await make('MP4', 'video', (say) => mp4({ say, sound: soundWith(say) })),
    await make('WebM', 'video', (say) => webm({ say, opus: paddedOpus(say) })),
    await make('JPEG', 'photo', markedJpeg),
    await make('PNG', 'photo', markedPng),
    await make('WebP', 'photo', markedWebp),
    await make('HEIC', 'photo', markedHeic),
    await make('PDF', 'receipt', markedPdf),
    await make('JPEG receipt', 'receipt', markedJpeg),
  ];
}

/** A packet of Opus with one frame of silence and padding. */
function paddedOpus(say: Say): Buffer {
  const padding = Buffer.from(say('PADDING'));
  return Buffer.concat([Buffer.from([0xfb, 0x41, padding.length, 0xff, 0xfe]), padding]);
}

function plain() {
  return sharp({ create: { width: 300, height: 200, channels: 3, background: '#2a6b4f' } });
}

/** With everything that cameras and editors write about a picture. */
function described(say: Say) {
  return plain().withExif({
    IFD0: {
      ImageDescription: say('EXIF description'),
      Make: say('EXIF maker'),
      Model: say('EXIF model'),
      Software: say('EXIF software'),
      Artist: say('EXIF artist'),
      Copyright: say('EXIF copyright'),
    },
    IFD2: {
      BodySerialNumber: say('EXIF serial number'),
      LensSerialNumber: say('EXIF serial number of the lens'),
      CameraOwnerName: say('EXIF owner'),
      UserComment: say('EXIF comment'),
    },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: '52/1 31/1 0/1',
      GPSMapDatum: say('EXIF map'),
      GPSDateStamp: say('EXIF day of the position', 11),
    },
  });
}

function xmp(say: Say): string {
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description>${say('XMP')}</rdf:Description></rdf:RDF></x:xmpmeta>`;
}

/** A color profile that is true, with something behind its last field. */
async function profile(say: Say): Promise<Buffer> {
  const { icc } = await sharp(await plain().withIccProfile('srgb').jpeg().toBuffer()).metadata();
  const content = Buffer.concat([icc ?? Buffer.alloc(0), Buffer.from(say('color profile'))]);
  content.writeUInt32BE(content.length);
  return content;
}

async function markedJpeg(say: Say): Promise<Buffer> {
  let content: Buffer = await described(say).withXmp(xmp(say)).jpeg().toBuffer();
  const segments: [number, string][] = [
    [0xfe, say('comment')],
    [0xe0, `JFXX\0\x10\xff\xd8\xff\xfe\0\x1a${say('thumbnail')}\xff\xd9`],
    [0xe1, `http://ns.adobe.com/xmp/extension/\0${say('extended XMP')}`],
    [0xe2, `ICC_PROFILE\0\x01\x01${(await profile(say)).toString('latin1')}`],
    [0xe2, `MPF\0${say('further pictures')}`],
    [0xe2, `FPXR\0${say('FlashPix')}`],
    [0xed, `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x1d\x1c\x02\x78\0\x18${say('IPTC')}`],
    [0xe1, `Exif\0\0II*\0\x08\0\0\0\0\0${say('EXIF note of the maker')}`],
    ...[3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15].map((number): [number, string] => [
      0xe0 + number,
      say(`APP${number}`),
    ]),
  ];
  for (const [marker, text] of segments) content = withSegment(content, marker, text);
  return Buffer.concat([content, Buffer.from(say('behind the end'))]);
}

async function markedPng(say: Say): Promise<Buffer> {
  let content: Buffer = await described(say).png().toBuffer();
  const zipped = (text: string) => deflateSync(Buffer.from(text)).toString('latin1');
  const chunks: [string, string][] = [
    ['tEXt', `Comment\0${say('text')}`],
    ['zTXt', `Raw profile type iptc\0\0${zipped(say('compressed text'))}`],
    ['iTXt', `Author\0\0\0\0\0${say('international text')}`],
    ['iTXt', `Title\0\x01\0\0\0${zipped(say('compressed international text'))}`],
    ['iTXt', `XML:com.adobe.xmp\0\0\0\0\0${xmp(say)}`],
    ['iCCP', `icc\0\0${deflateSync(await profile(say)).toString('latin1')}`],
    ['sPLT', `${say('palette')}\0\x08`],
    ['prVt', say('private chunk')],
    ['caBX', say('content credentials')],
    ['iDOT', say('chunk of Apple')],
    ['vpAg', say('canvas')],
  ];
  for (const [type, text] of chunks) content = withChunk(content, type, text);
  return Buffer.concat([content, Buffer.from(say('behind the end'))]);
}

async function markedWebp(say: Say): Promise<Buffer> {
  const chunk = (type: string, text: string) => {
    const head = Buffer.alloc(8);
    head.write(type);
    head.writeUInt32LE(text.length, 4);
    return Buffer.concat([head, Buffer.from(text), Buffer.alloc(text.length % 2)]);
  };
  const content = Buffer.concat([
    await described(say).withXmp(xmp(say)).webp().toBuffer(),
    chunk('JUNK', say('unknown chunk')),
    chunk('C2PA', say('content credentials')),
  ]);
  content.writeUInt32LE(content.length - 8, 4);
  return Buffer.concat([content, Buffer.from(say('behind the end'))]);
}

/** The sample of an iPhone, whose own secrets are in its metadata, with more boxes. */
function markedHeic(say: Say): Buffer {
  const named = heic()
    .toString('latin1')
    .replaceAll(/SECRET-\w+/g, (word) => say(word, word.length));
  return Buffer.concat([
    Buffer.from(named, 'latin1'),
    box('free', say('free')),
    box('skip', say('skip')),
    box('uuid', `${say('uuid')}-of-sixteen-and-more`),
    box('sefd', say('box of Samsung')),
    box('mdat', say('bytes that nothing refers to')),
    box('mpvd', say('motion photo')),
  ]);
}

async function markedPdf(say: Say): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.setTitle(say('title'));
  document.setAuthor(say('author'));
  document.setSubject(say('subject'));
  document.setKeywords([say('keywords')]);
  document.setProducer(say('producer'));
  document.setCreator(say('creator'));
  const { context, catalog } = document;
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([400, 300]);
  page.drawText('Furnace  $19.99', { x: 40, y: 200, size: 24, font });
  page.drawText(say('text in white'), { x: 40, y: 150, size: 12, font, color: rgb(1, 1, 1) });
  page.drawText(say('text under a black bar'), { x: 40, y: 100, size: 12, font });
  page.drawRectangle({ x: 30, y: 90, width: 300, height: 30, color: rgb(0, 0, 0) });
  page.drawText(say('text beside the page'), { x: 4_000, y: 100, size: 12, font });
  page.drawText(say('text without size'), { x: 40, y: 50, size: 0.01, font });
  const photo = await document.embedJpg(
    Uint8Array.from(await markedJpeg((place) => say(`photo ${place}`))),
  );
  page.drawImage(photo, { x: 300, y: 200, width: 60, height: 40 });
  const stream = (text: string, entries = {}) =>
    context.register(context.flateStream(Buffer.from(text), entries));
  catalog.set(PDFName.of('Metadata'), stream(say('XMP'), { Type: 'Metadata', Subtype: 'XML' }));
  page.node.set(PDFName.of('Metadata'), stream(say('XMP of the page')));
  page.node.set(
    PDFName.of('PieceInfo'),
    context.obj({ App: { Private: PDFString.of(say('piece info')) } }),
  );
  page.node.set(
    PDFName.of('Annots'),
    context.obj([
      context.obj({
        Type: 'Annot',
        Subtype: 'Text',
        Rect: [10, 10, 20, 20],
        F: 2,
        Contents: PDFString.of(say('annotation')),
        T: PDFHexString.fromText(say('name of its author')),
      }),
    ]),
  );
  catalog.set(
    PDFName.of('Outlines'),
    context.obj({ First: { Title: PDFString.of(say('bookmark')) } }),
  );
  catalog.set(PDFName.of('Lang'), PDFString.of(say('language')));
  catalog.set(PDFName.of('URI'), context.obj({ Base: PDFString.of(say('address')) }));
  catalog.set(PDFName.of('Unknown'), PDFString.of(say('unknown entry')));
  catalog.set(
    PDFName.of('StructTreeRoot'),
    context.obj({ Alt: PDFString.of(say('alternative text')) }),
  );
  catalog.set(
    PDFName.of('OCProperties'),
    context.obj({ OCGs: [], D: { Name: PDFString.of(say('hidden layer')) } }),
  );
  stream(say('object that nothing refers to'));
  document.addJavaScript('open', `var place = '${say('JavaScript')}'`);
  await document.attach(Buffer.from(say('attachment')), `${say('name of an attachment')}.txt`, {
    description: say('description of an attachment'),
    afRelationship: AFRelationship.Data,
  });
  const field = document.getForm().createTextField(say('name of a field'));
  field.setText(say('value of a hidden field'));
  const saved = Buffer.from(await document.save());
  // As if a word had been deleted later: the first version is still in front.
  const update = `\n% ${say('comment')}\n1 0 obj\n(${say('later version')})\nendobj\n`;
  return Buffer.concat([saved, Buffer.from(`${update}${say('behind the end')}`)]);
}
