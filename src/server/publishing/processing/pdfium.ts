import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { PDFiumModule } from '@hyzyla/pdfium';
import { type FontName, fontPath } from '#server/platform/pdf/font-files.ts';

/* PDFium, and what stands in for fonts that are not in a PDF (decision 0054). */

/** What the package leaves out of its types. All are numbers: handles, of which 0 is none, and figures. */
type Untyped =
  | '_FPDF_GetDefaultSystemFontInfo'
  | '_FPDF_SetSystemFontInfo'
  | '_FPDF_GetFormType'
  | '_FPDFPage_GetAnnotCount'
  | '_FPDFPage_GetAnnot'
  | '_FPDFPage_CloseAnnot'
  | '_FPDFPage_Flatten'
  | '_FPDFAnnot_GetSubtype'
  | '_FPDFText_GetTextObject'
  | '_FPDFText_GetUnicode'
  | '_FPDFText_HasUnicodeMapError'
  | '_FPDFText_IsGenerated'
  | '_FPDFText_IsHyphen'
  | '_FPDFTextObj_GetFont'
  | '_FPDFTextObj_GetTextRenderMode'
  | '_FPDFFont_GetBaseFontName'
  | '_FPDFFont_GetGlyphPath'
  | '_FPDFFont_GetIsEmbedded'
  | '_FPDFGlyphPath_CountGlyphSegments';

/** The functions of PDFium; its header files (`public/*.h`) say what each of them does. */
export type Pdfium = Awaited<ReturnType<typeof PDFiumModule>> &
  Record<Untyped, (...parameters: number[]) => number>;

// What TypeScript knows only together with browsers.
interface Table {
  set(index: number, value: unknown): void;
}
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
};

// Fields of FPDF_SYSFONTINFO, in public/fpdf_sysfontinfo.h.
const mapFont = { field: 3, parameters: 7 };
const getFontData = { field: 5, parameters: 5 };
const getFaceName = { field: 6, parameters: 4 };

/**
 * PDFium, which draws with these fonts what a PDF names and does not contain: its own have the letters of Western
 * Europe. `fontFor` gets the Windows number of the charset, and returns null for PDFium's own font.
 */
export async function startPdfium(fontFor: (charset: number) => FontName | null): Promise<Pdfium> {
  const pdfium = (await PDFiumModule({})) as Pdfium;
  pdfium._FPDF_InitLibraryWithConfig({});
  const info = pdfium._FPDF_GetDefaultSystemFontInfo();
  // The table of its functions cannot grow, so ours take the places of those that look for fonts on the machine.
  const { __indirect_function_table: table } = pdfium.wasmExports as unknown as {
    __indirect_function_table: Table;
  };
  const replace = (
    { field, parameters }: typeof mapFont,
    run: (...parameters: number[]) => number,
  ) => table.set(pdfium.HEAP32[info / 4 + field] ?? 0, wasmFunction(parameters, run));
  const copyOut = (bytes: Uint8Array, pointer = 0, size = 0) => {
    if (pointer !== 0 && size >= bytes.length) pdfium.HEAPU8.set(bytes, pointer);
    return bytes.length;
  };

  // A font's handle is its place in this list.
  const names: (FontName | null)[] = [null];
  let asked: { handle: number; font: Buffer } | null = null;
  replace(mapFont, (_info, _weight, _isItalic, charset = 0) => {
    const name = fontFor(charset);
    if (!names.includes(name)) names.push(name);
    return names.indexOf(name);
  });
  replace(getFontData, (_info, handle = 0, tag, pointer, size) => {
    const name = names[handle];
    // It asks for single tables of collections, which these are not.
    if (tag !== 0 || !name) return 0;
    const font = asked?.handle === handle ? asked.font : readFont(fontPath(name));
    // It asks for the length first, and then for the bytes, which it keeps.
    asked = pointer === 0 ? { handle, font } : null;
    return copyOut(font, pointer, size);
  });
  // Without a name of its own, a font would be loaded once for each that it stands in for.
  replace(getFaceName, (_info, handle = 0, pointer, size) =>
    copyOut(Buffer.from(`${names[handle]}\0`), pointer, size),
  );
  pdfium._FPDF_SetSystemFontInfo(info);
  return pdfium;
}

/** A function of ours that WebAssembly can call. Only a module can make one, so this is the smallest that does. */
function wasmFunction(parameters: number, run: (...parameters: number[]) => number): unknown {
  const integer = 0x7f;
  const name = [1, 0x66];
  const module = new WebAssembly.Module(
    new Uint8Array([
      ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...[1, 5 + parameters, 1, 0x60, parameters, ...Array(parameters).fill(integer), 1, integer],
      ...[2, 7, 1, ...name, ...name, 0, 0],
      ...[7, 5, 1, ...name, 0, 0],
    ]),
  );
  return new WebAssembly.Instance(module, { f: { f: run } }).exports.f;
}

/** A TrueType font, taken out of its compression if it is a WOFF, which PDFium cannot read (WOFF 1.0, 4 and 5). */
function readFont(path: string): Buffer {
  const file = readFileSync(path);
  if (file.toString('latin1', 0, 4) !== 'wOFF') return file;
  const tables = file.readUInt16BE(12);
  const head = Buffer.alloc(12 + 16 * tables);
  file.copy(head, 0, 4, 8);
  head.writeUInt16BE(tables, 4);
  const parts = [head];
  let end = head.length;
  for (let index = 0; index < tables; index++) {
    const entry = 44 + 20 * index;
    const [start = 0, packed = 0, length = 0] = [4, 8, 12].map((at) =>
      file.readUInt32BE(entry + at),
    );
    const content = file.subarray(start, start + packed);
    const at = 12 + 16 * index;
    file.copy(head, at, entry, entry + 4);
    file.copy(head, at + 4, entry + 16, entry + 20);
    head.writeUInt32BE(end, at + 8);
    head.writeUInt32BE(length, at + 12);
    // Tables begin at multiples of four.
    const padding = Buffer.alloc(-length & 3);
    parts.push(packed < length ? inflateSync(content) : content, padding);
    end += length + padding.length;
  }
  return Buffer.concat(parts);
}
