import { expect, test } from 'vitest';
import { plainLetters } from '#core/platform/plain-letters.ts';

test.each([
  [' Libellé  Opération', 'libelle operation'],
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
  ['MÄRZ', 'marz'],
  ['Crédit\u00a0(EUR)', 'credit (eur)'],
  ['', ''],
])('%j is compared as %j', (text, plain) => {
  expect(plainLetters(text)).toBe(plain);
});
