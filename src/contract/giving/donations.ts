import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  amountCents,
  balanceCents,
  contactDetails,
  fromTo,
  honeypot,
  idParams,
  optionalLine,
  optionalText,
  paging,
  queryFlag,
  requiredText,
  timestamp,
} from '#contract/fields.ts';
import { commentFields } from '#contract/giving/comments.ts';
import { dedicationFields } from '#contract/giving/dedications.ts';
import { employerField } from '#contract/giving/expected-donations.ts';
import {
  allocationId,
  causeId,
  disputeId,
  donationId,
  donorId,
  nominationId,
  planId,
  refundId,
} from '#contract/ids.ts';
import { manyOutcome, selectedIds } from '#contract/many-at-once.ts';
import { giftAidFields } from '#contract/receipts/gift-aid.ts';
import { causeReference } from '#contract/vetting/causes.ts';
import { bindingEnds } from '#core/giving/bound-donations.ts';
import { causeGrounds } from '#core/giving/cause-changes.ts';
import { dedicationKinds } from '#core/giving/dedications.ts';
import { donationSources } from '#core/giving/donation-sources.ts';
import { planIntervals } from '#core/plans/plans.ts';

/* Donations: the form that starts one, the list and one of them for the team, sending receipts, and anonymity. */

/** Money returned to the donor on our initiative. Amount in cents. */
export const refund = z.object({
  id: refundId,
  createdAt: timestamp,
  amount: balanceCents,
  /** What of the amount returns what the donor added for card costs; the rest returns the donation. */
  cover: balanceCents,
  /** `requested`: the payment provider has not responded yet. `failed`: the money never left. */
  status: z.enum(['requested', 'pending', 'succeeded', 'failed']),
  reason: z.string(),
});
export type Refund = z.infer<typeof refund>;

/** A payment that the donor's bank wants back. Amounts in cents. */
export const dispute = z.object({
  id: disputeId,
  createdAt: timestamp,
  amount: balanceCents,
  status: z.enum(['open', 'won', 'lost', 'closed']),
  /** What the bank has taken and not returned. */
  takenAmount: balanceCents,
});
export type Dispute = z.infer<typeof dispute>;

/** The need that a donor bound a donation to, and until when; once it is free, since when and why. */
export const binding = z.object({
  id: nominationId,
  nominee: z.string(),
  until: timestamp,
  releasedAt: timestamp.nullable(),
  why: z.enum(bindingEnds).nullable(),
});

/** A paid donation as the list shows it. Amounts in cents. */
export const donationSummary = z.object({
  id: donationId,
  createdAt: timestamp,
  amount: balanceCents,
  /** amount − returned − allocated − spent before, never less than 0. */
  availableAmount: balanceCents,
  /** What went back to the donor through refunds and disputes. */
  returnedAmount: balanceCents,
  /** What was spent before the donation was imported. */
  spentBeforeAmount: balanceCents,
  /** What is still allocated although it went back: returned + allocated + spent before − amount, or 0. */
  deficitAmount: balanceCents,
  /** The donor's bank wants it back, and the dispute is still open. */
  isDisputed: z.boolean(),
  cause: causeReference,
  /** The need that it was given for; null if it was given for its cause. */
  binding: binding.nullable(),
  /** Null for whoever may not see donors' contact details. */
  donor: z.object({ id: donorId, firstName: z.string(), lastName: z.string() }).nullable(),
  /** Nobody outside of the team reads whose it is. */
  isAnonymous: z.boolean(),
  allocations: z.array(z.object({ amount: balanceCents })),
});
export type DonationSummary = z.infer<typeof donationSummary>;

/**
 * A paid donation with everything that its reader may see. Amounts in cents. What tells who the donor is, is null for
 * whoever may not see donors' contact details.
 */
export const donation = donationSummary.extend({
  /** How the money came: {@link donationSources}. */
  source: z.enum(donationSources),
  /** The recurring donation that it is a payment of; null if it is of none. */
  planId: planId.nullable(),
  /** The day on which it was received, in the charity's time zone. */
  receivedOn: z.iso.date(),
  /** The payment provider's id of the payment, shown as "Stripe ID"; null if no provider took it. */
  paymentIntentId: z.string().nullable(),
  /** What the payment provider took for the payment, which is not taken from the amount; null if it did not say. */
  costs: z.int().nullable(),
  /** What the fee consists of, in the provider's words; empty if it did not say, or not in this currency. */
  feeParts: z.array(z.object({ description: z.string(), amount: z.int() })),
  /** What the donor added for card costs, which is not part of the amount, and what of it is still there. */
  cover: balanceCents,
  coverLeft: balanceCents,
  description: z.string().nullable(),
  isAvailableToVolunteerTime: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  zip: z.string().nullable(),
  /** To whom it is dedicated; null if it is not, and for whoever may not see donors' contact details. */
  dedication: z
    .object({
      kind: z.enum(dedicationKinds),
      honoree: z.string(),
      recipientName: z.string().nullable(),
      message: z.string(),
      dueAt: timestamp.nullable(),
      sentAt: timestamp.nullable(),
      bouncedAt: timestamp.nullable(),
      /** Why it is not sent, in words for its donor; null if it is, or may be. */
      stopped: z.string().nullable(),
    })
    .nullable(),
  /** Name and address as typed with this donation, if they are not the donor's; null otherwise. */
  typed: z.string().nullable(),
  allocations: z.array(
    z.object({
      id: allocationId,
      createdAt: timestamp,
      amount: balanceCents,
      /** What of it is spent, and cannot be released. */
      spentAmount: balanceCents,
      nomination: z.object({ id: nominationId, nominee: z.string(), isCompleted: z.boolean() }),
    }),
  ),
  /** Refunds that the payment provider has not confirmed yet: still available, but not for allocation. */
  requestedRefunds: balanceCents,
  /** The causes that it had before, the oldest first, and until when. */
  formerCauses: z.array(z.object({ name: z.string(), until: timestamp })),
  refunds: z.array(refund),
  disputes: z.array(dispute),
});
export type Donation = z.infer<typeof donation>;

