import { countOf } from '#core/platform/counts.ts';
import { bookCurrency, cardStep, decimalsOf, formatCents } from '#core/platform/money.ts';

/*
 * What an amount of the account at the provider is in the currency of the books; what a payment is estimated to cost,
 * what a donor adds for it, and what of that a refund returns. The provider takes its fee out of the charge, in the
 * currency of the charity's account there.
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

/** What cards are estimated to cost: a part of each payment, in hundredths of a percent, and a fixed amount in cents. */
export interface CardRate {
  basisPoints: number;
  fixedCents: number;
}

/** The highest part of a payment that an estimate may assume, in hundredths of a percent: 20%. */
export const maxBasisPoints = 2_000;

/**
 * What Stripe usually takes for a card of the same country, by currency, from its price pages of 2026. Only where a
 * charity begins: its own rates, such as those for nonprofits, are a setting.
 */
const usualRates: Readonly<Record<string, CardRate>> = {
  AUD: { basisPoints: 170, fixedCents: 30 },
  CAD: { basisPoints: 290, fixedCents: 30 },
  CHF: { basisPoints: 290, fixedCents: 30 },
  DKK: { basisPoints: 150, fixedCents: 180 },
  EUR: { basisPoints: 150, fixedCents: 25 },
  GBP: { basisPoints: 150, fixedCents: 20 },
  JPY: { basisPoints: 360, fixedCents: 0 },
  NOK: { basisPoints: 240, fixedCents: 200 },
  NZD: { basisPoints: 265, fixedCents: 30 },
  SEK: { basisPoints: 150, fixedCents: 180 },
  USD: { basisPoints: 290, fixedCents: 30 },
};

/** The rate that a charity begins with. In a currency without a usual one it is 2.9%, to be corrected by real fees. */
export function usualRate(currency: string = bookCurrency()): CardRate {
  return usualRates[currency] ?? { basisPoints: 290, fixedCents: 0 };
}

/** What a payment is estimated to cost, in cents, rounded up; nothing for a payment of nothing. */
export function estimatedFee(totalCents: number, { basisPoints, fixedCents }: CardRate): number {
  return totalCents === 0 ? 0 : ceilDivide(totalCents * basisPoints, 10_000) + fixedCents;
}

/**
 * What a donor adds to a donation so that the estimated costs of the whole payment are paid: the smallest amount of which
 * this is true, and with which the total can be paid by card. `coverFor(3_000, usualRate("USD"))` is `121`.
 */
export function coverFor(donationCents: number, { basisPoints, fixedCents }: CardRate): number {
  if (donationCents === 0) return 0;
  const total = ceilDivide((donationCents + fixedCents) * 10_000, 10_000 - basisPoints);
  const step = cardStep();
  return ceilDivide(total, step) * step - donationCents;
}

/** What came in with a payment, and what of it is still there, in cents. */
export interface PaidWithCover {
  /** The donation, and what of it went back. */
  amountCents: number;
  returnedCents: number;
  /** What is still there of what the donor added for card costs. */
  coverCents: number;
}

/**
 * How much of an amount that leaves a payment returns what was added for card costs: what is beyond the donation. So a
 * refund of a part is one of the donation, and one of everything returns both.
 */
export function coverInReturn(
  cents: number,
  { amountCents, returnedCents, coverCents }: PaidWithCover,
): number {
  const ofDonation = Math.max(0, amountCents - returnedCents);
  return Math.min(coverCents, Math.max(0, cents - ofDonation));
}

/** A rate in words: `describeRate({ basisPoints: 290, fixedCents: 30 })` is `"2.9% + $0.30"`. */
export function describeRate({ basisPoints, fixedCents }: CardRate): string {
  const percent = `${describePercent(basisPoints)}%`;
  return fixedCents === 0 ? percent : `${percent} + ${formatCents(fixedCents)}`;
}

/** Hundredths of a percent as a number for people: `describePercent(290)` is `"2.9"`. */
export function describePercent(basisPoints: number): string {
  const digits = String(basisPoints).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.?0+$/, '');
}

/**
 * What some payments really cost: in all, as a part of what was paid, and on average. Amounts in cents, for at least one
 * payment.
 */
export function describeLately({
  payments,
  paid,
  costs,
}: {
  payments: number;
  paid: number;
  costs: number;
}): string {
  const percent = describePercent(Math.max(0, Math.round((costs * 10_000) / paid)));
  const average = formatCents(Math.round(costs / payments));
  return `The last ${countOf(payments, 'payment', 'payments')} cost ${formatCents(costs)}: ${percent}% of what was paid, ${average} each on average`;
}

/** Parses a typed percentage exactly, in hundredths of a percent: `parsePercent("2.9")` and `"2,9"` are `290`; null for none. */
export function parsePercent(text: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{0,2}))?\s*%?$/.exec(text.trim());
  if (match === null) return null;
  return Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`);
}

function ceilDivide(dividend: number, divisor: number): number {
  const rest = dividend % divisor;
  return (dividend - rest) / divisor + (rest > 0 ? 1 : 0);
}
