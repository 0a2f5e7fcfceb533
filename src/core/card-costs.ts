import { decimalsOf } from '#core/money.ts';

/*
 * What a payment by card costs: the provider takes its fee out of the charge, in the currency of the charity's account
 * there.
 */

/** The currency of an account at the provider, and what one unit of the books' currency is worth in it. */
export interface Settled {
  currency: string;
  /** A decimal, such as `"1.36"`; null if it is the currency of the books. */
  exchangeRate: string | null;
}

/**
 * An amount of the provider's account in the smallest unit of the books, rounded to the nearest, halves away from zero:
 * `convertCents(136, { currency: "CAD", exchangeRate: "1.36" })` is `100` in books of dollars. Throws RangeError for
 * an amount or a rate that is not one.
 */
export function convertCents(cents: number, { currency, exchangeRate }: Settled): number {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not an amount in whole cents: ${cents}`);
  if (exchangeRate === null) return cents;
  const match = /^(\d+)(?:\.(\d+))?(?:e-(\d+))?$/.exec(exchangeRate);
  const [, whole = '', fraction = '', exponent = '0'] = match ?? [];
  const rate = BigInt(`${whole}${fraction}`);
  if (match === null || rate === 0n) throw new RangeError(`Not a rate: ${exchangeRate}`);
  const digits = fraction.length + Number(exponent) + decimalsOf() - decimalsOf(currency);
  const [up, down] = [10n ** BigInt(Math.max(0, digits)), 10n ** BigInt(Math.max(0, -digits))];
  const divisor = rate * down;
  const doubled = 2n * BigInt(Math.abs(cents)) * up;
  return Math.sign(cents) * Number((doubled + divisor) / (2n * divisor));
}
