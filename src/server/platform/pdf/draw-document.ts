import PDFDocument from 'pdfkit';
import type { PrintedBlock, PrintedDocument } from '#core/platform/printed-document.ts';
import { type FontName, fontPath } from '#server/platform/pdf/font-files.ts';
import { fontsFor, hasGlyphs } from '#server/platform/pdf/fonts.ts';
import { visualOrder } from '#server/platform/pdf/visual-order.ts';

/* How a document becomes a tagged PDF (PDF/UA). */

/** A document as a PDF, and what of it could not be drawn. */
export interface DrawnPdf {
  bytes: Buffer;
  /** The characters that none of our fonts has, each once. They are drawn as {@link placeholder}. */
  missing: string[];
}

/** What stands for a character that no font has. */
export const placeholder = '\ufffd';

const margin = 56;
// A4, which printers with letter paper fit, too.
const page = { width: 595.28, height: 841.89 };
const width = page.width - 2 * margin;
const bottom = page.height - margin - 24;
const ink = '#1d2a24';
const quiet = '#55605a';
const line = '#b9b2a2';
const sizes = { title: 20, heading: 13, text: 10.5, small: 9 } as const;
type Weight = 'regular' | 'bold';
interface Style {
  size: number;
  weight?: Weight;
  color?: string;
}

/** Some characters that one font draws. */
interface Run {
  font: FontName;
  text: string;
}

/** One line as it is drawn, and as it reads. */
interface Line {
  runs: Run[];
  width: number;
  /** What a reader hears, and a copy contains, if the order or the characters differ from what is drawn. */
  actual: string | null;
}

/**
 * Draws a document as a tagged PDF that assistive technology can read (PDF/UA): with its language, a title, headings,
 * tables whose headers have a scope, and the text of each line in the order in which it reads.
 */
export async function drawDocument(document: PrintedDocument, madeAt: Date): Promise<DrawnPdf> {
  const pdf = new PDFDocument({
    size: [page.width, page.height],
    margin,
    pdfVersion: '1.7',
    // The types of PDFKit do not know it yet.
    subset: 'PDF/UA' as 'PDF/A-1',
    tagged: true,
    lang: document.language,
    displayTitle: true,
    info: {
      Title: document.title,
      Author: document.issuer[0] ?? '',
      CreationDate: madeAt,
      ModDate: madeAt,
    },
    bufferPages: true,
    autoFirstPage: true,
    font: fontPath('regular'),
  });
  const collected = collect(pdf);
  const missing = new Set<string>();
  draw(pdf, document, missing);
  pdf.end();
  return { bytes: await collected, missing: [...missing] };
}

function collect(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
  });
}

function draw(pdf: PDFKit.PDFDocument, document: PrintedDocument, missing: Set<string>): void {
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  let y = margin;
  const pen: Pen = {
    pdf,
    missing,
    get y() {
      return y;
    },
    set y(value) {
      y = value;
    },
    makeRoom(height) {
      if (y + height <= bottom || y === margin) return false;
      pdf.addPage();
      y = margin;
      return true;
    },
  };
  const [name, ...address] = document.issuer;
  if (document.mark !== null) {
    writeText(pen, root, 'P', document.mark, {
      size: sizes.heading,
      weight: 'bold',
      color: '#9c2f1f',
    });
    y += 8;
  }
  if (name !== undefined) writeText(pen, root, 'P', name, { size: sizes.heading, weight: 'bold' });
  for (const part of address) writeText(pen, root, 'P', part, { size: sizes.text, color: quiet });
  y += 18;
  writeText(pen, root, 'H1', document.title, { size: sizes.title, weight: 'bold' });
  y += 10;
  for (const block of document.blocks) {
    drawBlock(pen, root, block);
    y += 12;
  }
  if (missing.size > 0) {
    writeText(
      pen,
      root,
      'P',
      `${placeholder}: a character that we cannot print. Our records have the text as it was entered.`,
      { size: sizes.small, color: quiet },
    );
  }
  root.end();
  numberPages(pdf, document);
}

interface Pen {
  pdf: PDFKit.PDFDocument;
  missing: Set<string>;
  y: number;
  /** Begins a page if there is no room; returns whether it did. */
  makeRoom(height: number): boolean;
}

type Element = PDFKit.PDFStructureElement;

