import { countInWords } from '#core/platform/counts.ts';

/*
 * How long links to a new address of a donor wait, and how long a correction or a join can be taken back (decision
 * 0057).
 */

/** For how many days links to another address of a donor wait, unless the former one agrees. */
export const heldDays = 3;
/** {@link heldDays} in words. */
export const heldTime = countInWords(heldDays, 'day');
/** For how long a correction or a join of donors can be taken back, in days. */
export const daysToTakeBack = 30;

/**
 * An address for somebody who may know it, and may be a stranger: `maskAddress("kim@example.org")` is
 * `"k…@example.org"`.
 */
export function maskAddress(address: string): string {
  return address.replace(/^(.)[^@]*/su, '$1…');
}
