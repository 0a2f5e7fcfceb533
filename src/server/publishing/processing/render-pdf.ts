import { readFile } from 'node:fs/promises';
import { PDFiumDocument } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { maxPages } from '#contract/publishing/file-limits.ts';
import type { FontName } from '#server/platform/pdf/font-files.ts';
import { writePage } from '#server/publishing/processing/make-pictures.ts';
import { collectLetters, isFormWithoutPages } from '#server/publishing/processing/pdf-gaps.ts';
import { type Pdfium, startPdfium } from '#server/publishing/processing/pdfium.ts';
import {
  type Output,
  RefusedContentError,
  type Result,
} from '#server/publishing/processing/processing.ts';

/* PDFs as pictures, and what is no picture of a receipt. */

// 150 dots per inch keep small print readable. A poster is drawn smaller, to stay within memory.
const pixelsPerPoint = 150 / 72;
const maxSide = 2200;

// What PDFium's own fonts have: the letters of Windows-1252.
const westernEuropean = /^[ -ÿ€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/u;
// Japanese, Korean, and the two kinds of Chinese, as Windows numbers them.
const eastAsian = [128, 129, 134, 136];

// FPDF_ERR_PASSWORD in public/fpdfview.h.
const passwordError = 4;

const whatToDo =
  'Please open it, print it to a new PDF, and add that, or add a photo or a screenshot of it.';

/**
 * The pictures of a PDF's pages. Throws RefusedContentError for one with a password or too many pages, and for one that
 * shows more elsewhere than we can draw.
 */
export async function renderPdf(input: string, outDir: string): Promise<Result> {
  let standIn: FontName | null = 'everything';
  const pdfium = await startPdfium((charset) =>
    eastAsian.includes(charset) ? 'everything' : standIn,
  );
  const content = await readFile(input);
  const opened = <T>(use: (opened: Opened) => T) => withDocument(pdfium, content, use);
  const count = await opened(({ document }) => document.getPageCount());
  refuseCount(count);
  if (await opened(({ handle }) => isFormWithoutPages(pdfium, handle, count))) {
    throw new RefusedContentError(
      'This PDF is an XFA form, which we cannot draw. Please open it in Adobe Acrobat Reader, print it to a new PDF, and add that, or add a screenshot of it.',
    );
  }
  const letters = new Set<string>();
  const page = await opened(({ handle }) => collectLetters(pdfium, handle, count, letters));
  if (page !== null) {
    throw new RefusedContentError(
      `Page ${page} of this PDF has letters that we cannot draw, because their font is not in the file. ${whatToDo}`,
    );
  }
  standIn = await standInFor([...letters].join(''));
  const outputs: Output[] = [];
  const blank: number[] = [];
  // An open document keeps the pictures of all pages drawn so far; opened for each page, it keeps only one.
  for (let page = 1; page <= count; page++) {
    const { isBlank, output } = await opened(({ document }) => drawPage(document, page, outDir));
    outputs.push(output);
    if (isBlank) blank.push(page);
  }
  if (blank.length === count) {
    throw new RefusedContentError(
      `This PDF is blank when we draw it: nothing shows on ${count === 1 ? 'its page' : 'any of its pages'}. If you see more, it may be damaged. ${whatToDo}`,
    );
  }
  const [first] = outputs;
  return {
    outputs,
    width: first?.width ?? null,
    height: first?.height ?? null,
    durationSeconds: null,
    // The back of a sheet often is, so that alone is no reason to refuse.
    ...(blank.length > 0 && { remark: blankPages(blank, count) }),
  };
}

/** The best looking font that has all of these letters; null for PDFium's own. */
async function standInFor(letters: string): Promise<FontName | null> {
  if (westernEuropean.test(letters)) return null;
  // Loaded on demand because it takes long.
  const { hasGlyphs } = await import('#server/platform/pdf/fonts.ts');
  return hasGlyphs('regular', letters) ? 'regular' : 'everything';
}

interface Opened {
  document: PDFiumDocument;
  handle: number;
}

async function withDocument<T>(
  pdfium: Pdfium,
  content: Buffer,
  use: (opened: Opened) => T,
): Promise<Awaited<T>> {
  const pointer = pdfium.wasmExports.malloc(content.length);
  pdfium.HEAPU8.set(content, pointer);
  const handle = pdfium._FPDF_LoadMemDocument(pointer, content.length, 0);
  if (handle === 0) {
    const isLocked = pdfium._FPDF_GetLastError() === passwordError;
    throw new RefusedContentError(
      isLocked
        ? 'This PDF needs a password. Please save it without one.'
        : 'This PDF is damaged: we could not read it.',
    );
  }
  const document = new PDFiumDocument({
    module: pdfium,
    documentPtr: pointer,
    documentIdx: handle,
  });
  try {
    return await use({ document, handle });
  } finally {
    document.destroy();
  }
}

function refuseCount(count: number): void {
  if (count === 0) {
    throw new RefusedContentError('This PDF has no pages. Please choose another file.');
  }
  if (count > maxPages) {
    throw new RefusedContentError(
      `This PDF has ${count} pages; we can use up to ${maxPages}. Please choose the pages that matter.`,
    );
  }
}

async function drawPage(document: PDFiumDocument, number: number, outDir: string) {
  const page = document.getPage(number - 1);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const longest = Math.max(originalWidth, originalHeight, 1);
  const { data, width, height } = await page.render({
    scale: Math.min(pixelsPerPoint, maxSide / longest),
    // Text typed into form fields is on the page, too.
    renderFormFields: true,
    render: async (bitmap) => bitmap.data,
  });
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const isBlank = pixels.every((pixel) => pixel === pixels[0]);
  const picture = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  const output = await writePage(picture, outDir, number);
  // Freed immediately: by default, that would happen only after many pages.
  (data.buffer as ArrayBuffer).transfer(0);
  return { isBlank, output };
}

function blankPages(pages: number[], count: number): string {
  const isOne = pages.length === 1;
  const which = new Intl.ListFormat('en-US').format(pages.map(String));
  return `${isOne ? 'Page' : 'Pages'} ${which} of ${count} ${isOne ? 'is' : 'are'} blank when we draw ${isOne ? 'it' : 'them'}. If something should be there, please add a photo or a screenshot of ${isOne ? 'it' : 'them'}.`;
}
