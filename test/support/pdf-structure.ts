import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
} from 'pdf-lib';

/** An element of a PDF, such as a cell of a table, as assistive technology finds it. */
interface Tagged {
  /** As `TH`. */
  type: string;
  /** What a header is about: `/Row` or `/Column`. */
  scope: string | undefined;
  /** Its own text, without that of the elements in it. */
  text: string;
}

/** The elements of a PDF in their order. What stands in none is decoration, which nobody is told. */
export async function structureOfPdf(bytes: Uint8Array): Promise<Tagged[]> {
  const pdf = await PDFDocument.load(bytes);
  const pages = pdf.getPages().map(({ ref }) => String(ref));
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const texts = [...document.pages()].map(markedTexts);
  const found: Tagged[] = [];
  const visit = (node: PDFObject | undefined, parent?: Tagged, page = ''): void => {
    if (node instanceof PDFRef) visit(pdf.context.lookup(node), parent, page);
    else if (node instanceof PDFArray) for (const one of node.asArray()) visit(one, parent, page);
    else if (node instanceof PDFNumber && parent) {
      parent.text += texts[pages.indexOf(page)]?.get(node.asNumber()) ?? '';
    } else if (node instanceof PDFDict) {
      const at = (name: string) => node.lookup(PDFName.of(name));
      const own = String(node.get(PDFName.of('Pg')) ?? page);
      // Of an element that goes on over pages, each piece says on which.
      if (at('MCID')) visit(at('MCID'), parent, own);
      else {
        const about = at('A');
        const scope = about instanceof PDFDict ? about.get(PDFName.of('Scope')) : undefined;
        found.push({ type: String(at('S')).slice(1), scope: scope?.toString(), text: '' });
        visit(at('K'), found.at(-1), own);
      }
    }
  };
  visit(pdf.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict).lookup(PDFName.of('K')));
  document.destroy();
  library.destroy();
  return found;
}

/** What the types of the library leave out. */
interface Internals {
  module: Record<string, (...args: number[]) => number> & { HEAPU8: Uint8Array };
  pageIdx: number;
}

/** The texts of a page by the numbers with which elements refer to them. */
function markedTexts(page: ReturnType<PDFiumDocument['getPage']>): Map<number, string> {
  const { module, pageIdx } = page as unknown as Internals;
  const call = (name: string, ...args: number[]) => module[`_${name}`]?.(...args) ?? 0;
  const textPage = call('FPDFText_LoadPage', pageIdx);
  const most = 10_000;
  const { malloc, free } = (
    module as unknown as { wasmExports: Record<string, (n: number) => number> }
  ).wasmExports;
  const buffer = malloc?.(most) ?? 0;
  const texts = new Map<number, string>();
  for (let index = 0; index < call('FPDFPage_CountObjects', pageIdx); index++) {
    const object = call('FPDFPage_GetObject', pageIdx, index);
    const id = call('FPDFPageObj_GetMarkedContentID', object);
    const length = call('FPDFTextObj_GetText', object, textPage, buffer, most);
    const written = module.HEAPU8.slice(buffer, buffer + Math.max(0, length - 2));
    texts.set(id, (texts.get(id) ?? '') + Buffer.from(written).toString('utf16le'));
  }
  free?.(buffer);
  call('FPDFText_ClosePage', textPage);
  return texts;
}
