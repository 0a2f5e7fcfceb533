import { PDFDocument } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import type { PrintedDocument } from '#core/platform/printed-document.ts';
import { drawDocument, placeholder } from '#server/platform/pdf/draw-document.ts';
import { drawPdf } from '#server/platform/pdf/draw-pdf.ts';
import { visualOrder } from '#server/platform/pdf/visual-order.ts';
import { structureOfPdf } from '#test/support/pdf-structure.ts';
import { textOfPdf } from '#test/support/pdf-text.ts';

const moment = new Date('2026-11-20T12:00:00Z');

function documentFor(name: string, rows = 2): PrintedDocument {
  return {
    language: 'en-US',
    title: 'Donation Receipt',
    mark: null,
    issuer: ['Helping Hands', '1 Main Street'],
    blocks: [
      { type: 'facts', rows: [{ label: 'Donor', value: name, isTyped: true }] },
      {
        type: 'table',
        columns: [{ title: 'Date' }, { title: 'Cause' }, { title: 'Amount', isAmount: true }],
        rows: Array.from({ length: rows }, (_, index) => [
          '11/20/2026',
          `Cause ${index}`,
          '$25.00',
        ]),
        total: ['Total', '', '$50.00'],
      },
      { type: 'paragraph', text: 'No goods or services were provided.' },
      { type: 'signature', name: 'Grace Hopper', title: 'Treasurer', caption: 'For the charity' },
    ],
  };
}

const textFor = async (name: string) => {
  const { bytes, missing } = await drawPdf(documentFor(name), moment, null);
  return { text: await textOfPdf(bytes.toString('base64')), missing };
};

describe('a drawn document', () => {
  test('says what it should to a reader that knows nothing of us', async () => {
    const { text } = await textFor('Zoë O’Neil');
    for (const part of [
      'Helping Hands',
      'Donation Receipt',
      'Zoë O’Neil',
      'Cause 1',
      '$25.00',
      'Treasurer',
    ]) {
      expect(text).toContain(part);
    }
  });

  test.each([
    ['Chinese', '王小明'],
    ['Korean', '김민수'],
    ['Devanagari', 'देव'],
    ['Cyrillic', 'Жанна'],
    ['emoji', '🎉'],
    ['Thai', 'สมชาย'],
  ])('draws a name in %s with real glyphs', async (_, name) => {
    const { text, missing } = await textFor(name);
    expect(missing).toEqual([]);
    expect(text).toContain(name);
    expect(text).not.toContain(placeholder);
  });

  test('tells of a character that no font has, instead of drawing a box', async () => {
    const { text, missing } = await textFor('𠮷野');
    expect(missing).toEqual(['𠮷']);
    expect(text).toContain('野');
    expect(text).toContain('a character that we cannot print');
  });

  test('is the same for the same text and moment, apart from its random id', async () => {
    const [first, second] = [
      await drawDocument(documentFor('Ada'), moment),
      await drawDocument(documentFor('Ada'), moment),
    ];
    expect(first.bytes.length).toBe(second.bytes.length);
  });

  test('of hostile text fails nothing: thousands of letters, a line of marks, an empty name', async () => {
    for (const name of ['x'.repeat(5_000), '\u0301'.repeat(500), '', '(\\)<<>>%%EOF']) {
      const { bytes } = await drawPdf(documentFor(name), moment, null);
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    }
  });
});

test('a drawing ends when its caller leaves, and the next one begins', async () => {
  const left = new AbortController();
  const caller = { name: 'donor:x', signal: left.signal };
  const drawing = drawPdf(documentFor('Ada', 20_000), moment, caller);
  const next = drawPdf(documentFor('Grace'), moment, null);
  // Drawing has begun: a call that left before would not even be in line.
  await new Promise((resolve) => setImmediate(resolve));
  left.abort();
  await expect(drawing).rejects.toThrow('aborted');
  expect((await next).bytes.subarray(0, 5).toString()).toBe('%PDF-');
});

describe('text from right to left', () => {
  const shown = (line: string) => visualOrder(line).map(({ text }) => text);

  test('keeps the letters of each word, which the library turns around, and orders the words', () => {
    expect(shown('משה כהן')).toEqual(['כהן', ' ', 'משה']);
    expect(shown('Moshe')).toEqual(['Moshe']);
  });

  test('stands within a line from left to right as one piece', () => {
    expect(shown('Dr. משה כהן Jr.')).toEqual(['Dr.', ' ', 'כהן', ' ', 'משה', ' ', 'Jr.']);
  });

  test('leaves numbers as they are, and turns brackets around', () => {
    expect(shown('רחוב הרצל 15')).toEqual(['15', ' ', 'הרצל', ' ', 'רחוב']);
    expect(shown('(דוד)').join('')).toBe(')דוד(');
  });
});

test('assistive technology finds a language, a title, a heading, and tables whose headers have a scope, on every page', async () => {
  const { bytes } = await drawPdf(documentFor('Ada Lovelace', 90), moment, null);
  const pdf = await PDFDocument.load(bytes);
  expect(pdf.getTitle()).toBe('Donation Receipt');
  expect(pdf.getPageCount()).toBeGreaterThan(1);
  const written = bytes.toString('latin1');
  expect(written).toMatch(/\/Lang \(en-US\)/);
  expect(written).toMatch(/\/Marked true/);
  expect(written).toMatch(/pdfuaid:part>1</);
  const structure = await structureOfPdf(bytes);
  const of = (type: string) => structure.filter((one) => one.type === type);
  expect(of('H1')).toMatchObject([{ text: 'Donation Receipt' }]);
  expect(of('Table')).toHaveLength(2);
  const headers = ['Date', 'Cause', 'Amount'].map((text) => ({ text, scope: '/Column' }));
  expect(of('TH').map(({ text, scope }) => ({ text: text.trim(), scope }))).toEqual([
    { text: 'Donor', scope: '/Row' },
    ...headers,
    { text: 'Total', scope: '/Row' },
  ]);
  // Title row, the donations, and the total.
  expect(of('TR')).toHaveLength(1 + 1 + 90 + 1);
  expect(of('TD').map(({ text }) => text.trim())).toContain('Cause 89');
  // Lines and page numbers are no content.
  expect(await textOfPdf(bytes.toString('base64'))).toContain('1 / ');
  expect(structure.filter(({ text }) => text.includes('1 / '))).toEqual([]);
});
