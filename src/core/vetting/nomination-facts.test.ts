import { expect, test } from 'vitest';
import { describeFact } from '#core/vetting/nomination-facts.ts';

test.each([
  ['nominee', 'Okafor Famliy', 'Nominee was “Okafor Famliy”'],
  ['neededAmount', 45_000, 'Needed was $450.00'],
  ['neededAmount', null, 'Needed was left out'],
  ['urgency', 'weeks', 'How soon was “Within weeks”'],
  ['nomineeKnows', 'no', 'Nominee knows was “Not yet”'],
  ['lastName', 'Smiht', 'Last name of the nominator was “Smiht”'],
  ['zip', '10116', 'Zip code was “10116”'],
] as const)('%s that was %s in words', (name, was, words) => {
  expect(describeFact(name, was)).toBe(words);
});
