import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  amountCents,
  balanceCents,
  day,
  email,
  honeypot,
  idParams,
  messageBody,
  optionalLine,
  paging,
  requiredText,
  timestamp,
  token,
} from '#contract/fields.ts';
import { causeId, donationId, donorId, planId } from '#contract/ids.ts';
import { causeReference } from '#contract/vetting/causes.ts';
import { endReasons, planEventKinds, planIntervals, planStates } from '#core/plans/plans.ts';

/* Recurring donations: for the team, and for their donors behind a private link. */

/** How often a recurring donation is charged. */
export const planInterval = z.enum(planIntervals, 'Choose how often');

/** A recurring donation as lists show it. Amount in cents. */
export const planSummary = z.object({
  id: planId,
  createdAt: timestamp,
  startedAt: timestamp,
  state: z.enum(planStates),
  /** Somebody asked to stop it, and the payment provider has not confirmed yet. It counts as stopped. */
  isBeingStopped: z.boolean(),
  amount: balanceCents,
  /** What is charged beside the amount, for card costs. */
  cover: balanceCents,
  interval: z.enum(planIntervals),
  cause: causeReference,
  /** Null for whoever may not see donors' contact details. */
  donor: z.object({ id: donorId, firstName: z.string(), lastName: z.string() }).nullable(),
  /** Nobody outside of the team reads whose it is; each further donation begins with the same. */
  isAnonymous: z.boolean(),
  /** When the next payment is due; null if none is. */
  nextChargeAt: timestamp.nullable(),
  pausedUntil: timestamp.nullable(),
  /** The overdue payment: since when, why in words, and when the payment provider tries again, if it does. */
  failure: z
    .object({
      since: timestamp,
      reason: z.string(),
      nextTryAt: timestamp.nullable(),
      /** The bank wants the donor to confirm it. */
      mustConfirm: z.boolean(),
    })
    .nullable(),
  ended: z.object({ at: timestamp, why: z.enum(endReasons) }).nullable(),
});
export type PlanSummary = z.infer<typeof planSummary>;

/** Something that happened to a recurring donation, and what it was afterward. */
export const planEvent = z.object({
  at: timestamp,
  kind: z.enum(planEventKinds),
  /** Who did it, in words; for the donor's own page without names of the team. */
  by: z.string(),
  /** Why, in words; empty if nobody said. */
  why: z.string(),
  amount: balanceCents,
  cover: balanceCents,
  interval: z.enum(planIntervals),
  cause: z.string(),
  until: timestamp.nullable(),
});
export type PlanEvent = z.infer<typeof planEvent>;

/** One of its payments that became a donation. */
export const planDonation = z.object({
  id: donationId,
  receivedOn: z.iso.date(),
  amount: balanceCents,
  /** What came beside the amount, for card costs. */
  cover: balanceCents,
  returned: balanceCents,
  cause: z.string(),
});
export type PlanDonation = z.infer<typeof planDonation>;

/** The card that is charged, as far as anybody may know it. */
export const planCard = z.object({
  brand: z.string(),
  last4: z.string(),
  /** Such as `2031-08`. */
  expires: z.string(),
});

/** A recurring donation with everything about it. */
export const plan = planSummary.extend({
  card: planCard.nullable(),
  /** The payment provider's ids, and its name. */
  provider: z.string(),
  subscriptionId: z.string().nullable(),
  customerId: z.string().nullable(),
  /** The oldest first. */
  events: z.array(planEvent),
  /** The latest 100, newest first. */
  donations: z.array(planDonation),
});
export type Plan = z.infer<typeof plan>;

/** In the order of what somebody asks for; `failing`: those that fail first, the one that has failed longest before others. */
export const planOrders = ['newest', 'oldest', 'largest', 'next', 'failing'] as const;

/** `running` is every one that may be charged again: active, ending, paused, or failing. */
export const planStateFilters = [
  'running',
  'active',
  'failing',
  'paused',
  'ending',
  'ended',
] as const;

const shared = { tag: 'Recurring donations' } as const;
const ofOne = { ...shared, params: idParams(planId) } as const;

/** The filter of {@link listPlans}. */
export const plansFilter = z.object({
  /** Those that are being stopped count as ended. */
  state: z.enum(planStateFilters).optional(),
  interval: planInterval.optional(),
  causeId: causeId.optional(),
  donorId: donorId.optional(),
  /** Part of the donor's name or address, or the payment provider's ID of the subscription or the customer: only for whoever may see donors' contact details. */
  search: optionalLine(200).optional(),
  order: z.enum(planOrders).default('newest'),
});

/**
 * Recurring donations whose first payment has come, newest first unless asked otherwise. 403 for a search by whoever may
 * not see who their donors are.
 */
export const listPlans = endpoint('GET /api/plans', {
  ...shared,
  summary: 'List recurring donations',
  reads: 'plans',
  access: 'lists.read',
  query: plansFilter.extend(paging),
  response: z.array(planSummary),
  paged: true,
});

/** One recurring donation. */
export const getPlan = endpoint('GET /api/plans/:id', {
  ...ofOne,
  summary: 'Show a recurring donation',
  reads: 'donation',
  access: 'lists.read',
  response: plan,
  errors: ['not_found'],
});

