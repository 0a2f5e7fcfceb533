import { expect, test } from 'vitest';
import { parseByteRange } from '#core/platform/byte-range.ts';
import { fc } from '#test/support/seed.ts';

test.each([
  ['bytes=0-499', { start: 0, end: 499 }],
  ['bytes=500-999', { start: 500, end: 999 }],
  ['bytes=9500-', { start: 9_500, end: 9_999 }],
  ['bytes=-500', { start: 9_500, end: 9_999 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=-1', { start: 9_999, end: 9_999 }],
  ['bytes=5-5', { start: 5, end: 5 }],
  [' BYTES = 1 - 2 ', { start: 1, end: 2 }],
])('%s is a part of the file', (header, range) => {
  expect(parseByteRange(header, 10_000)).toEqual(range);
});

test.each([
  ['bytes=9999-10000', { start: 9_999, end: 9_999 }],
  ['bytes=0-10000', { start: 0, end: 9_999 }],
  ['bytes=-10001', { start: 0, end: 9_999 }],
])('%s ends where the file does', (header, range) => {
  expect(parseByteRange(header, 10_000)).toEqual(range);
});

test.each(['bytes=10000-', 'bytes=10000-10001', 'bytes=-0'])('%s is not there', (header) => {
  expect(parseByteRange(header, 10_000)).toBe('unsatisfiable');
});

test('of an empty file nothing is there', () => {
  expect(parseByteRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(parseByteRange('bytes=-5', 0)).toBe('unsatisfiable');
});

test.each([
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=5-2',
  'bytes=0-1,5-6',
  'bytes=a-b',
  'lines=0-1',
  'xbytes=0-1',
  'bytes=0-1x',
])('%s asks for the whole file', (header) => {
  expect(parseByteRange(header, 10_000)).toBeNull();
});

test('whatever is asked for, a part lies within the file', () => {
  const size = fc.integer({ min: 1, max: 1_000 });
  const edge = fc.option(fc.nat({ max: 2_000 }));
  fc.assert(
    fc.property(size, edge, edge, (bytes, first, last) => {
      const range = parseByteRange(`bytes=${first ?? ''}-${last ?? ''}`, bytes);
      if (range === null || range === 'unsatisfiable') return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeGreaterThanOrEqual(range.start);
      expect(range.end).toBeLessThan(bytes);
    }),
  );
});
