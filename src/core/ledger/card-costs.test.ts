import { afterEach, describe, expect, test } from 'vitest';
import {
  type CardRate,
  convertCents,
  coverFor,
  coverInReturn,
  describePercent,
  describeRate,
  estimatedFee,
  maxBasisPoints,
  parsePercent,
  usualRate,
} from '#core/ledger/card-costs.ts';
import { cardProblem, setBookCurrency, usualCurrency } from '#core/platform/money.ts';
import { fc } from '#test/support/seed.ts';

describe('an amount of the account', () => {
  test.each([
    [100, { currency: 'GBP', exchangeRate: null }, 100],
    [136, { currency: 'CAD', exchangeRate: '1.36' }, 100],
    [291, { currency: 'EUR', exchangeRate: '0.9' }, 323],
    [-291, { currency: 'EUR', exchangeRate: '0.9' }, -323],
    // Halves go away from zero.
    [1, { currency: 'EUR', exchangeRate: '2' }, 1],
    [-1, { currency: 'EUR', exchangeRate: '2' }, -1],
    // 155 yen for a dollar.
    [48, { currency: 'JPY', exchangeRate: '155' }, 31],
    // 0.307 dinars for a dollar, in thousandths.
    [307, { currency: 'KWD', exchangeRate: '0.307' }, 100],
    [5, { currency: 'EUR', exchangeRate: '5e-1' }, 10],
    [0, { currency: 'EUR', exchangeRate: '0.9' }, 0],
  ])('%d, settled as %o, is %d cents of the books', (cents, settled, expected) => {
    expect(convertCents(cents, settled)).toBe(expected);
  });

  test('is at most half a cent off, and has the same sign', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -99_999_999, max: 99_999_999 }),
        fc.integer({ min: 1, max: 100_000 }),
        (cents, thousandths) => {
          const exchangeRate = (thousandths / 1_000).toString();
          const converted = convertCents(cents, { currency: 'EUR', exchangeRate });
          const off = BigInt(converted) * BigInt(thousandths) - BigInt(cents) * 1_000n;
          expect(2n * (off < 0n ? -off : off)).toBeLessThanOrEqual(BigInt(thousandths));
          if (converted !== 0) expect(Math.sign(converted)).toBe(Math.sign(cents));
        },
      ),
    );
  });

  test.each(['0', '-1', 'a', '', '1,36', 'Infinity'])(
    'at the rate "%s" is refused',
    (exchangeRate) => {
      expect(() => convertCents(100, { currency: 'EUR', exchangeRate })).toThrow(RangeError);
    },
  );

  test.each([0.5, Number.NaN, 2 ** 53])('of %d is refused', (cents) => {
    const settled = { currency: 'EUR', exchangeRate: '0.9' };
    expect(() => convertCents(cents, settled)).toThrow(RangeError);
  });
});

afterEach(() => setBookCurrency(usualCurrency));

const donations = fc.integer({ min: 1, max: 99_999_999 });
const rates = fc.record({
  basisPoints: fc.integer({ min: 0, max: maxBasisPoints }),
  fixedCents: fc.integer({ min: 0, max: 10_000 }),
});

describe('what a donor adds', () => {
  test.each([
    [3_000, usualCurrency, 121],
    [10_000, usualCurrency, 330],
    [1, usualCurrency, 31],
    // 3.6%, and no fraction of a yen.
    [5_000, 'JPY', 187],
    // Cards know two of the three decimals of a dinar.
    [10_000, 'KWD', 300],
    [0, usualCurrency, 0],
  ])('to %d in %s with the usual rate is %d', (donation, currency, cover) => {
    setBookCurrency(currency);
    expect(coverFor(donation, usualRate())).toBe(cover);
  });

  test('is the least that pays what the whole payment costs', () => {
    const covers = (total: number, donation: number, rate: CardRate) =>
      total - estimatedFee(total, rate) >= donation;
    fc.assert(
      fc.property(donations, rates, (donation, rate) => {
        const total = donation + coverFor(donation, rate);
        expect(covers(total, donation, rate)).toBe(true);
        expect(covers(total - 1, donation, rate)).toBe(false);
        // With the fee as the provider rounds it, too.
        const rounded = Math.round((total * rate.basisPoints) / 10_000) + rate.fixedCents;
        expect(total - rounded).toBeGreaterThanOrEqual(donation);
      }),
    );
  });

  test('makes a total that cards can pay, also with three decimals', () => {
    setBookCurrency('KWD');
    fc.assert(
      fc.property(donations, rates, (tens, rate) => {
        const donation = tens * 10;
        const total = donation + coverFor(donation, rate);
        expect(cardProblem(total)).toBeNull();
        expect(total - estimatedFee(total, rate)).toBeGreaterThanOrEqual(donation);
        expect(total - 10 - estimatedFee(total - 10, rate)).toBeLessThan(donation);
      }),
    );
  });
});

describe('what goes back', () => {
  const paid = { amountCents: 10_000, returnedCents: 0, coverCents: 330 };

  test.each([
    [10_000, paid, 0],
    [10_330, paid, 330],
    [10_100, paid, 100],
    [7_330, { ...paid, returnedCents: 3_000 }, 330],
    // More than was paid: a dispute after a refund.
    [10_330, { ...paid, returnedCents: 10_000, coverCents: 0 }, 0],
    [10_330, { ...paid, coverCents: 0 }, 0],
  ])('%d of %o is so much of what was added: %d', (cents, state, expected) => {
    expect(coverInReturn(cents, state)).toBe(expected);
  });

  test('in whatever parts, comes to both amounts in the end', () => {
    fc.assert(
      fc.property(
        donations,
        fc.integer({ min: 0, max: 100_000 }),
        fc.array(fc.integer({ min: 1, max: 50_000_000 }), { maxLength: 6 }),
        (donation, cover, parts) => {
          const state = { amountCents: donation, returnedCents: 0, coverCents: cover };
          let left = donation + cover;
          for (const part of [...parts, donation + cover]) {
            const cents = Math.min(part, left);
            left -= cents;
            const ofCover = coverInReturn(cents, state);
            state.coverCents -= ofCover;
            state.returnedCents += cents - ofCover;
          }
          expect(state).toEqual({ amountCents: donation, returnedCents: donation, coverCents: 0 });
        },
      ),
    );
  });
});

describe('a rate', () => {
  test.each([
    ['2.9', 290],
    ['2.9 %', 290],
    ['0', 0],
    ['1.75', 175],
    ['2,5', 250],
    ['2,999', null],
    ['2.999', null],
    ['-1', null],
    ['', null],
    ['a', null],
  ])('typed as "%s" is %s', (text, points) => {
    expect(parsePercent(text)).toBe(points);
    if (points !== null) expect(parsePercent(describePercent(points))).toBe(points);
  });

  test('reads as on a price page', () => {
    expect(describeRate({ basisPoints: 290, fixedCents: 30 })).toBe('2.9% + $0.30');
    expect(describeRate({ basisPoints: 300, fixedCents: 0 })).toBe('3%');
  });
});
