import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { balanceCents, idParams, messageBody, timestamp, token } from '#contract/fields.ts';
import { commentFields } from '#contract/giving/comments.ts';
import { dedicationFields, ownDedication } from '#contract/giving/dedications.ts';
import { returnedAs } from '#contract/giving/deposits.ts';
import { employerField } from '#contract/giving/expected-donations.ts';
import { donationId, expenseId, nominationId } from '#contract/ids.ts';
import { printedFile } from '#contract/printed-file.ts';
import { publicReceipt } from '#contract/publishing/needs.ts';
import { receiptKind } from '#contract/spending/expenses.ts';
import { bindingEnds } from '#core/giving/bound-donations.ts';
import { commentStates } from '#core/giving/comments.ts';
import { expectedDonationStates } from '#core/giving/expected-donations.ts';
import { planIntervals } from '#core/plans/plans.ts';

/* A donor's private page about one donation, and what can be changed and sent there. */

/** The secret of a private link. It travels in the fragment of the address and in request bodies, never in a URL. */
/** What one need got of the donation. Amounts in cents, of this donation alone. */
const donationShare = z.object({
  /** Null while the need is not published. */
  needId: nominationId.nullable(),
  /** The public name; null while the need is not published. */
  name: z.string().nullable(),
  /** Whether its page was taken down at the wish of the people it is about. */
  isTakenDown: z.boolean(),
  /** Allocated to the need and not spent yet. */
  allocated: balanceCents,
  spent: balanceCents,
  /** Empty while the need is not published. */
  expenses: z.array(
    z.object({
      id: expenseId,
      paidOn: z.iso.date(),
      payee: z.string(),
      purpose: z.string(),
      receiptKind,
      /** The part of the expense that this donation paid for, and the whole expense. */
      share: balanceCents,
      amount: balanceCents,
      receipts: z.array(publicReceipt),
      /** Whether these are all of its receipts. */
      isProven: z.boolean(),
    }),
  ),
});

/** A donation and where its cents are: amount = waiting + Σ(allocated + spent) + spentBefore + returned −
 * uncovered. */
export const donationPage = z.object({
  id: donationId,
  receivedOn: z.iso.date(),
  cause: z.string(),
  amount: balanceCents,
  waiting: balanceCents,
  returned: balanceCents,
  returnedAs,
  /** Spent before the donation was imported from an earlier system. */
  spentBefore: balanceCents,
  /** Taken back by the donor's bank, or refunded, after it was allocated. */
  uncovered: balanceCents,
  /** How often it is given again; null for once, and once that has ended. */
  interval: z.enum(planIntervals).nullable(),
  /** What the payment provider took for the payment, which is not taken from the amount; null if it did not say. */
  costs: z.int().nullable(),
  /** Whether it was paid with test money of this site, of which no payment provider takes anything. */
  isTest: z.boolean(),
  /** What the donor added for card costs, which is not part of the amount, and what of it is still there. */
  cover: balanceCents,
  coverLeft: balanceCents,
  /** What is missing to pay card costs, for too long to promise that 100% goes to its purpose; 0 otherwise. */
  missing: balanceCents,
  /** The need that it was given for; null if it was given for its cause. */
  binding: z
    .object({
      /** Null while the need has no public page, as its public name is. */
      needId: nominationId.nullable(),
      need: z.string().nullable(),
      /** Until when it may go to no other need, at the latest. */
      until: timestamp,
      /** Why it may by now; null while it may not. */
      why: z.enum(bindingEnds).nullable(),
    })
    .nullable(),
  shares: z.array(donationShare),
  /** What only the donor may see and change; null for a link that only shows the donation. */
  donor: z
    .object({
      firstName: z.string(),
      isAvailableToVolunteerTime: z.boolean(),
      isAnonymous: z.boolean(),
      /** To whom it is dedicated; null if it is not. */
      dedication: ownDedication.nullable(),
      /** What the donor says in public, and how far it is; null if it is nothing. */
      comment: z.object({ text: z.string(), state: z.enum(commentStates) }).nullable(),
      /** The employer that may match it, and how far that is; null if none was named. */
      employer: z.object({ name: z.string(), state: z.enum(expectedDonationStates) }).nullable(),
      /** Whether a dedication can be added. */
      mayDedicate: z.boolean(),
      /**
       * Whether the donor gets email updates about the needs that they helped, for all donations from the same address.
       */
      wantsUpdates: z.boolean(),
      /** The number of the receipt for taxes that counts; null if there is none. */
      receiptNumber: z.string().nullable(),
    })
    .nullable(),
});
export type DonationPage = z.infer<typeof donationPage>;