/** How many recurring donations there are in each state, what they give, and what became of them. */
export const planFigures = z.object({
  /** Those that are being stopped count as ended. */
  states: z.object({
    active: z.int(),
    ending: z.int(),
    paused: z.int(),
    failing: z.int(),
    ended: z.int(),
  }),
  /** What active and failing ones give in a year: the sum of amount × 12, 4, or 1, in cents, without card costs. */
  yearlyAmount: balanceCents,
  /** What they are expected to give in the next 30 days, in cents without card costs, and in how many payments. */
  expected: z.object({ amount: balanceCents, payments: z.int() }),
  /** The last twelve months in the charity's time zone, the oldest first. */
  months: z.array(
    z.object({
      /** Such as `2026-11`. */
      month: z.string(),
      started: z.int(),
      stoppedByDonor: z.int(),
      endedByFailure: z.int(),
      /** Ended in any other way. */
      endedOtherwise: z.int(),
      /** Failed payments that succeeded in the end. */
      recovered: z.int(),
    }),
  ),
});
export type PlanFigures = z.infer<typeof planFigures>;

/** The figures of all recurring donations. */
export const getPlanFigures = endpoint('GET /api/plan-figures', {
  ...shared,
  summary: 'Show what recurring donations come to',
  access: 'lists.read',
  response: planFigures,
});

/** Lowers the amount, from the next payment on. Only the donor can raise it. */
export const lowerPlan = endpoint('POST /api/plans/:id/lower', {
  ...ofOne,
  summary: 'Lower the amount of a recurring donation',
  records: {
    'plan.lowered': 'Lowered a recurring donation',
    'plan.change_refused': 'Could not change a recurring donation: the payment provider refused it',
    'plan.change_open': 'Changed a recurring donation without an answer',
  },
  reads: 'donation',
  access: 'money.write',
  recent: true,
  body: z.object({ amount: amountCents }),
  response: plan,
  errors: ['not_found', 'plan_ended', 'amount_out_of_range', 'payments_unavailable'],
});

/** Pauses a recurring donation until the beginning of a day, in a year at the latest. */
export const pausePlan = endpoint('POST /api/plans/:id/pause', {
  ...ofOne,
  summary: 'Pause a recurring donation',
  records: { 'plan.paused': 'Paused a recurring donation' },
  reads: 'donation',
  access: 'money.write',
  recent: true,
  body: z.object({ until: day }),
  response: plan,
  errors: ['not_found', 'plan_ended', 'payments_unavailable'],
});

/** Ends a pause: the next payment is charged when it is due. */
export const resumePlan = endpoint('POST /api/plans/:id/resume', {
  ...ofOne,
  summary: 'Resume a paused recurring donation',
  records: { 'plan.resumed': 'Resumed a recurring donation' },
  reads: 'donation',
  access: 'money.write',
  recent: true,
  response: plan,
  errors: ['not_found', 'plan_ended', 'payments_unavailable'],
});

/**
 * Stops a recurring donation at once. If the payment provider does not confirm it yet, it is asked until it does. Only the
 * team reads the reason.
 */
export const stopPlan = endpoint('POST /api/plans/:id/stop', {
  ...ofOne,
  summary: 'Stop a recurring donation',
  records: { 'plan.stopped': 'Stopped a recurring donation' },
  reads: 'donation',
  access: 'money.write',
  recent: true,
  body: z.object({ reason: requiredText(500) }),
  response: plan,
  errors: ['not_found', 'plan_ended'],
});

const byDonor = {
  ...shared,
  access: 'public',
  // Nobody looks at their page more often, and guessing links is hopeless.
  callsPerTenMinutes: 60,
} as const;
/** What a donor sees of their own recurring donation. Amounts in cents. */
export const planPage = z.object({
  firstName: z.string(),
  isAnonymous: z.boolean(),
  state: z.enum(planStates),
  isBeingStopped: z.boolean(),
  amount: balanceCents,
  cover: balanceCents,
  interval: z.enum(planIntervals),
  cause: causeReference,
  startedAt: timestamp,
  nextChargeAt: timestamp.nullable(),
  /** When the provider would charge it although it is being stopped; null if it is not, or would never. */
  mayChargeAt: timestamp.nullable(),
  pausedUntil: timestamp.nullable(),
  failure: planSummary.shape.failure,
  ended: planSummary.shape.ended,
  card: planCard.nullable(),
  events: z.array(planEvent),
  donations: z.array(planDonation),
  /** Where the team moves it, and when, unless its donor chooses differently; null if it stays. */
  move: z.object({ to: causeReference, at: timestamp }).nullable(),
  /** Until when this link may change it; null if it only shows, lowers, pauses, and stops it. */
  changesUntil: timestamp.nullable(),
  limits: z.object({ min: balanceCents, max: balanceCents }),
  /** What cards are estimated to cost, and whether donors are asked to add it. */
  cardCosts: z.object({
    basisPoints: z.int(),
    fixedCents: z.int(),
    isCoverOffered: z.boolean(),
  }),
  /** The days to which a payment can be moved, and until which can be paused. */
  days: z.object({ first: z.iso.date(), last: z.iso.date() }),
  causes: z.array(causeReference),
});
export type PlanPage = z.infer<typeof planPage>;

