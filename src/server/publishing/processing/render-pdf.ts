import { readFile } from 'node:fs/promises';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { maxPages } from '#contract/publishing/files.ts';
import { writePage } from '#server/publishing/processing/make-pictures.ts';
import {
  type Output,
  RefusedContentError,
  type Result,
} from '#server/publishing/processing/processing.ts';

// 150 dots per inch keep small print readable. A poster is drawn smaller, to stay within memory.
const pixelsPerPoint = 150 / 72;
const maxSide = 2200;

/** The pictures of a PDF's pages. Throws RefusedContentError for one with a password or too many pages. */
export async function renderPdf(input: string, outDir: string): Promise<Result> {
  const library = await PDFiumLibrary.init();
  const content = await readFile(input);
  let document = await open(library, content);
  const count = document.getPageCount();
  if (count === 0) throw new RefusedContentError('This PDF has no pages.');
  if (count > maxPages) {
    throw new RefusedContentError(
      `This PDF has ${count} pages; we can use up to ${maxPages}. Please choose the pages that matter.`,
    );
  }
  const outputs: Output[] = [];
  for (let index = 0; index < count; index++) {
    if (index > 0) {
      // An open document keeps the pictures of all pages drawn so far; reopened for each page, it keeps only one.
      document.destroy();
      document = await open(library, content);
    }
    const page = document.getPage(index);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const longest = Math.max(originalWidth, originalHeight, 1);
    const { data, width, height } = await page.render({
      scale: Math.min(pixelsPerPoint, maxSide / longest),
      // Text typed into form fields is on the page, too.
      renderFormFields: true,
      render: async (bitmap) => bitmap.data,
    });
    const picture = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
    outputs.push(await writePage(picture, outDir, outputs.length + 1));
    // Freed immediately: by default, that would happen only after many pages.
    (data.buffer as ArrayBuffer).transfer(0);
  }
  document.destroy();
  const [first] = outputs;
  return {
    outputs,
    width: first?.width ?? null,
    height: first?.height ?? null,
    durationSeconds: null,
  };
}

function open(library: PDFiumLibrary, content: Buffer): Promise<PDFiumDocument> {
  return library.loadDocument(content).catch((cause) => {
    const isLocked = /password/i.test(String(cause));
    throw new RefusedContentError(
      isLocked
        ? 'This PDF needs a password. Please save it without one.'
        : 'This PDF is damaged: we could not read it.',
      { cause },
    );
  });
}
