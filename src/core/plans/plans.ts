import { dayAfter, isoDayOf } from '#core/platform/dates.ts';

/* Intervals, states, and days of recurring donations, and why a card was refused, in words. */

/** How often a recurring donation is charged. */
export const planIntervals = ['monthly', 'quarterly', 'yearly'] as const;
/** One of {@link planIntervals}. */
export type PlanInterval = (typeof planIntervals)[number];

/** The words for an interval: of the choice, `every …`, and of the donation, as in "monthly donation". */
export const intervalWords: Record<
  PlanInterval,
  { choice: string; every: string; adjective: string }
> = {
  monthly: { choice: 'Monthly', every: 'month', adjective: 'monthly' },
  quarterly: { choice: 'Quarterly', every: '3 months', adjective: 'quarterly' },
  yearly: { choice: 'Yearly', every: 'year', adjective: 'yearly' },
};

/** How many months an interval has. */
export const monthsOfInterval: Record<PlanInterval, number> = {
  monthly: 1,
  quarterly: 3,
  yearly: 12,
};

/** How far a recurring donation is. The first one waits for its first payment and is in no list. */
export const planStates = ['started', 'active', 'ending', 'paused', 'failing', 'ended'] as const;
/** One of {@link planStates}. */
export type PlanState = (typeof planStates)[number];

/** What people read of a state. */
export const planStateWords: Record<PlanState, string> = {
  started: 'Waiting for the first payment',
  active: 'Active',
  ending: 'Ending',
  paused: 'Paused',
  failing: 'Payment failed',
  ended: 'Ended',
};

/**
 * A card in words. `expires` is a year and a month, or empty where the provider tells none:
 * `describeCard({ brand: "Visa", last4: "4242", expires: "2031-08" })` is `"Visa ending in 4242, expires 08/2031"`.
 */
export function describeCard(card: { brand: string; last4: string; expires: string }): string {
  const [year, month] = card.expires.split('-');
  const expires = year && month ? `, expires ${month}/${year}` : '';
  return `${card.brand} ending in ${card.last4}${expires}`.trim();
}

/** The states of plans that the provider may charge again. */
export const runningStates = [
  'active',
  'ending',
  'paused',
  'failing',
] as const satisfies readonly PlanState[];

/** Why a recurring donation ended. */
export const endReasons = [
  'donor',
  'staff',
  'payment_failed',
  'disputed',
  'cause_closed',
  'provider',
] as const;
/** One of {@link endReasons}. */
export type EndReason = (typeof endReasons)[number];

/** What the team reads of a reason. */
export const endReasonWords: Record<EndReason, string> = {
  donor: 'Stopped by the donor',
  staff: 'Stopped by the team',
  payment_failed: 'Ended after failed payments',
  disputed: 'Ended after a dispute',
  cause_closed: 'Ended with its cause',
  provider: 'Stopped at the payment provider',
};

/** Who asked to stop one, before the provider has confirmed it. */
export const stopAskedWords: Partial<Record<EndReason, string>> = {
  donor: 'By the donor',
  staff: 'By the team',
};

/** What happened to a recurring donation. */
export const planEventKinds = [
  'started',
  'changed',
  'paused',
  'resumed',
  'failed',
  'recovered',
  'stop_requested',
  'ended',
] as const;
/** One of {@link planEventKinds}. */
export type PlanEventKind = (typeof planEventKinds)[number];

/** What people read of what happened. */
export const planEventWords: Record<PlanEventKind, string> = {
  started: 'Began',
  changed: 'Changed',
  paused: 'Paused',
  resumed: 'Resumed',
  failed: 'Payment failed',
  recovered: 'Payment succeeded again',
  stop_requested: 'Asked to stop',
  ended: 'Ended',
};

/** How many days before a quarterly or yearly payment its donor is told of it. */
export const announcedDays = 7;
/** The longest pause, in months. */
export const longestPauseMonths = 12;

/** What a recurring donation gives in a year, in cents: exact, unlike a month's share of a yearly donation. */
export function yearlyCents(amountCents: number, interval: PlanInterval): number {
  return amountCents * (12 / monthsOfInterval[interval]);
}

interface Charged {
  amountCents: number;
  coverCents: number;
  interval: PlanInterval;
}

/** Whether a recurring donation that becomes another one charges more in a year: more each time, or more often. */
export function isRaise(before: Charged, after: Charged): boolean {
  const inYear = ({ amountCents, coverCents, interval }: Charged) =>
    yearlyCents(amountCents + coverCents, interval);
  return inYear(after) > inYear(before);
}

/**
 * When a payment comes, so many intervals after the first one: on the same day and at the same time in UTC, as the
 * provider counts, or on the last day of a shorter month. Counted from the first payment, so the 31st comes back after
 * February: `chargeAt("2027-01-31T12:00:00Z", "monthly", 1)` is on February 28, and with 2 on March 31.
 */
export function chargeAt(first: string | Date, interval: PlanInterval, number: number): Date {
  const start = new Date(first);
  const month = start.getUTCMonth() + monthsOfInterval[interval] * number;
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const charge = new Date(start);
  charge.setUTCFullYear(start.getUTCFullYear(), month, Math.min(start.getUTCDate(), lastDay));
  return charge;
}

/**
 * The first payment that comes after a pause, of those that are counted from `first` as {@link chargeAt} does: the next
 * one, if it is late enough.
 */
export function chargeAfterPause(
  pausedUntil: Date,
  { first, next, interval }: { first: Date; next: Date; interval: PlanInterval },
): Date {
  if (next >= pausedUntil) return next;
  let number = 1;
  while (chargeAt(first, interval, number) < pausedUntil) number++;
  return chargeAt(first, interval, number);
}

/** The same day so many months later, or the last of a shorter month: `addMonths("2027-01-31", 1)` is `"2027-02-28"`. */
export function addMonths(isoDay: string, months: number): string {
  const day = new Date(`${isoDay}T00:00Z`);
  const month = day.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(day.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(day.getUTCFullYear(), month, Math.min(day.getUTCDate(), lastDay)))
    .toISOString()
    .slice(0, 10);
}

/** The first and the last day to which a payment can be moved, or until which can be paused: tomorrow, and in a year. */
export function changeableDays(now: Date, timeZone: string): { first: string; last: string } {
  const today = isoDayOf(now, timeZone);
  return { first: dayAfter(today), last: addMonths(today, longestPauseMonths) };
}

/**
 * Why a card was not charged, in words for its owner or for the team. Banks do not always say it, and some reasons, such as
 * a card that was reported as stolen, are told by nobody but the bank.
 */
export function failureWords(code: string | null, reader: 'owner' | 'team' = 'owner'): string {
  const bank = reader === 'owner' ? 'Your bank' : 'The bank';
  switch (code) {
    case 'insufficient_funds':
      return 'There was not enough money available on the card.';
    case 'expired_card':
      return 'The card has expired.';
    case 'authentication_required':
      return `${bank} wants ${reader === 'owner' ? 'you' : 'the donor'} to confirm the payment.`;
    case 'incorrect_cvc':
      return 'The security code of the card was not accepted.';
    case 'incorrect_number':
      return 'The number of the card was not accepted.';
    case 'card_velocity_exceeded':
      return 'The card has reached its limit.';
    case 'processing_error':
      return `Something went wrong between ${bank.toLowerCase()} and our payment provider.`;
    default:
      return `${bank} did not approve the payment.`;
  }
}
