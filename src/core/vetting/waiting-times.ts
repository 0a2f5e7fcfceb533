/* How long something took lately, in words, and how many cases that takes. */

/** How far back a waiting time looks, in days. */
export const recentDays = 90;

/** Of fewer cases, the half says more about chance than about us. */
export const fewestCases = 10;

/**
 * How long something took lately, as people are told it. It is true of exactly what was counted: whatever began in the
 * last {@link recentDays} days, and everything that still waits, which counts as longer than all that has ended.
 */
export function halfWithin(those: string, ended: string, days: number): string {
  return `Of the ${those} of the last ${recentDays} days and those that still wait, half ${ended} within ${days === 1 ? 'a day' : `${days} days`}.`;
}
