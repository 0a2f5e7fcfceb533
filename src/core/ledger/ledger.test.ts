import { describe, expect, test } from 'vitest';
import { availableCents, moves, type Place } from '#core/ledger/ledger.ts';
import { fc } from '#test/support/seed.ts';

// Far more than a charity moves, and the sum of three of them is still exact.
const cents = fc.nat({ max: 2 ** 50 });

describe('availableCents', () => {
  test('is paid − returned − allocated − spent before', () => {
    expect(availableCents({ amountCents: 10_000, returnedCents: 500, allocatedCents: 2_500 })).toBe(
      7_000,
    );
    const balance = fc.record({
      amountCents: cents,
      returnedCents: cents,
      allocatedCents: cents,
      spentBeforeCents: cents,
    });
    fc.assert(
      fc.property(balance, (donation) => {
        const { amountCents, returnedCents, allocatedCents, spentBeforeCents } = donation;
        const rest = amountCents - returnedCents - allocatedCents - spentBeforeCents;
        expect(availableCents(donation)).toBe(rest > 0 ? rest : 0);
      }),
    );
  });

  test('counts a missing value as 0', () => {
    expect(availableCents({})).toBe(0);
    expect(availableCents({ amountCents: 300 })).toBe(300);
    expect(availableCents({ amountCents: 300, allocatedCents: 100 })).toBe(200);
    expect(availableCents({ amountCents: 300, returnedCents: 100 })).toBe(200);
  });

  test('is zero, and not negative, if allocated money was returned', () => {
    expect(availableCents({ amountCents: 100, returnedCents: 50, allocatedCents: 100 })).toBe(0);
  });
});

describe('moves', () => {
  test('a cent leaves the place where it was, and is in one place after any series of moves', () => {
    const kinds = fc.array(fc.constantFrom(...Object.values(moves)), { maxLength: 30 });
    fc.assert(
      fc.property(kinds, (series) => {
        const held: Record<Place, number> = {
          outside: 1,
          waiting: 0,
          allocated: 0,
          spent: 0,
          spent_before: 0,
          between_causes: 0,
        };
        for (const { from, to } of series) {
          if (held[from] === 0) continue;
          held[from] -= 1;
          held[to] += 1;
        }
        expect(Object.values(held).reduce((sum, cents) => sum + cents, 0)).toBe(1);
      }),
    );
  });

  test('each move has the direction that its name says', () => {
    expect(moves).toEqual({
      payment: { from: 'outside', to: 'waiting' },
      allocation: { from: 'waiting', to: 'allocated' },
      release: { from: 'allocated', to: 'waiting' },
      refund: { from: 'waiting', to: 'outside' },
      refund_reversal: { from: 'outside', to: 'waiting' },
      dispute: { from: 'waiting', to: 'outside' },
      dispute_reversal: { from: 'outside', to: 'waiting' },
      reversal: { from: 'waiting', to: 'outside' },
      bounce: { from: 'waiting', to: 'outside' },
      spending: { from: 'allocated', to: 'spent' },
      spending_reversal: { from: 'spent', to: 'allocated' },
      spent_before: { from: 'waiting', to: 'spent_before' },
      spent_before_reversal: { from: 'spent_before', to: 'waiting' },
      cause_left: { from: 'waiting', to: 'between_causes' },
      cause_joined: { from: 'between_causes', to: 'waiting' },
    });
  });
});
