import { describe, expect, test } from 'vitest';
import { declaredEncoding, decodeText, type TextEncoding } from '#core/platform/decode-text.ts';

const bytes = (...codes: number[]) => new Uint8Array(codes);
const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const wide = (text: string, isLittle: boolean) =>
  ascii(text).flatMap((code) => (isLittle ? [code, 0] : [0, code]));

describe('the text of a file', () => {
  test.each([
    ['UTF-8', new TextEncoder().encode('Łucja €'), 'Łucja €'],
    ['UTF-8 with a mark', bytes(0xef, 0xbb, 0xbf, 0x61), 'a'],
    ['UTF-16 with a mark', bytes(0xff, 0xfe, 0x41, 0x01), 'Ł'],
    ['UTF-16 with a mark, the other way round', bytes(0xfe, 0xff, 0x01, 0x41), 'Ł'],
    ['UTF-16 without a mark', bytes(...wide('Date,Text', true)), 'Date,Text'],
    ['UTF-16 without a mark, the other way round', bytes(...wide('Date,Text', false)), 'Date,Text'],
    ['Western letters', bytes(0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72), 'Müller'],
    ['nothing', bytes(), ''],
  ])('is read in %s', (_, file, text) => {
    expect(decodeText(file)).toBe(text);
  });

  test.each<[TextEncoding, number[], string]>([
    ['windows-1250', [0xa3, 0x75, 0x63, 0x6a, 0x61, 0x20, 0xaf], 'Łucja Ż'],
    ['iso-8859-2', [0xa3, 0xa9], 'ŁŠ'],
    ['iso-8859-15', [0xa4], '€'],
    ['shift_jis', [0x8a, 0xf1, 0x95, 0x74], '寄付'],
  ])('that does not tell is read in %s', (encoding, codes, text) => {
    expect(decodeText(bytes(...codes), encoding)).toBe(text);
  });

  test('that tells is not read in another encoding', () => {
    expect(decodeText(new TextEncoder().encode('Łucja'), 'shift_jis')).toBe('Łucja');
  });

  test('of an encoding that nobody knows is read as Western', () => {
    expect(decodeText(bytes(0xfc), 'x-unknown')).toBe('ü');
  });

  test('may be cut within a letter', () => {
    const cut = new TextEncoder().encode('aŁ').subarray(0, 2);
    expect(decodeText(cut, undefined, { isCut: true })).toBe('a');
    expect(
      decodeText(bytes(...wide('Date', true)).subarray(0, 7), undefined, { isCut: true }),
    ).toBe('Dat');
  });
});

test.each([
  ['<?xml version="1.0" encoding="ISO-8859-2"?><Document/>', 'ISO-8859-2'],
  ["<?xml version='1.0' encoding='UTF-8'?>", 'UTF-8'],
  ['OFXHEADER:100\r\nENCODING:USASCII\r\nCHARSET:1250\r\n', 'windows-1250'],
  ['OFXHEADER:100\nCHARSET:ISO-8859-1\n', 'ISO-8859-1'],
  ['<Document/>', null],
])('%j says %j', (text, encoding) => {
  expect(declaredEncoding(new TextEncoder().encode(text))).toBe(encoding);
});
