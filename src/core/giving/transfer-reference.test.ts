import { describe, expect, test } from 'vitest';
import {
  drawnCharacters,
  findTransferReferences,
  makeTransferReference,
  readTransferReference,
} from '#core/giving/transfer-reference.ts';
import { referenceCharacters } from '#core/vetting/nomination-reference.ts';
import { fc } from '#test/support/seed.ts';

const character = fc.constantFrom(...referenceCharacters);
const reference = fc
  .array(character, { minLength: drawnCharacters, maxLength: drawnCharacters })
  .map((drawn) => makeTransferReference(drawn.join('')))
  .filter((made) => made !== null);

describe('a reference of a bank transfer', () => {
  test('looks as the page shows it', () => {
    expect(makeTransferReference('7F3K2M')).toBe('EC-7F3K-2M8');
  });

  test('is found however a bank splits and surrounds it', () => {
    fc.assert(
      fc.property(reference, fc.constantFrom('', ' ', '  ', '-', '/'), (made, separator) => {
        const split = [...made.replaceAll('-', '')].join(separator).toLowerCase();
        for (const text of [split, `SEPA ec${separator}${split}`, `Ref. ${split}, thank you`]) {
          expect(findTransferReferences(text)).toContain(made);
        }
        expect(readTransferReference(split)).toBe(made);
      }),
    );
  });

  test('is none with one wrong character, or with two that changed places', () => {
    fc.assert(
      fc.property(
        reference,
        fc.nat({ max: drawnCharacters }),
        fc.nat({ max: drawnCharacters }),
        character,
        (made, place, other, wrong) => {
          const letters = [...made.replaceAll('-', '')];
          const changed = letters.with(place + 2, wrong);
          const swapped = letters
            .with(place + 2, letters[other + 2] as string)
            .with(other + 2, letters[place + 2] as string);
          for (const typed of [changed, swapped]) {
            const isSame = typed.join('') === letters.join('');
            expect(readTransferReference(typed.join(''))).toBe(isSame ? made : null);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('is not read from a text with more in it', () => {
    expect(readTransferReference('EC-7F3K-2M8 and more')).toBeNull();
    expect(readTransferReference('EC-7F3K-2M')).toBeNull();
    expect(readTransferReference('')).toBeNull();
    expect(findTransferReferences('no reference at all')).toEqual([]);
  });
});
