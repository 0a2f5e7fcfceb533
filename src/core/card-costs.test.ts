import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertCents } from '#core/card-costs.ts';

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
