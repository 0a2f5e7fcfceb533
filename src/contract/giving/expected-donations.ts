import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  amountCents,
  email,
  idParams,
  optionalLine,
  optionalText,
  paging,
  requiredLine,
  timestamp,
} from '#contract/fields.ts';
import { donationId, expectedDonationId } from '#contract/ids.ts';
import {
  expectedDonationKinds,
  expectedDonationStates,
  saidStates,
} from '#core/giving/expected-donations.ts';

/* Expected donations of employers who match and of donor-advised funds. */

/** What a form says about an employer who may match the donation. */
export const employerField = { employer: optionalLine(200).default('') };

/** A donation that somebody else is expected to make. Amount in cents. */
export const expectedDonation = z.object({
  id: expectedDonationId,
  createdAt: timestamp,
  kind: z.enum(expectedDonationKinds),
  organization: z.string(),
  /** Of an employer: the donation that it matches. */
  donationId: donationId.nullable(),
  /** Who named the employer, or asked the fund to give; null once they were erased. */
  person: z.string().nullable(),
  /** Whether the donation that it matches is anonymous. */
  isAnonymous: z.boolean(),
  /** What is expected; null if nobody said it. */
  expectedAmount: z.int().nullable(),
  state: z.enum(expectedDonationStates),
  changedAt: timestamp,
  note: z.string(),
  /** The donation with which it was paid. */
  paidDonationId: donationId.nullable(),
});
export type ExpectedDonation = z.infer<typeof expectedDonation>;

const shared = { tag: 'Expected donations' } as const;

/** Donations that employers and funds are expected to make, newest first. */
export const listExpectedDonations = endpoint('GET /api/expected-donations', {
  ...shared,
  summary: 'List the donations that employers and funds are expected to make',
  reads: 'expected-donations',
  access: 'contacts.read',
  query: z.object({ ...paging, expectedState: z.enum(expectedDonationStates).optional() }),
  response: z.array(expectedDonation),
  paged: true,
});

/** Writes down that a donor-advised fund is expected to give. The fund will be the donor, and its adviser gets thanks. */
export const addExpectedDonation = endpoint('POST /api/expected-donations', {
  ...shared,
  summary: 'Expect a donation of a donor-advised fund',
  records: { 'expected_donation.added': 'Expected a donation of a fund' },
  reads: 'expected-donations',
  access: 'money.write',
  recent: false,
  body: z.object({
    organization: requiredLine(200),
    adviserName: requiredLine(200),
    adviserEmail: z.union([z.literal(''), email], 'Invalid email').default(''),
    expectedAmount: amountCents.optional(),
  }),
  response: expectedDonation,
  status: 201,
  errors: ['idempotency_key_reused'],
});

/** Says how far an expected donation is. Without a payment: what was paid is not, afterward. */
export const setExpectedDonationState = endpoint('POST /api/expected-donations/:id/state', {
  ...shared,
  summary: 'Say how far an expected donation is',
  records: { 'expected_donation.changed': 'Said how far an expected donation is' },
  reads: 'expected-donations',
  access: 'money.write',
  recent: false,
  params: idParams(expectedDonationId),
  body: z.object({ saidState: z.enum(saidStates) }),
  response: expectedDonation,
  errors: ['not_found'],
});

/** Says how much is expected, and keeps what the team notes, such as whom it has asked. No amount: nobody knows it. */
export const describeExpectedDonation = endpoint('POST /api/expected-donations/:id/details', {
  ...shared,
  summary: 'Say how much is expected, and keep a note',
  records: {
    'expected_donation.described': 'Said how much is expected, or noted something about it',
  },
  reads: 'expected-donations',
  access: 'money.write',
  recent: false,
  params: idParams(expectedDonationId),
  body: z.object({
    expectedAmount: amountCents.optional(),
    note: optionalText(500),
  }),
  response: expectedDonation,
  errors: ['not_found'],
});

/** A donation that may have paid an expected one. Amount in cents. */
const fittingDonation = z.object({
  id: donationId,
  receivedOn: z.iso.date(),
  donor: z.string(),
  cause: z.string(),
  amount: z.int(),
  /** Whether it has the amount that is expected, or else that of the donation that is matched. */
  isSameAmount: z.boolean(),
  /** Whether its donor is named like the employer or the fund. */
  isSimilarName: z.boolean(),
});
export type FittingDonation = z.infer<typeof fittingDonation>;

/**
 * Donations that may have paid an expected one, those that fit best first, 20 at most: without a search those of the
 * amount or of a similar name since it is expected, with one all that the field "Find a donor" would find.
 */
export const listFittingDonations = endpoint('GET /api/expected-donations/:id/fitting', {
  ...shared,
  summary: 'List the donations that may have paid an expected one',
  reads: 'expected-donations',
  access: 'contacts.read',
  params: idParams(expectedDonationId),
  query: z.object({ search: optionalLine(200).optional() }),
  response: z.array(fittingDonation),
  errors: ['not_found'],
});

/**
 * Says with which donation it was paid: one of its own, of the employer or the fund, such as a line of a deposit. The
 * adviser of a fund is thanked.
 */
export const linkExpectedDonation = endpoint('POST /api/expected-donations/:id/payment', {
  ...shared,
  summary: 'Say with which donation an expected one was paid',
  records: { 'expected_donation.paid': 'Said with which donation an expected one was paid' },
  reads: 'expected-donations',
  access: 'money.write',
  recent: false,
  params: idParams(expectedDonationId),
  body: z.object({ donationId }),
  response: expectedDonation,
  errors: ['not_found', 'not_the_payment'],
});