function drawBlock(pen: Pen, root: Element, block: PrintedBlock): void {
  switch (block.type) {
    case 'paragraph':
      writeText(pen, root, 'P', block.text, { size: sizes.text });
      return;
    case 'heading':
      writeText(pen, root, 'H2', block.text, { size: sizes.heading, weight: 'bold' });
      return;
    case 'facts':
      drawFacts(pen, root, block.rows);
      return;
    case 'table':
      drawTable(pen, root, block);
      return;
    case 'signature': {
      pen.makeRoom(70);
      writeText(pen, root, 'P', block.caption, { size: sizes.small, color: quiet });
      pen.y += 26;
      rule(pen, 200);
      writeText(pen, root, 'P', block.name, { size: sizes.text, weight: 'bold' });
      if (block.title !== '') writeText(pen, root, 'P', block.title, { size: sizes.text });
    }
  }
}

/** A text of its own, over as many lines and pages as it takes. */
function writeText(pen: Pen, parent: Element, tag: string, text: string, style: Style): void {
  const lines = toLines(pen, text, width, style);
  const height = lineHeight(style);
  pen.makeRoom(Math.min(lines.length, 3) * height);
  const element = pen.pdf.struct(tag as 'P');
  parent.add(element);
  for (const each of lines) {
    pen.makeRoom(height);
    const { y } = pen;
    writeLine(pen, element, each, margin, y, style);
    pen.y += height;
  }
  element.end();
}

const labelWidth = 190;
const pad = 3;

/** A table of two columns, whose first one names what the second one says. */
function drawFacts(pen: Pen, root: Element, rows: { label: string; value: string }[]): void {
  const table = pen.pdf.struct('Table');
  root.add(table);
  for (const { label, value } of rows) {
    drawRow(pen, table, [
      {
        text: label,
        tag: 'TH',
        scope: 'Row',
        x: margin,
        width: labelWidth,
        style: { size: sizes.text, color: quiet },
      },
      {
        text: value,
        tag: 'TD',
        x: margin + labelWidth,
        width: width - labelWidth,
        style: { size: sizes.text, weight: 'bold' },
      },
    ]);
  }
  table.end();
}

interface Cell {
  text: string;
  tag: 'TH' | 'TD';
  scope?: 'Row' | 'Column';
  x: number;
  width: number;
  isAtEnd?: boolean;
  style: Style;
}

/** Draws a row, whole on one page; returns whether it began a page. */
function drawRow(pen: Pen, table: Element, cells: Cell[]): boolean {
  const drawn = cells.map((cell) => ({
    ...cell,
    lines: toLines(pen, cell.text, cell.width - pad, cell.style),
  }));
  const height =
    Math.max(...drawn.map(({ lines, style }) => lines.length * lineHeight(style))) + 2 * pad;
  const isNewPage = pen.makeRoom(height);
  const row = pen.pdf.struct('TR');
  table.add(row);
  for (const { tag, scope, x, width: cellWidth, isAtEnd, lines, style } of drawn) {
    const cell = pen.pdf.struct(tag, scope ? ({ scope } as never) : {});
    row.add(cell);
    lines.forEach((each, index) => {
      const left = isAtEnd ? x + cellWidth - pad - each.width : x;
      writeLine(pen, cell, each, left, pen.y + pad + index * lineHeight(style), style);
    });
    cell.end();
  }
  row.end();
  pen.y += height;
  rule(pen, width);
  return isNewPage;
}

function drawTable(pen: Pen, root: Element, block: Extract<PrintedBlock, { type: 'table' }>): void {
  const { columns, rows, total } = block;
  // Texts get what amounts and short columns leave: the second column holds the longest ones.
  const narrow = 84;
  const widths = columns.map((_, index) =>
    index === 1 ? width - narrow * (columns.length - 1) : narrow,
  );
  const cellsOf = (
    texts: readonly string[],
    tag: Cell['tag'],
    scope: Cell['scope'],
    weight: Weight,
  ): Cell[] => {
    let x = margin;
    return columns.map(({ isAmount = false }, index) => {
      const cell = {
        text: texts[index] ?? '',
        tag,
        ...(scope && { scope }),
        x,
        width: widths[index] ?? narrow,
        isAtEnd: isAmount,
        style: { size: sizes.small, weight },
      };
      x += widths[index] ?? narrow;
      return cell;
    });
  };
  const table = pen.pdf.struct('Table');
  root.add(table);
  const head = pen.pdf.struct('THead');
  table.add(head);
  const titles = columns.map(({ title }) => title);
  drawRow(pen, head, cellsOf(titles, 'TH', 'Column', 'bold'));
  head.end();
  const body = pen.pdf.struct('TBody');
  table.add(body);
  for (const texts of rows) drawRow(pen, body, cellsOf(texts, 'TD', undefined, 'regular'));
  const [first, ...others] = cellsOf(total, 'TD', undefined, 'bold');
  if (first) drawRow(pen, body, [{ ...first, tag: 'TH', scope: 'Row' }, ...others]);
  body.end();
  table.end();
}

