import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, type PDFFont, rgb, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import type { Redaction } from '#contract/publishing/files.ts';
import { sumCents } from '#core/platform/money.ts';
import { renderPdf } from '#server/publishing/processing/render-pdf.ts';
import { centsOf, onPaper } from './amounts.ts';

/** A line of a receipt. `isPrivate` marks personal data, which gets blacked out. */
export interface ReceiptStory {
  payee: string;
  address: string;
  title: string;
  date: string;
  people: { label: string; text: string; isPrivate?: boolean }[];
  items: [text: string, dollars: number][];
  /** A last line, such as the payment method. */
  end: string;
}

/** A receipt as uploaded, and the areas that nobody else should see. */
export interface Receipt {
  content: Buffer;
  redactions: Redaction[];
}

// A5, in points.
const [width, height] = [420, 595];
const margin = 44;
const ink = rgb(0.12, 0.16, 0.14);
const soft = rgb(0.42, 0.45, 0.43);
const accent = rgb(0.12, 0.3, 0.23);

/** A receipt as a PDF. */
export async function receiptPdf(story: ReceiptStory): Promise<Receipt> {
  const document = await PDFDocument.create();
  const plain = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const page = document.addPage([width, height]);
  const redactions: Redaction[] = [];
  // From the top down, as people read; PDF coordinates start at the bottom.
  let y = 62;
  const write = (text: string, { x = margin, size = 11, font = plain as PDFFont, color = ink }) =>
    page.drawText(text, { x, y: height - y, size, font, color });
  const writeRight = (text: string, font: PDFFont) =>
    write(text, { x: width - margin - font.widthOfTextAtSize(text, 11), font });
  const rule = () =>
    page.drawLine({
      start: { x: margin, y: height - y + 14 },
      end: { x: width - margin, y: height - y + 14 },
      thickness: 0.8,
      color: soft,
    });

  page.drawRectangle({ x: 0, y: height - 12, width, height: 12, color: accent });
  write(story.payee, { size: 20, font: bold, color: accent });
  y += 18;
  write(story.address, { size: 9, color: soft });
  y += 44;
  write(story.title, { size: 14, font: bold });
  y += 20;
  write(`Date: ${story.date}`, { color: soft });
  y += 30;
  for (const { label, text, isPrivate } of story.people) {
    write(label, { size: 9, color: soft });
    write(text, { x: margin + 110 });
    if (isPrivate) {
      const textWidth = plain.widthOfTextAtSize(text, 11);
      redactions.push({
        page: 1,
        x: (margin + 106) / width,
        y: (y - 12) / height,
        width: (textWidth + 8) / width,
        height: 17 / height,
      });
    }
    y += 20;
  }
  y += 26;
  rule();
  for (const [text, dollars] of story.items) {
    write(text, {});
    writeRight(onPaper(centsOf(dollars)), plain);
    y += 20;
  }
  y += 8;
  rule();
  write('Total paid', { font: bold });
  const total = sumCents(story.items.map(([, dollars]) => centsOf(dollars)));
  writeRight(onPaper(total), bold);
  y += 44;
  write(story.end, { size: 9, color: soft });
  return { content: Buffer.from(await document.save()), redactions };
}

// The table around the paper, in pixels.
const rim = 70;

/** The same receipt, as if photographed on a table. */
export async function receiptPicture(story: ReceiptStory): Promise<Receipt> {
  const { content, redactions } = await receiptPdf(story);
  const folder = await mkdtemp(join(tmpdir(), 'everycent-demo-'));
  try {
    const path = join(folder, 'receipt.pdf');
    await writeFile(path, content);
    const { outputs } = await renderPdf(path, folder);
    const paper = await readFile(outputs[0]?.path ?? '');
    const size = await sharp(paper).metadata();
    const framed = { width: size.width + 2 * rim, height: size.height + 2 * rim };
    return {
      content: await sharp(paper)
        .extend({ top: rim, bottom: rim, left: rim, right: rim, background: '#b98d55' })
        .jpeg({ quality: 88 })
        .toBuffer(),
      redactions: redactions.map((part) => ({
        page: part.page,
        x: (rim + part.x * size.width) / framed.width,
        y: (rim + part.y * size.height) / framed.height,
        width: (part.width * size.width) / framed.width,
        height: (part.height * size.height) / framed.height,
      })),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
