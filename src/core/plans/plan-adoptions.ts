import type { PlanInterval } from '#core/plans/plans.ts';

/* Which subscriptions of another system can go on here, and why others cannot. */

/** What can become of a subscription that somebody asked to go on here, in words. */
export const adoptionStates = {
  asked: 'Being taken over',
  adopted: 'Taken over',
  refused: 'Could not be taken over',
} as const;
/** One of {@link adoptionStates}. */
export type AdoptionState = keyof typeof adoptionStates;

/** How many subscriptions one request takes over. */
export const maxAdoptionsAtOnce = 500;

/** A subscription that another system began, without who gives. Amounts in the smallest unit of its currency. */
export interface OtherSubscription {
  subscriptionId: string;
  /** What it is for, in the other system's words. */
  product: { id: string; name: string };
  /** Null if it has no one amount. */
  amountCents: number | null;
  /** In capitals. */
  currency: string;
  /** Null if it is none of ours. */
  interval: PlanInterval | null;
  /** How often, in words, such as `"2 weeks"`. */
  every: string;
  /** Whether it is paused, or a payment is overdue. */
  state: 'active' | 'paused' | 'failing' | 'ending';
  nextChargeAt: string | null;
  /** Why it cannot go on here; null if it can. */
  problem: string | null;
  /** What somebody should know who takes it over; empty if there is nothing. */
  remark: string;
}

/** What is found out about a subscription before it can go on here. */
export interface AdoptionFacts {
  status: string;
  items: number;
  quantity: number | null;
  /** Whether it costs what is used, or so much for the first ones. */
  isUsageBased: boolean;
  amountCents: number | null;
  currency: string;
  interval: PlanInterval | null;
  every: string;
  email: string;
  hasDiscount: boolean;
  hasTax: boolean;
  isInvoiced: boolean;
  hasSchedule: boolean;
  isPausedAsDraft: boolean;
}

/** Why one with a payment that is still to come cannot go on here: its invoice will never name a plan. */
export const paymentOpen =
  'A payment of it is overdue or on its way, which would become no donation here. Take it over once that payment has come, or was given up.';

/** Why a subscription cannot go on here, as a sentence; null if it can. `bookCurrency`: that of the books. */
export function adoptionProblem(found: AdoptionFacts, bookCurrency: string): string | null {
  if (found.status === 'past_due') return paymentOpen;
  const running = ['active', 'trialing', 'paused'];
  if (!running.includes(found.status)) return 'It is not running.';
  if (found.items !== 1) return 'It charges for several things at once.';
  if (found.isUsageBased) return 'Its amount depends on what is used.';
  if (found.currency !== bookCurrency) {
    return `It is in ${found.currency}, and the books are in ${bookCurrency}.`;
  }
  if (found.quantity !== 1) {
    return `Its amount is a price times ${found.quantity ?? 'something'}. Set the quantity to 1, with the whole amount as the price, in the other system or at the payment provider first.`;
  }
  if (found.amountCents === null || found.amountCents <= 0)
    return 'It has no amount in whole cents.';
  if (found.interval === null) {
    return `It is charged every ${found.every}, and we can do every month, 3 months, or year.`;
  }
  if (found.email === '')
    return 'Its customer has no email address, so nobody could tell the donor.';
  if (found.hasDiscount) return 'It has a discount.';
  if (found.hasTax) return 'Taxes are added to it.';
  if (found.isInvoiced) return 'It is paid by invoice instead of by a stored card.';
  if (found.hasSchedule) return 'A schedule at the payment provider is going to change it.';
  if (found.isPausedAsDraft) {
    return 'It is paused in a way that keeps its payments for later. Resume it first, or pause it without keeping them.';
  }
  return null;
}
