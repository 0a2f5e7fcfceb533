import { describe, expect, test } from 'vitest';
import { spendOldestFirst } from '#core/ledger/ledger.ts';
import { recordFigures } from '#test/support/figures.ts';
import { fc } from '#test/support/seed.ts';

const cents = fc.integer({ min: 0, max: 99_999_999 });
const allocations = fc
  .array(cents, { minLength: 1, maxLength: 500, size: 'max' })
  .map((list) => list.map((unspentCents, index) => ({ id: String(index), unspentCents })));
const total = (list: { amountCents: number }[]) =>
  list.reduce((sum, { amountCents }) => sum + amountCents, 0);
const numRuns = 10_000;

describe('an expense', () => {
  test('is taken from the oldest allocations, to the cent, and always the same way', () => {
    let inexact = 0;
    const outcome = fc.check(
      fc.property(allocations, fc.double({ min: 0, max: 1, noNaN: true }), (list, part) => {
        const there = list.reduce((sum, { unspentCents }) => sum + unspentCents, 0);
        fc.pre(there > 0);
        const amount = Math.max(1, Math.floor(there * part));
        const shares = spendOldestFirst(amount, list);
        if (total(shares) !== amount) inexact++;
        expect(total(shares)).toBe(amount);
        expect(shares.every(({ amountCents }) => Number.isSafeInteger(amountCents))).toBe(true);
        expect(spendOldestFirst(amount, list)).toEqual(shares);
        // All but the last one used are used up, and none before it is skipped.
        const last = Number(shares.at(-1)?.id);
        for (const { id, unspentCents } of list.slice(0, last)) {
          const taken = shares.find((share) => share.id === id)?.amountCents ?? 0;
          expect(taken).toBe(unspentCents);
        }
      }),
      { numRuns },
    );
    recordFigures('G7', { splits: numRuns, inexact });
    expect(fc.defaultReportMessage(outcome)).toBeUndefined();
  });

  test('of everything uses up every allocation', () => {
    const list = [
      { id: 'a', unspentCents: 5 },
      { id: 'b', unspentCents: 0 },
      { id: 'c', unspentCents: 7 },
    ];
    expect(spendOldestFirst(12, list)).toEqual([
      { id: 'a', amountCents: 5 },
      { id: 'c', amountCents: 7 },
    ]);
  });

  test.each([0, -1, 1.5, Number.NaN, 13, 2 ** 53])(
    'of %s cents out of 12 is rejected',
    (amount) => {
      expect(() => spendOldestFirst(amount, [{ id: 'a', unspentCents: 12 }])).toThrow(RangeError);
    },
  );

  test('that is rejected says why', () => {
    const twelve = [{ id: 'a', unspentCents: 12 }];
    expect(() => spendOldestFirst(0, twelve)).toThrow('Not an amount in whole cents above 0: 0');
    expect(() => spendOldestFirst(15, twelve)).toThrow('3 cents more than there are to spend');
  });
});
