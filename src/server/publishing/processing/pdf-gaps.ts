import type { Pdfium } from '#server/publishing/processing/pdfium.ts';

/** What a PDF shows elsewhere and PDFium cannot draw all the same (decision 0054). */

// FORMTYPE_XFA_FULL and FORMTYPE_XFA_FOREGROUND in public/fpdf_formfill.h.
const xfaInsteadOfPages = 2;
const xfaBesidePages = 3;
// FPDF_ANNOT_WIDGET in public/fpdf_annot.h: a field of a form.
const fieldOfForm = 20;
// FPDF_TEXTRENDERMODE_INVISIBLE and _CLIP in public/fpdf_edit.h: what a scanner has recognized lies under the picture.
const invisibleModes = [3, 7];

/**
 * Whether a document's pages say nothing but that the program cannot show its form. It usually says so itself; one that
 * does not has a form, but no field of it on any page.
 */
export function isFormWithoutPages(pdfium: Pdfium, document: number, count: number): boolean {
  const type = pdfium._FPDF_GetFormType(document);
  if (type !== xfaBesidePages) return type === xfaInsteadOfPages;
  return pages(count).every((number) => !usePage(pdfium, document, number, hasField(pdfium)));
}

/**
 * Adds to `letters` what the pages say in fonts that are not in the file, while the font with most letters stands in for
 * them: PDFium leaves out what it cannot draw. Returns the number of the first page with a letter that not even that one
 * has, or that only the missing font knows; null if there is none.
 */
export function collectLetters(
  pdfium: Pdfium,
  document: number,
  count: number,
  letters: Set<string>,
): number | null {
  const found = pages(count).find((number) => {
    // Stamps and filled fields lie above the page, and are part of it once it is flat.
    usePage(pdfium, document, number, (page) => {
      if (pdfium._FPDFPage_GetAnnotCount(page) > 0) pdfium._FPDFPage_Flatten(page, 0);
    });
    return !usePage(pdfium, document, number, (page) => addLetters(pdfium, page, letters));
  });
  return found ?? null;
}

const pages = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

function usePage<T>(pdfium: Pdfium, document: number, number: number, use: (page: number) => T): T {
  const page = pdfium._FPDF_LoadPage(document, number - 1);
  if (page === 0) throw new RangeError(`Page ${number} cannot be read`);
  try {
    return use(page);
  } finally {
    pdfium._FPDF_ClosePage(page);
  }
}

const hasField = (pdfium: Pdfium) => (page: number) => {
  for (let index = 0; index < pdfium._FPDFPage_GetAnnotCount(page); index++) {
    const annotation = pdfium._FPDFPage_GetAnnot(page, index);
    const type = pdfium._FPDFAnnot_GetSubtype(annotation);
    pdfium._FPDFPage_CloseAnnot(annotation);
    if (type === fieldOfForm) return true;
  }
  return false;
};

/** False at the first letter that cannot be drawn. */
function addLetters(pdfium: Pdfium, page: number, letters: Set<string>): boolean {
  const text = pdfium._FPDFText_LoadPage(page);
  if (text === 0) throw new RangeError('The text of a page cannot be read');
  try {
    const count = pdfium._FPDFText_CountChars(text);
    for (let index = 0; index < count; index++) {
      const letter = letterToDraw(pdfium, text, index);
      if (letter === null) return false;
      letters.add(letter);
    }
    return true;
  } finally {
    pdfium._FPDFText_ClosePage(text);
  }
}

const isInvisible = /\s|\p{Default_Ignorable_Code_Point}/u;
// What each font has of its own, and what stands for a letter that is not known.
const isPrivate = /\p{Co}|\ufffd/u;

/** A letter for which another font stands in; empty if there is nothing to draw, null if it cannot be drawn. */
function letterToDraw(pdfium: Pdfium, text: number, index: number): string | null {
  // Spaces and hyphens that are only implied.
  if (pdfium._FPDFText_IsGenerated(text, index) === 1) return '';
  if (pdfium._FPDFText_IsHyphen(text, index) === 1) return '';
  const object = pdfium._FPDFText_GetTextObject(text, index);
  const font = pdfium._FPDFTextObj_GetFont(object);
  if (font === 0 || pdfium._FPDFFont_GetIsEmbedded(font) === 1) return '';
  if (invisibleModes.includes(pdfium._FPDFTextObj_GetTextRenderMode(object))) return '';
  const code = pdfium._FPDFText_GetUnicode(text, index);
  const letter = String.fromCodePoint(code);
  if (isInvisible.test(letter)) return '';
  const isUnknown = pdfium._FPDFText_HasUnicodeMapError(text, index) === 1;
  if (isUnknown || isPrivate.test(letter)) return null;
  const lines = pdfium._FPDFFont_GetGlyphPath(font, code, 1);
  if (lines === 0 || pdfium._FPDFGlyphPath_CountGlyphSegments(lines) === 0) return null;
  const name = nameOf(pdfium, font);
  // These have signs where others have letters, which would be drawn instead.
  if (/(wing|web)dings/i.test(name)) return null;
  // PDFium has these itself.
  return /^(Symbol|ZapfDingbats)/.test(name) ? '' : letter;
}

function nameOf(pdfium: Pdfium, font: number): string {
  const size = 100;
  const pointer = pdfium.wasmExports.malloc(size);
  const length = pdfium._FPDFFont_GetBaseFontName(font, pointer, size);
  const name = Buffer.from(pdfium.HEAPU8.subarray(pointer, pointer + Math.min(length, size)));
  pdfium.wasmExports.free(pointer);
  return name.toString('latin1');
}