/** A thin line below what was drawn; assistive technology skips it. */
function rule(pen: Pen, length: number): void {
  const { pdf, y } = pen;
  pdf.markContent('Artifact', { type: 'Layout' } as never);
  pdf
    .moveTo(margin, y)
    .lineTo(margin + length, y)
    .lineWidth(0.5)
    .strokeColor(line)
    .stroke();
  pdf.endMarkedContent();
  pen.y += 1;
}

function numberPages(pdf: PDFKit.PDFDocument, { language }: PrintedDocument): void {
  const { start, count } = pdf.bufferedPageRange();
  if (count < 2) return;
  for (let index = start; index < start + count; index++) {
    pdf.switchToPage(index);
    pdf.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] } as never);
    pdf.font(fontPath('regular')).fontSize(sizes.small).fillColor(quiet);
    // Below the margin, PDFKit would begin another page.
    pdf.page.margins.bottom = 0;
    const text = `${index - start + 1} / ${new Intl.NumberFormat(language).format(count)}`;
    pdf.text(text, margin, page.height - margin, { width, align: 'right', lineBreak: false });
    pdf.endMarkedContent();
  }
}

/** Draws one line: as plain content, or as a span that says how it reads. */
function writeLine(
  pen: Pen,
  parent: Element,
  { runs, actual }: Line,
  x: number,
  y: number,
  style: Style,
): void {
  const { pdf } = pen;
  const write = () => {
    let left = x;
    for (const { font, text } of runs) {
      setFont(pdf, font, style);
      pdf.fillColor(style.color ?? ink).text(text, left, y, { lineBreak: false });
      left += pdf.widthOfString(text);
    }
  };
  if (actual === null) parent.add(write);
  else {
    const span = pdf.struct('Span', { actual });
    parent.add(span);
    span.add(write);
    span.end();
  }
}

function setFont(pdf: PDFKit.PDFDocument, font: FontName, { size }: Style): void {
  pdf.font(fontPath(font)).fontSize(size);
}

function lineHeight({ size }: Style): number {
  return size * 1.4;
}

/** A text in lines that are not wider than the width; its own line breaks stay. */
function toLines(pen: Pen, text: string, most: number, style: Style): Line[] {
  return text.split(/\r?\n/).flatMap((paragraph) => {
    const lines: string[] = [];
    let current = '';
    for (const word of paragraph.split(/(?<= )/u)) {
      if (measure(pen, current + word.trimEnd(), style) <= most) {
        current += word;
        continue;
      }
      if (current !== '') lines.push(current);
      current = '';
      // A word that is wider than the line is cut where it has to be.
      for (const { segment } of graphemes.segment(word)) {
        if (current !== '' && measure(pen, (current + segment).trimEnd(), style) > most) {
          lines.push(current);
          current = '';
        }
        current += segment;
      }
    }
    lines.push(current);
    return lines.map((each) => toLine(pen, each, style));
  });
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function measure(pen: Pen, text: string, style: Style): number {
  return widthOf(pen, toRuns(pen, text, style), style);
}

function widthOf({ pdf }: Pen, runs: Run[], style: Style): number {
  return runs.reduce((sum, { font, text }) => {
    setFont(pdf, font, style);
    return sum + pdf.widthOfString(text);
  }, 0);
}

function toLine(pen: Pen, text: string, style: Style): Line {
  const parts = visualOrder(text);
  const runs = parts.flatMap((part) => toRuns(pen, part.text, style));
  const isAsRead =
    parts.every(({ isRightToLeft }) => !isRightToLeft) &&
    runs.map((run) => run.text).join('') === text;
  return {
    runs,
    width: widthOf(pen, toRuns(pen, text.trimEnd(), style), style),
    actual: isAsRead ? null : text,
  };
}

/** A text by the fonts that draw it. What no font has, becomes the placeholder, and is told. */
function toRuns(pen: Pen, text: string, { weight = 'regular' }: Style): Run[] {
  const runs: Run[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const found = fontsFor[weight].find((name) => hasGlyphs(name, segment));
    if (!found) {
      for (const character of segment) {
        if (!fontsFor[weight].some((name) => hasGlyphs(name, character)))
          pen.missing.add(character);
      }
    }
    const run = found
      ? { font: found, text: segment }
      : { font: 'regular' as const, text: placeholder };
    const last = runs.at(-1);
    if (last?.font === run.font) last.text += run.text;
    else runs.push(run);
  }
  return runs;
}
