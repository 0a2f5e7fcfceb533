import { describe, expect, test } from 'vitest';
import { deficitAdvice, deficitParts } from '#core/ledger/deficits.ts';
import { fc } from '#test/support/seed.ts';

// Far more than a charity moves, and the sum of three of them is still exact.
const cents = fc.nat({ max: 2 ** 50 });

describe('deficitParts', () => {
  test('add up to the deficit, and hold no more than is allocated and spent', () => {
    fc.assert(
      fc.property(cents, cents, cents, (deficitCents, unspent, spentCents) => {
        const allocatedCents = unspent + spentCents;
        const parts = deficitParts({ deficitCents, allocatedCents, spentCents });
        expect(parts.unspentCents + parts.spentCents + parts.lostCents).toBe(deficitCents);
        expect(parts.unspentCents).toBe(Math.min(deficitCents, unspent));
        expect(parts.spentCents).toBeLessThanOrEqual(spentCents);
        expect(parts.lostCents > 0).toBe(deficitCents > allocatedCents);
      }),
    );
  });

  test('is spent money only if nothing can be released', () => {
    const parts = deficitParts({ deficitCents: 70, allocatedCents: 50, spentCents: 40 });
    expect(parts).toEqual({ unspentCents: 10, spentCents: 40, lostCents: 20 });
  });
});

describe('deficitAdvice', () => {
  const unspent = 'so $0.10 that was promised to needs is gone. Release its allocations,';
  const spent =
    '$0.40 that was returned, or did not come after all, had already been spent, so it cannot be released.';
  const lost = 'is $0.20 more than what was donated.';

  test('tells what to do about each part', () => {
    const advice = deficitAdvice({ unspentCents: 10, spentCents: 40, lostCents: 20 });
    for (const sentence of [unspent, spent, lost]) expect(advice).toContain(sentence);
  });

  test('never offers to release what is spent or lost', () => {
    const advice = deficitAdvice({ unspentCents: 0, spentCents: 40, lostCents: 20 });
    expect(advice).toMatch(/^\$0\.40 that/);
    expect(advice).not.toContain('Release');
  });
});
