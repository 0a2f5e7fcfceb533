import { expect, test } from 'vitest';
import { readSearch } from '#core/overview/search-text.ts';

test.each(['', ' ', 'a', ' é ', '%', '_%', '😀 😀😀', '\\', '²²', 'e e'])(
  '%j is too short to look for',
  (typed) => {
    expect(readSearch(typed)).toBeNull();
  },
);

test.each([
  ['5', ['5'], 500],
  ['$1,234.56', ['$1,234.56'], 123_456],
  [' 405 ', ['405'], 40_500],
  ['Ann Lee', ['Ann', 'Lee'], null],
  ['2026-000123', ['2026-000123'], null],
  ['Ann & gmail gmail.com', ['Ann', 'gmail.com'], null],
  ['a b c d e f g h', ['a', 'b', 'c', 'd', 'e', 'f'], null],
])('%j has words, and may be an amount', (typed, words, cents) => {
  expect(readSearch(typed)).toMatchObject({ text: words.join(' '), words, cents });
});
