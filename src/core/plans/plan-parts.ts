import { type CardRate, coverFor } from '#core/ledger/card-costs.ts';

/** What each payment of a recurring donation consists of, in cents: the donation, and what is added for card costs. */
export interface PlanParts {
  amountCents: number;
  coverCents: number;
}

/** What is charged in all, in cents. */
export function totalOf({ amountCents, coverCents }: PlanParts): number {
  return amountCents + coverCents;
}

/**
 * What is added, in cents, once an amount was lowered: what the lower one is estimated to cost today, and never more than
 * before, so that less is charged. Nothing if nothing was added.
 */
export function coverAfterLowering(coverCents: number, amountCents: number, rate: CardRate) {
  return Math.min(coverCents, coverFor(amountCents, rate));
}

/**
 * The parts of a payment that came to a total: the first of these that do, or null. A payment that was being prepared while
 * its plan was changed has an earlier amount.
 */
export function partsOfTotal(totalCents: number, known: readonly PlanParts[]): PlanParts | null {
  return known.find((parts) => totalOf(parts) === totalCents) ?? null;
}