/** The recurring donation that a link leads to. */
export const openPlanPage = endpoint('POST /api/plan-page', {
  ...byDonor,
  summary: 'Show your recurring donation',
  body: z.object({ token }),
  response: planPage,
  errors: ['invalid_token', 'address_too_new', 'link_expired'],
});

/**
 * Emails links that can change the recurring donations of an address. The response is the same for every address, also if
 * it has none, or has had too many emails.
 */
export const requestPlanLinks = endpoint('POST /api/plan-page/request-link', {
  ...byDonor,
  callsPerTenMinutes: 30,
  form: 'plan page',
  summary: 'Request an email with links to change your recurring donations',
  body: z.object({ email, website: honeypot }),
  response: messageBody,
});

/** Emails a link that can change this recurring donation to its donor. */
export const mailPlanLink = endpoint('POST /api/plan-page/mail-link', {
  ...byDonor,
  summary: 'Request an email with a link to change this recurring donation',
  body: z.object({ token }),
  response: messageBody,
  errors: ['invalid_token', 'address_too_new', 'link_expired', 'plan_ended'],
});

const changing = [
  'invalid_token',
  'address_too_new',
  'view_only_link',
  'link_expired',
  'plan_ended',
  'payments_unavailable',
] as const;

/**
 * Changes amount, what is added for card costs, cause, interval, or the day of the next payment; what is not sent stays. The
 * link is used up. Another interval without a day begins on the day of the next payment. With another amount, what is added
 * has to be sent as well: the donor has seen the new total.
 */
export const changePlan = endpoint('POST /api/plan-page/change', {
  ...byDonor,
  summary: 'Change your recurring donation',
  body: z.object({
    token,
    amount: amountCents.optional(),
    /** What is added for card costs, as the page showed it; refused if it is not what the server would show now. */
    cover: balanceCents.optional(),
    causeId: causeId.optional(),
    interval: planInterval.optional(),
    nextCharge: day.optional(),
  }),
  response: planPage,
  errors: [...changing, 'amount_out_of_range', 'cause_not_open', 'plan_not_active'],
});

/** Pauses it until the beginning of a day, with any link, which can be used again. */
export const pauseOwnPlan = endpoint('POST /api/plan-page/pause', {
  ...byDonor,
  summary: 'Pause your recurring donation',
  body: z.object({ token, until: day }),
  response: planPage,
  errors: [
    ...(['invalid_token', 'address_too_new', 'plan_ended', 'plan_not_active'] as const),
    ...(['payments_unavailable'] as const),
  ],
});

/** Lowers the amount from the next payment on, with any link, which can be used again. Raising it takes a fresh link. */
export const lowerOwnPlan = endpoint('POST /api/plan-page/lower', {
  ...byDonor,
  summary: 'Lower the amount of your recurring donation',
  body: z.object({ token, amount: amountCents }),
  response: planPage,
  errors: [
    ...(['invalid_token', 'address_too_new', 'plan_ended', 'amount_out_of_range'] as const),
    ...(['payments_unavailable'] as const),
  ],
});

/** Ends a pause. The link is used up. */
export const resumeOwnPlan = endpoint('POST /api/plan-page/resume', {
  ...byDonor,
  summary: 'Resume your recurring donation',
  body: z.object({ token }),
  response: planPage,
  errors: changing,
});

/** The address of a page of the payment provider that takes another card. The link is used up. */
export const changePlanCard = endpoint('POST /api/plan-page/card', {
  ...byDonor,
  summary: 'Change the card of your recurring donation',
  body: z.object({ token }),
  response: z.object({ url: z.url() }),
  errors: changing,
});

/** The address of a page of the payment provider on which the donor confirms an overdue payment, with any link. */
export const confirmPlanPayment = endpoint('POST /api/plan-page/confirm', {
  ...byDonor,
  summary: 'Confirm an overdue payment of your recurring donation',
  body: z.object({ token }),
  response: z.object({ url: z.url() }),
  errors: ['invalid_token', 'address_too_new', 'nothing_left', 'payments_unavailable'],
});

/**
 * Stops it at once, with any link. If the payment provider does not confirm it yet, it is asked until it does, and the page
 * says that it is being stopped.
 */
export const stopOwnPlan = endpoint('POST /api/plan-page/stop', {
  ...byDonor,
  summary: 'Stop your recurring donation',
  body: z.object({ token }),
  response: planPage,
  errors: ['invalid_token', 'address_too_new'],
});

/**
 * Says whether it is anonymous, with any link. Those that were made so far become anonymous with it; when it is no
 * longer, they stay as they are.
 */
export const setPlanAnonymity = endpoint('POST /api/plan-page/anonymity', {
  ...byDonor,
  summary: 'Say whether your recurring donation is anonymous',
  body: z.object({ token, isAnonymous: z.boolean('Must be true or false') }),
  response: planPage,
  errors: ['invalid_token', 'address_too_new'],
});
