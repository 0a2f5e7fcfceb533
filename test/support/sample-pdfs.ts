/** What a PDF is made of; everything but the page's text has a default. */
interface Parts {
  /** Objects that describe the font `/F`, the first of them as number 5. */
  font?: string[];
  /** What each page draws, one after another. */
  pages?: string[];
  /** Further entries of the catalog, and of each page. */
  catalog?: string;
  page?: string;
}

/** A PDF written by hand, because libraries embed the fonts that they use. Pages have 400 by 300 points. */
export function rawPdf({ font = [], pages = [''], catalog = '', page = '' }: Parts): Buffer {
  const first = 5 + font.length;
  const kids = pages.map((_, index) => `${first + 2 * index} 0 R`);
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`,
    '<< /Font << /F 5 0 R >> >>',
    'null',
    ...font,
    ...pages.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Resources 3 0 R /Contents ${first + 2 * index + 1} 0 R ${page} >>`,
      stream(content),
    ]),
  ];
  let text = '%PDF-1.7\n';
  const starts = objects.map((object, index) => {
    const start = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(start).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n`;
  return Buffer.from(`${text}${table}${trailer}startxref\n${text.length}\n%%EOF`, 'latin1');
}

/** A stream with its length. */
export function stream(content: string, entries = ''): string {
  return `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;
}

/** Draws codes of the font in hexadecimal digits. */
export function shown(codes: string, before = ''): string {
  return `BT ${before} /F 24 Tf 40 200 Td <${codes}> Tj ET`;
}

/** The codes of a text in UTF-16, which is what the encodings with `UCS2` in their names want. */
export function utf16(text: string): string {
  return [...text].map((letter) => hex(letter.charCodeAt(0), 4)).join('');
}

/** A font of one byte for each letter, which is not in the file. `names` are those of the letters from code 192 on. */
export function simpleFont(name: string, names = '', subtype = 'TrueType'): string[] {
  const widths = Array(256).fill(600).join(' ');
  const encoding = `/Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [192 ${names}] >>`;
  return [
    `<< /Type /Font /Subtype /${subtype} /BaseFont /${name} ${encoding} /FirstChar 0 /LastChar 255 /Widths [${widths}] /FontDescriptor 6 0 R >>`,
    descriptor(name, 32),
  ];
}

/** A font of a language of East Asia, which is not in the file, with one of the encodings that every reader knows. */
export function eastAsianFont(name: string, encoding: string, collection: string): string[] {
  return [
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name}-${encoding} /Encoding /${encoding} /DescendantFonts [6 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (${collection}) /Supplement 2 >> /FontDescriptor 7 0 R /DW 1000 >>`,
    descriptor(name, 4),
  ];
}

/**
 * A font that is not in the file, and whose codes are the numbers of its glyphs. Only `letters`, from code 0x13 on, says
 * what they are.
 */
export function glyphFont(name: string, letters = ''): string[] {
  const entries = [...letters].map(
    (letter, index) => `<${hex(0x13 + index, 4)}> <${hex(letter.codePointAt(0) ?? 0, 4)}>`,
  );
  const map = `begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${entries.length} beginbfchar ${entries.join(' ')} endbfchar endcmap`;
  return [
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [6 0 R] ${letters && '/ToUnicode 8 0 R'} >>`,
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R /DW 1000 >>`,
    descriptor(name, 32),
    ...(letters ? [stream(map)] : []),
  ];
}

function descriptor(name: string, flags: number): string {
  return `<< /Type /FontDescriptor /FontName /${name} /Flags ${flags} /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
