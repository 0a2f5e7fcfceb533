import { describe, expect, test } from 'vitest';
import { withoutCurrency } from '#core/platform/typed-amounts.ts';
import {
  type DecimalMark,
  mayBeThousands,
  parseWrittenAmount,
  splitDirection,
} from '#core/platform/written-amounts.ts';
import { fc } from '#test/support/seed.ts';

describe('an amount as a bank writes it', () => {
  test.each([
    ['12.30', 1230],
    ['12.3', 1230],
    ['12', 1200],
    ['.5', 50],
    ['0.00', 0],
    ['-0.00', 0],
    ['-12.34', -1234],
    ['12.34-', -1234],
    ['(12.34)', -1234],
    ['\u2212 12.34', -1234],
    ['+1,234,567.89', 123456789],
    ["1'234.50", 123450],
    ['1 234.50', 123450],
    ['1\u2019234.50', 123450],
    ['1,25,000.50', 12500050],
    ['-12,34,56,789.00', -12345678900],
    ['1,25,00.50', null],
    ['1,250,00.50', null],
    ['50.-', 5000],
    ['1\u2019050.\u2013', 105000],
    ['-50:-', -5000],
    ['50.--', 5000],
    ['50-.', null],
    ['0,500', null],
    ['0,500.00', null],
    ['+1,060.00', 106000],
    ['12.3400', 1234],
    ['12.345', null],
    ['1,23.00', null],
    ['1,234 567.00', null],
    ['1.234,56', null],
    ['--1.00', null],
    ['-1.00-', null],
    ['(-1.00)', null],
    ['1e3', null],
    ['0x10', null],
    ['', null],
    ['.', null],
    ['-', null],
    ['90071992547409.93', null],
    ['١٢', null],
  ])('%j with a point is %j', (text, cents) => {
    expect(parseWrittenAmount(text, 2)).toBe(cents);
  });

  test.each([
    ['1.234,56', 123456],
    ['1.25.000,50', null],
    ['2\u2019000,00', 200000],
    ['1 234,5', 123450],
    ['-3,00', -300],
    ['1,234.56', null],
    ['1.23', null],
  ])('%j with a comma is %j', (text, cents) => {
    expect(parseWrittenAmount(text, 2, ',')).toBe(cents);
  });

  test('has as many decimals as its currency', () => {
    expect(parseWrittenAmount('1200', 0)).toBe(1200);
    expect(parseWrittenAmount('1200.00', 0)).toBe(1200);
    expect(parseWrittenAmount('1200.50', 0)).toBeNull();
    expect(parseWrittenAmount('1.5', 3)).toBe(1500);
  });

  test.each([
    ['1.200', 2, true],
    ['-12.340', 2, true],
    ['(123.000)', 2, true],
    ['1.000', 0, true],
    ['1.200', 3, false],
    ['0.500', 2, false],
    ['1200.500', 2, false],
    ['1,200.500', 2, false],
    ['12.3400', 2, false],
    ['1,200', 2, false],
    ['12.30', 2, false],
  ])('%j with %j decimals may be thousands: %j', (text, digits, may) => {
    expect(mayBeThousands(text, digits)).toBe(may);
  });

  test('is exact for every amount, however it is written', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
        fc.constantFrom<DecimalMark>('.', ','),
        fc.constantFrom('', ' ', "'", 'other'),
        fc.integer({ min: 0, max: 3 }),
        (units, mark, separator, digits) => {
          const text = write(units, mark, separator, digits);
          expect(parseWrittenAmount(text, digits, mark)).toBe(units);
        },
      ),
    );
  });
});

function write(units: number, mark: DecimalMark, separator: string, digits: number): string {
  const all = String(Math.abs(units)).padStart(digits + 1, '0');
  const whole = digits === 0 ? all : all.slice(0, -digits);
  const group = separator === 'other' ? (mark === '.' ? ',' : '.') : separator;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return `${units < 0 ? '-' : ''}${grouped}${digits === 0 ? '' : mark + all.slice(-digits)}`;
}

test.each([
  ['€1.234,50', 'EUR', '1.234,50'],
  ['1.234,50 €', 'EUR', '1.234,50'],
  ['EUR 5', 'EUR', '5'],
  ['5EUR', 'EUR', '5'],
  ['5 euros', 'EUR', '5'],
  ['1 Euro', 'EUR', '1'],
  ['25 dollars', 'USD', '25'],
  ['25 euros', 'USD', '25 euros'],
  ['25 Swiss francs', 'CHF', '25 Swiss'],
  ['-$5.00', 'CAD', '-5.00'],
  ['CA$5.00', 'CAD', '5.00'],
  ['$5.00', 'CAD', '5.00'],
  ['€5.00', 'CAD', '€5.00'],
  ['5.00EUR', 'CAD', '5.00EUR'],
  ['¥5000', 'CAD', '¥5000'],
])('%j in books in %s is %j: only their own currency is left out', (text, currency, bare) => {
  expect(withoutCurrency(text, currency)).toBe(bare);
});

test.each([
  ['50.00 CR', '50.00', false],
  ['20.00DR', '20.00', true],
  ['Dr. 20.00', '20.00', true],
  ['50,00 H', '50,00', false],
  ['20,00 S', '20,00', true],
  ['1,234.50 C', '1,234.50', false],
  ['-20.00 D', '-20.00', true],
  ['50.00', '50.00', null],
  ['(20.00)', '(20.00)', null],
  ['CR 50.00 DR', 'CR 50.00 DR', null],
  ['50.00 USD', '50.00 USD', null],
  ['CR', 'CR', null],
  ['', '', null],
])('%j is %j and leaves: %j', (text, bare, isOutgoing) => {
  expect(splitDirection(text)).toEqual({ bare, isOutgoing });
});
