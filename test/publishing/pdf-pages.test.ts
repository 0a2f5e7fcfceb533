import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { renderPdf } from '#server/publishing/processing/render-pdf.ts';
import {
  eastAsianFont,
  glyphFont,
  rawPdf,
  shown,
  simpleFont,
  stream,
  utf16,
} from '#test/support/sample-pdfs.ts';

/** The pictures of its pages, in shades of gray, and what is said of them. */
async function drawn(content: Buffer) {
  const outDir = await mkdtemp(join(tmpdir(), 'everycent-pdf-'));
  onTestFinished(() => rm(outDir, { recursive: true }));
  const input = join(outDir, 'original');
  await writeFile(input, content);
  const { outputs, remark } = await renderPdf(input, outDir);
  const pictures = outputs.map(async ({ path }) =>
    sharp(await readFile(path))
      .grayscale()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  return { pages: await Promise.all(pictures), remark };
}

/** How many pages it has, and what is said of them. */
async function outcome(content: Buffer) {
  const { pages, remark } = await drawn(content);
  return [pages.length, remark];
}

/** In which of so many squares of the text's size, from its beginning, something is drawn. */
async function inkOf(content: Buffer, letters: number, step = 24) {
  const [page] = (await drawn(content)).pages;
  const { data, info } = page ?? expect.fail('No page was drawn');
  const pixels = info.width / 400;
  const isDark = (x: number, y: number) => (data[y * info.width + x] ?? 255) < 128;
  return Array.from({ length: letters }, (_, letter) => {
    let dark = 0;
    for (let x = 0; x < step * pixels; x++) {
      for (let y = 75 * pixels; y < 106 * pixels; y++) {
        if (isDark(Math.floor((40 + letter * step) * pixels + x), Math.floor(y))) dark += 1;
      }
    }
    return dark > 20;
  });
}

const cyrillic = '/afii10017 /afii10018 /afii10019 /afii10020';
const mapped = '001300140015';

describe('a PDF without its fonts', () => {
  test.each([
    ['Helvetica', simpleFont('Helvetica', '', 'Type1')],
    ['Times New Roman', simpleFont('TimesNewRomanPS-BoldMT')],
    ['Courier', simpleFont('CourierNewPSMT')],
    ['Arial', simpleFont('ArialMT')],
    ['Verdana, of which there is no double', simpleFont('Verdana')],
    ['Cyrillic in Arial', simpleFont('ArialMT', cyrillic)],
    ['Cyrillic in Helvetica', simpleFont('Helvetica', cyrillic, 'Type1')],
    ['Cyrillic in Verdana', simpleFont('Verdana', cyrillic)],
    ['Windows alone', simpleFont('Helvetica', '/Euro /Zcaron /perthousand /florin', 'Type1')],
    ['Polish', simpleFont('Verdana', '/zacute /aogonek /Lslash /ecaron')],
  ])('has the letters of %s', async (_, font) => {
    const content = rawPdf({ font, pages: [shown('c0c1c2c3')] });
    expect(await inkOf(content, 4, 14.4)).toEqual(Array(4).fill(true));
  });

  test.each([
    ['Latin', 'Rłő'],
    ['Greek', 'ΑΩλ'],
    ['Cyrillic', 'АБЯ'],
    ['Hebrew', 'אבש'],
    ['Arabic', 'بسم'],
    ['Thai', 'กขค'],
    ['Hindi', 'कखग'],
    ['Chinese', '发票元'],
    ['Japanese', '領収書'],
    ['Korean', '영수증'],
  ])('has the letters of %s if it says what they are', async (_, letters) => {
    const content = rawPdf({ font: glyphFont('Calibri', letters), pages: [shown(mapped)] });
    expect(await inkOf(content, 3)).toEqual([true, true, true]);
  });

  test.each([
    ['Japanese', 'KozMinPr6N-Regular', 'UniJIS-UCS2-H', 'Japan1', utf16('領収書円')],
    ['Japanese in Shift-JIS', 'MS-Gothic', '90ms-RKSJ-H', 'Japan1', '97cc8efb8f91897e'],
    ['Japanese in EUC', 'HeiseiMin-W3', 'EUC-H', 'Japan1', 'cecebcfdbdf1b1df'],
    ['Chinese', 'STSong-Light', 'UniGB-UCS2-H', 'GB1', utf16('发票金额')],
    ['Chinese in GBK', 'SimSun', 'GBK-EUC-H', 'GB1', 'b7a2c6b1bdf0b6ee'],
    ['Chinese of Taiwan', 'MSung-Light', 'UniCNS-UCS2-H', 'CNS1', utf16('統一發票')],
    ['Chinese in Big5', 'MingLiU', 'ETen-B5-H', 'CNS1', 'b2ce a440 b56f b2bc'],
    ['Korean', 'HYSMyeongJo-Medium', 'UniKS-UCS2-H', 'Korea1', utf16('영수증원')],
    ['Korean in KS', 'HYGoThic-Medium', 'KSCms-UHC-H', 'Korea1', 'bfb5bcf6c1f5bff8'],
  ])('has the letters of %s', async (_, name, encoding, collection, codes) => {
    const font = eastAsianFont(name, encoding, collection);
    expect(await inkOf(rawPdf({ font, pages: [shown(codes)] }), 4)).toEqual(Array(4).fill(true));
  });

  test('has the same letters, whatever their encoding', async () => {
    const ways: [string[], string][] = [
      [eastAsianFont('KozMinPr6N-Regular', 'UniJIS-UCS2-H', 'Japan1'), utf16('領収書')],
      [eastAsianFont('MS-Mincho', '90ms-RKSJ-H', 'Japan1'), '97cc8efb8f91'],
      [eastAsianFont('HeiseiKakuGo-W5', 'EUC-H', 'Japan1'), 'cecebcfdbdf1'],
      [glyphFont('SimSun', '領収書'), mapped],
    ];
    const pictures = [];
    for (const [font, codes] of ways) {
      const [page] = (await drawn(rawPdf({ font, pages: [shown(codes)] }))).pages;
      pictures.push(page?.data.toString('base64'));
    }
    expect(new Set(pictures).size).toBe(1);
  });

  test('has letters that stand alone', async () => {
    const font = glyphFont('ArialMT', 'Я領');
    const pages = [`${shown('0013')} BT /F 24 Tf 64 200 Td <0014> Tj ET`];
    expect(await inkOf(rawPdf({ font, pages }), 2)).toEqual([true, true]);
  });

  const letters = 'has letters that we cannot draw';
  const mark = '40 40 50 50 re f ';
  test.each<[string, Parameters<typeof rawPdf>[0]]>([
    ['numbers of glyphs alone', { font: glyphFont('ArialMT'), pages: [shown(mapped)] }],
    ['numbers of glyphs in Japanese', { font: glyphFont('MS-Mincho'), pages: [shown('3bc5')] }],
    ['one glyph that is left out', { font: glyphFont('Arial', 'AB'), pages: [shown(mapped)] }],
    ['letters for private use', { font: glyphFont('Arial', '\ue000AB'), pages: [shown(mapped)] }],
    [
      'letters said to be unknown',
      { font: glyphFont('Arial', 'A\ufffdB'), pages: [shown(mapped)] },
    ],
    ['names only it knows', { font: simpleFont('F+Sub', '/g1 /g2'), pages: [shown('c0c1')] }],
    [
      'names only it knows in Type 1',
      { font: simpleFont('F', '/g1', 'Type1'), pages: [shown('c0')] },
    ],
    ['signs instead of letters', { font: simpleFont('Wingdings'), pages: [shown('6162')] }],
    ['signs on the web', { font: simpleFont('Webdings'), pages: [shown('61')] }],
    [
      'a page that is fine before it',
      { font: glyphFont('Arial', 'AB'), pages: [shown('00130014'), shown('0016')] },
    ],
    [
      'a stamp on the page',
      {
        font: [
          ...glyphFont('Arial'),
          stream(
            shown('0013'),
            '/Type /XObject /Subtype /Form /BBox [0 0 400 300] /Resources 3 0 R',
          ),
        ],
        pages: [mark],
        page: '/Annots [<< /Type /Annot /Subtype /Stamp /F 4 /Rect [0 0 400 300] /AP << /N 8 0 R >> >>]',
      },
    ],
  ])('and with %s is refused', async (_, parts) => {
    await expect(outcome(rawPdf(parts))).rejects.toThrow(letters);
  });

  test.each<[string, string]>([
    ['what a scanner has recognized, which nobody sees', `${shown(mapped, '3 Tr')} ${mark}`],
    ['text that only cuts', `q ${shown(mapped, '7 Tr')} Q ${mark}`],
  ])('is taken with %s', async (_, content) => {
    const { pages, remark } = await drawn(rawPdf({ font: glyphFont('None'), pages: [content] }));
    expect([pages.length, remark]).toEqual([1, undefined]);
  });

  test('is taken with spaces, tabs, and ends of lines in its text', async () => {
    const font = simpleFont('Helvetica', '', 'Type1');
    await drawn(rawPdf({ font, pages: [shown('41090d0a20a042')] }));
  });

  test('names the page', async () => {
    const parts = { font: glyphFont('Arial', 'AB'), pages: [shown('0013'), shown('0016')] };
    await expect(outcome(rawPdf(parts))).rejects.toThrow(
      /^Page 2 of this PDF .* print it to a new PDF/,
    );
  });
});

describe('a PDF whose pages are not what it shows', () => {
  const waiting = { font: simpleFont('Helvetica', '', 'Type1'), pages: [shown('506c65617365')] };
  const form = (more = '', fields = '') =>
    `/AcroForm << /Fields [${fields}] /XFA (<xdp:xdp/>) >> ${more}`;
  const field =
    '/Annots [<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /Rect [10 10 100 30] >>]';

  test('is refused if it is a form that has to be made from them first', async () => {
    const dynamic = rawPdf({ ...waiting, catalog: form('/NeedsRendering true') });
    await expect(outcome(dynamic)).rejects.toThrow(/an XFA form.*Adobe Acrobat Reader/);
    const unsaid = rawPdf({ ...waiting, catalog: form() });
    await expect(outcome(unsaid)).rejects.toThrow('an XFA form');
  });

  test('is taken if its form is on its pages as well', async () => {
    const { pages } = await drawn(rawPdf({ ...waiting, catalog: form(), page: field }));
    expect(pages).toHaveLength(1);
  });

  test.each<[string, Parameters<typeof rawPdf>[0]]>([
    ['empty pages', { pages: ['', ''] }],
    ['a page that draws nothing', { pages: ['q Q'] }],
    ['white on white', { pages: ['1 g 0 0 400 300 re f'] }],
    ['white text', { ...waiting, pages: [shown('41', '1 g')] }],
    ['text beside the page', { ...waiting, pages: ['BT /F 24 Tf 900 200 Td (A) Tj ET'] }],
    ['text that nobody sees', { ...waiting, pages: [shown('41', '3 Tr')] }],
    ['a picture that is missing', { pages: ['q 400 0 0 300 0 0 cm /None Do Q'] }],
    ['commands that cannot be read', { pages: ['%$§ ] 7 frob'] }],
    ['one color alone', { pages: ['.5 g 0 0 400 300 re f'] }],
    ['all of it cut away', { pages: ['0 0 0 0 re W n 0 0 400 300 re f'] }],
    ['a font that is missing', { pages: ['BT /G 24 Tf 900 200 Td (A) Tj ET'] }],
  ])('is refused if it has only %s', async (_, parts) => {
    await expect(outcome(rawPdf(parts))).rejects.toThrow(/blank when we draw it.*screenshot/);
  });

  test('is taken with a blank back, which is said', async () => {
    const mark = '40 40 50 50 re f';
    const { pages, remark } = await drawn(rawPdf({ pages: [mark, '', mark] }));
    expect([pages.length, remark]).toEqual([3, expect.stringMatching(/^Page 2 of 3 is blank/)]);
    const { remark: several } = await drawn(rawPdf({ pages: [mark, '', mark, ''] }));
    expect(several).toMatch(/^Pages 2 and 4 of 4 are blank/);
    expect((await drawn(rawPdf({ pages: [mark] }))).remark).toBeUndefined();
  });

  test('is refused if it has none', async () => {
    await expect(outcome(rawPdf({ pages: [] }))).rejects.toThrow('no pages');
  });
});
