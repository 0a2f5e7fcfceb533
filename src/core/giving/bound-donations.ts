import { formatCount } from '#core/platform/counts.ts';
import { formatDate } from '#core/platform/dates.ts';
import {
  canReceiveFunds,
  type NominationFlags,
  nominationStatus,
} from '#core/vetting/nomination-status.ts';

/*
 * When a donation that was given for one need instead of a cause may go to others, what its donor reads before giving,
 * and how they are told (decision 0045).
 */

/** Why a donation is no longer bound to its need, in the order in which reasons are named. */
export const bindingEnds = [
  'completed',
  'did_not_work_out',
  'withdrawn',
  'cause_changed',
  'unpublished',
  'goal_reached',
  'time',
] as const;
/** One of {@link bindingEnds}. */
export type BindingEnd = (typeof bindingEnds)[number];

/** For how many days a donation stays bound, unless the charity decides otherwise. */
export const usualBoundDays = 180;

/** What decides about donations that are bound to a need. Amounts in cents. */
export interface BoundNeed extends NominationFlags {
  /** Whether everybody can open its page. */
  isVisible: boolean;
  didNotWorkOut: boolean;
  causeId: string;
  goalCents: number | null;
  allocatedCents: number;
}

/**
 * The rule: why a donation of a cause may go to other needs than the one that it was bound to; null while it may not.
 * The moment until which it is bound is null for a donation that is only being made.
 */
export function whyFree(
  need: BoundNeed,
  donation: { causeId: string; boundUntil: Date | null },
  now: Date,
): BindingEnd | null {
  if (nominationStatus(need) === 'completed') return 'completed';
  if (need.didNotWorkOut) return 'did_not_work_out';
  if (!canReceiveFunds(need)) return 'withdrawn';
  if (need.causeId !== donation.causeId) return 'cause_changed';
  if (!need.isVisible) return 'unpublished';
  if (need.goalCents !== null && need.allocatedCents >= need.goalCents) return 'goal_reached';
  if (donation.boundUntil !== null && donation.boundUntil <= now) return 'time';
  return null;
}

/** The rule in words, as donors read it before giving; without a cause, for every need. */
export function bindingRule({ cause, days }: { cause: string | null; days: number }): string {
  return `We may allocate it to this need only. What is not allocated becomes free for other needs of the same cause${cause === null ? '' : `, ${cause},`} as soon as this need is completed, does not work out, or is withdrawn, as soon as its page is taken down or its goal is reached, or after ${formatCount(days)} days. We email you then.`;
}

/** Why a need takes no donations of its own, or why one was freed; a clause that follows "because". */
export const bindingEndWords: Record<BindingEnd, string> = {
  completed: 'the need is completed',
  did_not_work_out: 'the help did not work out as planned',
  withdrawn: 'we no longer help with this need',
  cause_changed: 'the need belongs to another cause now',
  unpublished: 'the need no longer has a public page',
  goal_reached: 'the need has reached its goal',
  time: 'the days for which it was bound are over',
};

/** Each reason as lists and the audit trail show it. */
export const bindingEndNames: Record<BindingEnd, string> = {
  completed: 'Need completed',
  did_not_work_out: 'Did not work out',
  withdrawn: 'Need withdrawn',
  cause_changed: 'Cause changed',
  unpublished: 'Page taken down',
  goal_reached: 'Goal reached',
  time: 'Time is over',
};

/** A donation that is or was bound, as its donor is told. */
export interface ToldBinding {
  /** The public name of the need; null while it has no public page. */
  need: string | null;
  cause: string;
  /** When it ends at the latest. */
  until: string;
  /** Why it has ended; null while the donation is bound. */
  why: BindingEnd | null;
}

/** What the donor of such a donation reads about it: on its page, and in its receipt. */
export function describeBinding(
  { need, cause, until, why }: ToldBinding,
  timeZone: string,
): string {
  const name = need === null ? 'the need that you chose' : `“${need}”`;
  return why === null
    ? `You gave for ${name}. We may allocate your donation to this need only, until ${formatDate(until, timeZone)} at the latest. What is not allocated becomes free for other needs of the same cause, ${cause}, as soon as this need is completed, does not work out, or is withdrawn, or as soon as its page is taken down or its goal is reached. We email you then.`
    : `You gave for ${name}. What was not allocated to it is free for other needs of the same cause, ${cause}, because ${bindingEndWords[why]}.`;
}
