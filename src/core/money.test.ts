import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '#test/support/seed.ts';
import { centsToDecimal, digitsToCents, formatCents, parseDollars, sumCents } from '#core/money.ts';

const largest = Number.MAX_SAFE_INTEGER;
const amount = fc.oneof(fc.nat(), fc.maxSafeNat());
const balance = fc.oneof(fc.integer(), fc.maxSafeInteger());
const noAmount = fc.oneof(
  fc.double().filter((value) => !Number.isSafeInteger(value)),
  fc.constantFrom(0.5, largest + 1, -largest - 1, Number.NaN, Number.POSITIVE_INFINITY),
);

/** Formats cents as dollars with integer arithmetic of its own, so that rounding cannot go unnoticed. */
function asDecimal(cents: number): string {
  const whole = BigInt(cents) / 100n;
  const rest = BigInt(cents) % 100n;
  const sign = cents < 0 ? '-' : '';
  return `${sign}${abs(whole)}.${String(abs(rest)).padStart(2, '0')}`;
}

const abs = (value: bigint) => (value < 0n ? -value : value);

describe('formatCents', () => {
  test.each([
    [0, '$0.00'],
    [-0, '$0.00'],
    [1, '$0.01'],
    [99, '$0.99'],
    [100, '$1.00'],
    [123456, '$1,234.56'],
    [-1205, '-$12.05'],
    [largest, '$90,071,992,547,409.91'],
    [-largest, '-$90,071,992,547,409.91'],
  ])('%d is %s', (cents, text) => {
    expect(formatCents(cents)).toBe(text);
  });

  test('shows every amount to the cent', () => {
    fc.assert(
      fc.property(balance, (cents) => {
        expect(formatCents(cents).replaceAll(/[$,]/g, '')).toBe(asDecimal(cents));
      }),
    );
  });

  test('rejects what is not an amount in whole cents', () => {
    fc.assert(
      fc.property(noAmount, (value) => {
        expect(() => formatCents(value)).toThrow(RangeError);
        expect(() => formatCents(value)).toThrow(`Not an amount in whole cents: ${value}`);
      }),
    );
  });
});

describe('centsToDecimal', () => {
  test('formats every amount to the cent', () => {
    expect(centsToDecimal(1205)).toBe('12.05');
    fc.assert(
      fc.property(balance, (cents) => {
        expect(centsToDecimal(cents)).toBe(asDecimal(cents));
      }),
    );
  });

  test('rejects what is not an amount in whole cents', () => {
    fc.assert(
      fc.property(noAmount, (value) => {
        expect(() => centsToDecimal(value)).toThrow(RangeError);
      }),
    );
  });
});

describe('parseDollars', () => {
  test('parses what formatCents and centsToDecimal formatted', () => {
    fc.assert(
      fc.property(amount, (cents) => {
        expect(parseDollars(formatCents(cents))).toBe(cents);
        expect(parseDollars(centsToDecimal(cents))).toBe(cents);
      }),
    );
  });

  test.each([
    ['1,234.5', 123450],
    [' $ 5 ', 500],
    ['5.', 500],
    ['.5', 50],
    ['007', 700],
    // 0.29 × 100 is 28.999999999999996 in floating point.
    ['0.29', 29],
    ['90071992547409.91', largest],
  ])('%j is %d cents', (text, cents) => {
    expect(parseDollars(text)).toBe(cents);
  });

  test.each([
    '',
    ' ',
    '.',
    '$',
    'five',
    '-1',
    '$-5',
    '$$5',
    '5$',
    '1.234',
    '1..2',
    '1.2.3',
    '1,23',
    '12,34,567',
    '1234,567',
    ',123',
    '1 000',
    '1e5',
    '0x10',
    'NaN',
    'Infinity',
    '١٢',
    '1.00 and more',
    // One cent more than can be represented exactly.
    '90071992547409.92',
    '9'.repeat(400),
  ])('%j is not an amount', (text) => {
    expect(parseDollars(text)).toBeNull();
  });

  test('parses any input exactly or not at all', () => {
    const typing = fc.string({ unit: fc.constantFrom(...'0123456789.,$ -e'), maxLength: 20 });
    fc.assert(
      fc.property(typing, (text) => {
        const cents = parseDollars(text);
        if (cents === null) return;
        const [whole = '', rest = ''] = text.replaceAll(/[$, ]/g, '').split('.');
        expect(`${cents}`).toBe(`${BigInt(`${whole}${rest.padEnd(2, '0')}`)}`);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('digitsToCents', () => {
  test('parses the digits of any formatted amount', () => {
    fc.assert(
      fc.property(amount, (cents) => {
        expect(digitsToCents(formatCents(cents))).toBe(cents);
      }),
    );
  });

  test('uses only digits, the last two as cents', () => {
    expect(digitsToCents('$1,2')).toBe(12);
    expect(digitsToCents('$1,234.5')).toBe(12345);
  });

  test.each(['', '$', 'abc', '9007199254740992'])('%j is not an amount', (text) => {
    expect(digitsToCents(text)).toBeNull();
  });
});

describe('sumCents', () => {
  test('is exact, or throws', () => {
    fc.assert(
      fc.property(fc.array(balance), (amounts) => {
        // Also an intermediate sum: a total that cannot be represented exactly has already lost a cent.
        const totals = amounts.map((_, index) =>
          amounts.slice(0, index + 1).reduce((total, cents) => total + BigInt(cents), 0n),
        );
        if (totals.some((total) => abs(total) > BigInt(largest))) {
          expect(() => sumCents(amounts)).toThrow(RangeError);
        } else {
          expect(BigInt(sumCents(amounts))).toBe(totals.at(-1) ?? 0n);
        }
      }),
    );
  });

  test('rejects a list with anything else in it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), noAmount, (amounts, value) => {
        expect(() => sumCents([...amounts, value])).toThrow(RangeError);
      }),
    );
  });
});
