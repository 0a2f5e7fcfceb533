import { expect, test } from 'vitest';
import { countInWords, countOf, formatCount } from '#core/platform/counts.ts';

test('separates thousands', () => {
  expect(formatCount(999)).toBe('999');
  expect(formatCount(1_234_567)).toBe('1,234,567');
});

test('says one thing and many things', () => {
  expect(countOf(0, 'donation')).toBe('0 donations');
  expect(countOf(1, 'donation')).toBe('1 donation');
  expect(countOf(1_200, 'donation')).toBe('1,200 donations');
  expect(countOf(2, 'person', 'people')).toBe('2 people');
});

test('says a small number with a word', () => {
  expect(countInWords(1, 'day')).toBe('one day');
  expect(countInWords(7, 'day')).toBe('seven days');
  expect(countInWords(1_200, 'day')).toBe('1,200 days');
});
