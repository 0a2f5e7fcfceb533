import { isLikelyYear } from '#core/platform/dates.ts';
import { maxAmountCents } from '#core/platform/money.ts';
import { readAmount } from '#core/platform/typed-amounts.ts';
import { idPrefix, isPaymentId } from '#core/platform/typed-ids.ts';

/* What a text in the field "Find a donor" is about: an amount, a day, an ID, or a name. */

/** What somebody looks for in the field "Find a donor". */
export type DonorSearch =
  /** Everybody: nothing was typed. */
  | { kind: 'everybody' }
  /** Whoever gave an amount, in cents. */
  | { kind: 'amount'; cents: number }
  /** Whoever gave on a day, as ISO text. */
  | { kind: 'day'; day: string }
  /** Whoever gave the donation with an id, of which the start is enough, or with an id of its payment. */
  | { kind: 'reference'; id: string }
  /** Whoever has all of these parts in the name or the address. */
  | { kind: 'words'; words: string[] };

/**
 * Reads a typed text: `readDonorSearch("$50")` is about an amount, `"3/14/2026"` and `"2026-03-14"` about a day, the
 * first eight digits of an ID about a donation, and everything else about names and addresses.
 */
export function readDonorSearch(typed: string): DonorSearch {
  const text = typed.trim();
  if (text === '') return { kind: 'everybody' };
  const cents = readWantedAmount(text);
  if (cents !== null) return { kind: 'amount', cents };
  const day = readDay(text);
  if (day !== null) return { kind: 'day', day };
  if (isPaymentId(text) || isDonationId(text)) return { kind: 'reference', id: text };
  return { kind: 'words', words: text.split(/\s+/) };
}

/**
 * The amount in cents that somebody looks for: `readWantedAmount("$1,500")` is `150000`. Of two meanings, the one that this
 * site writes: nothing is taken here. Null for a text that no donation can be of.
 */
export function readWantedAmount(typed: string): number | null {
  const { cents: clear, choices } = readAmount(typed);
  const cents = clear ?? choices[0] ?? null;
  return cents !== null && cents > 0 && cents <= maxAmountCents ? cents : null;
}

/** Ids begin with their time, so with a zero: neither a phone number nor "Decade" is one. */
function isDonationId(text: string): boolean {
  const hex = idPrefix(text);
  return hex !== null && hex.length >= 8 && hex.startsWith('0');
}

function readDay(text: string): string | null {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const [, month = '', date = '', year] = american ?? [];
  const day = american ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : text;
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  if (!isLikelyYear(day)) return null;
  const moment = new Date(`${day}T00:00Z`);
  // February 30 would be read as March 2.
  return Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(day) ? null : day;
}
