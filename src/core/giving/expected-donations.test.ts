import { expect, test } from 'vitest';
import { tellingWord } from '#core/giving/expected-donations.ts';

test.each([
  ['Acme Corp.', 'acme'],
  ['The Good Fund', 'good'],
  ['3M', '3m'],
  ['Bank of América', 'américa'],
  // Nothing else to tell it by.
  ['The Foundation', 'the'],
  ['…', '…'],
])('%s is told from other organizations by “%s”', (organization, word) => {
  expect(tellingWord(organization)).toBe(word);
});
