/**
 * Money is a whole number of US cents everywhere in this project. Only screens show dollars. The largest amount
 * is 2^53 - 1 cents, about 90 trillion dollars.
 */

/** The code of the currency of every amount (ISO 4217). */
export const currency = 'USD';

/** Largest amount of a single donation or allocation, in cents: $999,999.99. */
export const maxAmountCents = 99_999_999;
/** What is said of a larger one. */
export const tooLarge = 'Must be less than $1,000,000.00';

const dollarFormat = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency,
});

/**
 * The amount for people: `formatCents(123456)` is `"$1,234.56"`. Exact for every safe integer; throws RangeError
 * for anything else.
 */
export function formatCents(cents: number): string {
  assertCents(cents);
  // Text operations instead of cents / 100: a float could round the last digit of a very large amount.
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const sign = cents < 0 ? '-' : '';
  return dollarFormat.format(`${sign}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`);
}

/**
 * Dollars as a plain decimal, the initial value of a form field: `centsToDecimal(1205)` is `"12.05"`. Throws
 * RangeError if the input is not a safe integer.
 */
export function centsToDecimal(cents: number): string {
  assertCents(cents);
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Parses typed dollars exactly: `parseDollars("1,234.5")` is `123450`. Returns null for anything that is not a
 * plain amount with at most two decimals, and for amounts that are too large to be exact. Accepts a leading `$`
 * and thousands separators.
 */
export function parseDollars(text: string): number | null {
  const match = /^\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{0,2}))?\s*$/.exec(text);
  if (match === null) return null;
  const [, whole, fraction] = match;
  if (!(whole || fraction)) return null;
  const cents = Number(`${(whole ?? '').replaceAll(',', '')}${(fraction ?? '').padEnd(2, '0')}`);
  return Number.isSafeInteger(cents) ? cents : null;
}

/**
 * Parses the text of the currency field: only digits count, and the last two are cents. `digitsToCents("$1,2")`
 * is `12`. Returns null if there is no digit or if the amount is too large. Source: `docs/spec-coverage.md`,
 * section 5.
 */
export function digitsToCents(text: string): number | null {
  const digits = text.replace(/\D/g, '');
  if (digits === '') return null;
  const cents = Number(digits);
  return Number.isSafeInteger(cents) ? cents : null;
}

/** The sum of some amounts in cents, 0 for none. Throws RangeError rather than lose a cent to rounding. */
export function sumCents(amounts: Iterable<number>): number {
  let total = 0;
  for (const amount of amounts) {
    assertCents(amount);
    total += amount;
    assertCents(total);
  }
  return total;
}

function assertCents(cents: number): void {
  if (!Number.isSafeInteger(cents)) {
    throw new RangeError(`Not an amount in whole cents: ${cents}`);
  }
}
