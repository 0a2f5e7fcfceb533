import type { EndedPayments } from '#server/platform/misuse/challenge-level.ts';

/* What counts as testing stolen cards, and when such an attack is over. */

/** An attack shows in payments of so many minutes. */
export const watchedMinutes = 5;
/** An attack is over when none of its signs has been seen for this long. */
export const calmMinutes = 30;

/**
 * Whether somebody is testing stolen cards. Only failed payments and their share tell it, never traffic: of honest
 * donors' payments, 5 to 15 of 100 fail, so neither a dozen declined cards among hundreds of donations nor any
 * number of donations is an attack. The second pair of numbers finds an attack that hides among many donations.
 */
export function isCardTesting({ failedPayments, paidPayments }: EndedPayments): boolean {
  const ended = failedPayments + paidPayments;
  return (
    (failedPayments >= 10 && failedPayments >= 0.6 * ended) ||
    (failedPayments >= 50 && failedPayments >= 0.3 * ended)
  );
}