/** The donation form. Amount in cents; the server also checks the configured minimum and maximum. */
export const donationInput = z.object({
  amount: amountCents,
  causeId,
  description: optionalText(2000).default(''),
  isAvailableToVolunteerTime: z.boolean({ error: 'Must be true or false' }).default(false),
  /** What the donor adds for card costs, as the form showed it; refused if it is not what the server would show now. */
  cover: balanceCents.default(0),
  ...contactDetails,
  /** Where receipts need it; empty if the donor needs none. */
  postalAddress: optionalText(500).default(''),
  /** How often it repeats; absent for a single donation. */
  interval: z.enum(planIntervals, 'Choose how often').optional(),
  ...giftAidFields,
  /** The only need that it may be allocated to, as long as the rule on the form says; absent for a donation to its cause. */
  needId: nominationId.optional(),
  /** Nobody outside of the team is to read whose donation it is. */
  isAnonymous: z.boolean('Must be true or false').default(false),
  ...dedicationFields,
  ...commentFields,
  ...employerField,
  website: honeypot,
});

/** In the order of what somebody asks for. */
export const donationOrders = ['newest', 'oldest', 'largest', 'smallest'] as const;

/** Newest first, unless asked otherwise. Without a filter, it returns every donation, including fully allocated ones. */
export const listDonations = endpoint('GET /api/donations', {
  summary: 'List the donations',
  reads: 'donations',
  tag: 'Donations',
  access: 'lists.read',
  query: z.object({
    ...paging,
    /** `true` leaves out donations with nothing left to allocate. */
    hideFullyAllocated: queryFlag.optional(),
    causeId: causeId.optional(),
    /** Only the donation with this id, of which the start is enough, or with this id of its payment. */
    id: z.string().trim().optional(),
    /** Only donations of exactly this amount, as somebody types it: `$1,234.56`. */
    amount: optionalLine(50).optional(),
    /** Only what this donor gave. */
    donorId: donorId.optional(),
    /** Only the payments of this recurring donation. */
    planId: planId.optional(),
    ...fromTo,
    order: z.enum(donationOrders).default('newest'),
    /** Before all others, in the same order: those with something left for the cause of this nomination. */
    firstFor: nominationId.optional(),
  }),
  response: z.array(donationSummary),
  paged: true,
});

/** One paid donation. */
export const getDonation = endpoint('GET /api/donations/:id', {
  summary: 'Show a donation',
  reads: 'donation',
  tag: 'Donations',
  access: 'lists.read',
  params: idParams(donationId),
  response: donation,
  errors: ['not_found'],
});

/**
 * Starts a checkout and returns the address of the payment page. Nothing counts as donated until the payment
 * provider confirms the payment. Honors `Idempotency-Key`.
 */
export const createDonation = endpoint('POST /api/donations', {
  // So many that the guests of a hall who share one address are not refused.
  callsPerTenMinutes: 120,
  form: 'donations',
  summary: 'Start a donation and get the address of the payment page',
  tag: 'Donations',
  access: 'public',
  body: donationInput,
  response: z.object({ url: z.url() }),
  status: 201,
  errors: ['cause_not_open', 'payments_unavailable', 'idempotency_key_reused'],
});

/** Emails the receipts of several donations again, each to its donor. Honors `Idempotency-Key`. */
export const sendReceipts = endpoint('POST /api/donations/receipts', {
  recent: true,
  summary: 'Email the receipts of several donations again',
  tag: 'Donations',
  access: 'money.write',
  body: z.object({ ids: selectedIds(donationId) }),
  response: manyOutcome(donationId),
  errors: ['idempotency_key_reused'],
});

/**
 * Gives all of a donation to another cause, because its donor agreed, or because we entered it wrongly not long ago. Not
 * once any of it was allocated, went back, or is asked for. The donor is told by email. Honors `Idempotency-Key`.
 */
export const changeDonationCause = endpoint('POST /api/donations/:id/cause', {
  recent: true,
  approval: 'cause',
  summary: 'Give a donation to another cause',
  records: { 'donation.cause_changed': 'Gave a donation to another cause' },
  reads: 'donation',
  tag: 'Donations',
  access: 'money.write',
  params: idParams(donationId),
  body: z
    .object({
      causeId,
      ground: z.enum(causeGrounds, 'Choose why'),
      /** How the donor agreed, and when; only if that is the ground. */
      agreement: optionalText(500).default(''),
      reason: requiredText(500),
    })
    .refine(({ ground, agreement }) => ground !== 'donor_agreed' || agreement !== '', {
      path: ['agreement'],
      error: 'Say how the donor agreed',
    }),
  response: donation,
  errors: ['not_found', 'same_cause', 'cause_stays', 'idempotency_key_reused'],
});

/** Says for a donor whether a donation is anonymous, such as one that came by check. */
export const setDonationAnonymity = endpoint('POST /api/donations/:id/anonymity', {
  recent: false,
  summary: 'Say whether a donation is anonymous',
  records: { 'donation.anonymity_set': 'Said whether a donation is anonymous' },
  reads: 'donation',
  tag: 'Donations',
  access: 'money.write',
  params: idParams(donationId),
  body: z.object({ isAnonymous: z.boolean('Must be true or false') }),
  response: donation,
  errors: ['not_found'],
});