const shared = {
  tag: 'Donations',
  access: 'public',
  // Nobody looks at a donation more often, and guessing links is hopeless.
  callsPerTenMinutes: 60,
} as const;

/**
 * The donation behind a private link: one from an email, or one from the thank-you page, which only shows it. A POST, so that the
 * secret is not in the URL.
 */
export const openDonationPage = endpoint('POST /api/donation-page', {
  ...shared,
  summary: 'Show the donation behind a private link',
  body: z.object({ token }),
  response: donationPage,
  errors: ['invalid_token', 'address_too_new'],
});

/** Changes the donor's choices. A choice that is left out stays the same. */
export const changeDonationPage = endpoint('POST /api/donation-page/preferences', {
  ...shared,
  summary: 'Change the offer to volunteer and the choice of email updates',
  body: z.object({
    token,
    isAvailableToVolunteerTime: z.boolean('Must be true or false').optional(),
    isAnonymous: z.boolean('Must be true or false').optional(),
    wantsUpdates: z.boolean('Must be true or false').optional(),
  }),
  response: donationPage,
  errors: ['invalid_token', 'address_too_new', 'view_only_link'],
});

/** Ends every private link of the donation and emails a new one to the donor's own address. */
export const replaceDonationLink = endpoint('POST /api/donation-page/replace-link', {
  ...shared,
  callsPerTenMinutes: 3,
  summary: 'Replace the private links of your donation',
  body: z.object({ token }),
  response: messageBody,
  errors: ['invalid_token', 'address_too_new', 'view_only_link'],
});

/** The receipt for taxes of the donation as a PDF: a copy, once somebody has asked for one. */
export const getOwnReceipt = endpoint('POST /api/donation-page/receipt', {
  ...shared,
  // It may have to be drawn first, which takes a second of the machine.
  callsPerTenMinutes: 20,
  summary: 'Get the receipt of your donation as a PDF',
  body: z.object({ token }),
  response: printedFile,
  errors: ['invalid_token', 'address_too_new', 'view_only_link', 'not_found'],
});

/** Emails the donation receipt to the donor's own address again. */
export const sendReceiptByLink = endpoint('POST /api/donation-page/send-receipt', {
  ...shared,
  summary: 'Email the receipt of your donation again',
  body: z.object({ token }),
  response: messageBody,
  errors: ['invalid_token', 'address_too_new', 'view_only_link', 'nothing_left'],
});

/** Emails the donor the donation receipt again. */
export const sendReceipt = endpoint('POST /api/donations/:id/receipt', {
  tag: 'Donations',
  access: 'money.write',
  recent: true,
  summary: 'Email the donor the receipt again',
  records: { 'donation.receipt_sent': 'Sent a donor the receipt again' },
  params: idParams(donationId),
  response: messageBody,
  errors: ['not_found', 'nothing_left', 'donor_erased', 'donor_without_address'],
});

/** Emails the donor a new private link. Earlier links stop working. */
export const sendDonationLink = endpoint('POST /api/donations/:id/donation-link', {
  tag: 'Donations',
  access: 'money.write',
  recent: true,
  summary: 'Email the donor a new private link',
  records: { 'donation.link_sent': 'Sent a donor the link to their donation' },
  params: idParams(donationId),
  response: messageBody,
  errors: ['not_found', 'donor_erased', 'donor_without_address', 'address_too_new'],
});

/** Adds, changes, or removes the dedication of a donation, until the email about it was sent. */
export const saveDedication = endpoint('POST /api/donation-page/dedication', {
  ...shared,
  summary: 'Dedicate your donation, or change to whom it is dedicated',
  body: z.object({ token, ...dedicationFields }),
  response: donationPage,
  errors: ['invalid_token', 'address_too_new', 'view_only_link', 'dedication_settled'],
});

/** Says something in public about a donation, changes it, or takes it back. The team reads it first. */
export const saveComment = endpoint('POST /api/donation-page/comment', {
  ...shared,
  summary: 'Say something in public about your donation',
  body: z.object({ token, ...commentFields }),
  response: donationPage,
  errors: ['invalid_token', 'address_too_new', 'view_only_link'],
});

/** Names the employer that may match a donation, or takes that back. */
export const saveEmployer = endpoint('POST /api/donation-page/employer', {
  ...shared,
  summary: 'Tell us about an employer who may match your donation',
  body: z.object({ token, ...employerField }),
  response: donationPage,
  errors: ['invalid_token', 'address_too_new', 'view_only_link', 'employer_settled'],
});
