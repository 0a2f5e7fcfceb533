import { expect, test } from 'vitest';
import { unknownPlaces, withNames } from '#core/donors/donor-mails.ts';

const text = 'Dear {first name}, this is for {full name}.';

test('puts names into their places', () => {
  expect(withNames(text, { firstName: 'Zoë', lastName: "O'Hara-Łuk" })).toBe(
    "Dear Zoë, this is for Zoë O'Hara-Łuk.",
  );
  expect(withNames(text, { firstName: 'J. R.', lastName: 'van Dyk' })).toBe(
    'Dear J. R., this is for J. R. van Dyk.',
  );
});

test.each([
  'evil.example',
  'Call 555-0100',
  'https://x',
  'a@b',
  'A'.repeat(41),
  ' ',
  '{first name}',
])('quotes no name that may be something else: %s', (firstName) => {
  expect(withNames(text, { firstName, lastName: 'Lovelace' })).toBe(
    'Dear friend, this is for friend.',
  );
});

test('finds places that are none', () => {
  expect(unknownPlaces('Dear {first name}, {firstname} gave {amount}.')).toEqual([
    '{firstname}',
    '{amount}',
  ]);
  expect(unknownPlaces(text)).toEqual([]);
});
