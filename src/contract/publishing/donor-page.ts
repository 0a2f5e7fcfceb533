import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  amountCents,
  balanceCents,
  email,
  honeypot,
  messageBody,
  timestamp,
  token,
} from '#contract/fields.ts';
import { returnedAs } from '#contract/giving/deposits.ts';
import {
  donationId,
  giftAidDeclarationId,
  nominationId,
  planId,
  volunteerHoursId,
  volunteerThanksId,
} from '#contract/ids.ts';
import { printedFile } from '#contract/printed-file.ts';
import { declarationInput, giftAidDeclaration } from '#contract/receipts/gift-aid.ts';
import { period } from '#contract/receipts/statements.ts';
import { planIntervals, planStates } from '#core/plans/plans.ts';

/* A donor's private page with all donations of an address, and its statements and declarations. */

/** One of the donations of an address, and where its money is. Amounts in cents. */
export const donorDonation = z.object({
  id: donationId,
  receivedOn: z.iso.date(),
  amount: balanceCents,
  /** What was added for card costs and did not go back, which is not part of the amount. */
  cover: balanceCents,
  /** What of the amount went back to the donor. */
  returned: balanceCents,
  returnedAs,
  cause: z.string(),
  /** The need that it is bound to, while that has a public page; null if it is free for all needs of its cause. */
  need: z.string().nullable(),
  waiting: balanceCents,
  /** Allocated to needs and not spent yet. */
  allocated: balanceCents,
  spent: balanceCents,
  /** Spent before the donation was imported from an earlier system. */
  spentBefore: balanceCents,
});
export type DonorDonation = z.infer<typeof donorDonation>;

/** A recurring donation of an address that has not ended. Amounts in cents. */
export const donorPlan = z.object({
  id: planId,
  amount: amountCents,
  /** What is added for card costs each time. */
  cover: balanceCents,
  interval: z.enum(planIntervals),
  cause: z.string(),
  state: z.enum(planStates),
  isBeingStopped: z.boolean(),
  nextChargeAt: timestamp.nullable(),
  pausedUntil: timestamp.nullable(),
});
export type DonorPlan = z.infer<typeof donorPlan>;

/** What somebody gave in time. Only confirmed hours. */
export const donorTime = z.object({
  /** In minutes. */
  minutes: z.int(),
  /** The latest day first. */
  hours: z.array(
    z.object({
      id: volunteerHoursId,
      day: z.iso.date(),
      minutes: z.int(),
      what: z.string(),
      /** A published need; null for the charity as a whole, and for a need that is not published. */
      need: z.object({ id: nominationId, name: z.string() }).nullable(),
    }),
  ),
  /** What we wrote to thank them, newest first. */
  thanks: z.array(z.object({ id: volunteerThanksId, createdAt: timestamp, text: z.string() })),
});
export type DonorTime = z.infer<typeof donorTime>;

const shared = {
  tag: 'Donations',
  access: 'public',
  // Nobody looks at their donations more often, and guessing links is hopeless.
  callsPerTenMinutes: 60,
} as const;

/** How long the link of {@link requestDonorLink} works, in hours. */
export const donorLinkHours = 24;

/**
 * Emails a link to the donor's page to an address with donations. The response is the same for every address, with
 * donations or without, and also if it has had too many emails.
 */
export const requestDonorLink = endpoint('POST /api/donor-page/request-link', {
  ...shared,
  callsPerTenMinutes: 30,
  form: 'donor page',
  summary: 'Request an email with a link to all of your donations',
  body: z.object({ email, website: honeypot }),
  response: messageBody,
});

/**
 * The latest 500 donations of the address that the link was mailed to, newest first, its recurring donations, and the time
 * that was given.
 */
export const openDonorPage = endpoint('POST /api/donor-page', {
  ...shared,
  summary: 'Show all donations of an address',
  body: z.object({ token }),
  response: z.object({
    donations: z.array(donorDonation),
    /** Those that have not ended, the newest first. */
    plans: z.array(donorPlan),
    /** Null if no hours are confirmed. */
    time: donorTime.nullable(),
  }),
  errors: ['invalid_token', 'address_too_new'],
});

/** The secret of a new private link to the page of one of these donations. Earlier links keep working. */
export const openOneDonation = endpoint('POST /api/donor-page/donation-link', {
  ...shared,
  summary: 'Get a private link to one of your donations',
  body: z.object({ token, donationId }),
  response: z.object({ token: z.string() }),
  errors: ['invalid_token', 'address_too_new', 'not_found'],
});

/** A new link to the page of one of these recurring donations. Earlier links keep working. */
export const openOnePlan = endpoint('POST /api/donor-page/plan-link', {
  ...shared,
  summary: 'Get a private link to one of your recurring donations',
  body: z.object({ token, planId }),
  response: z.object({ url: z.string() }),
  errors: ['invalid_token', 'address_too_new', 'not_found'],
});

/** Everything that was given in a period as a PDF, with the numbers of receipts. */
export const getOwnStatement = endpoint('POST /api/donor-page/statement', {
  ...shared,
  // Drawing takes a second of the machine.
  callsPerTenMinutes: 10,
  summary: 'Get a statement of your donations as a PDF',
  body: period.safeExtend({ token }),
  response: printedFile,
  errors: ['invalid_token', 'address_too_new', 'nothing_left'],
});

/** Emails the donation receipt of one of these donations again. */
export const sendOneReceipt = endpoint('POST /api/donor-page/send-receipt', {
  ...shared,
  summary: 'Email the receipt of one of your donations again',
  body: z.object({ token, donationId }),
  response: messageBody,
  errors: ['invalid_token', 'address_too_new', 'not_found', 'nothing_left'],
});

/** The declarations of a donor, and what a new one would say. */
const ownGiftAid = z.object({
  /** Whether the charity asks for declarations. */
  isAsked: z.boolean(),
  /** What a new one would say. */
  wording: z.string(),
  declarations: z.array(giftAidDeclaration),
});
export type OwnGiftAid = z.infer<typeof ownGiftAid>;

/** The declarations of the address that the link was mailed to. */
export const openOwnGiftAid = endpoint('POST /api/donor-page/gift-aid', {
  ...shared,
  tag: 'Gift Aid',
  summary: 'Show your Gift Aid declarations',
  body: z.object({ token }),
  response: ownGiftAid,
  errors: ['invalid_token', 'address_too_new'],
});

/** Declares that all donations of the address are under Gift Aid. */
export const declareGiftAid = endpoint('POST /api/donor-page/gift-aid/declare', {
  ...shared,
  tag: 'Gift Aid',
  summary: 'Make a Gift Aid declaration',
  body: z.object({ token, ...declarationInput }),
  response: ownGiftAid,
  errors: ['invalid_token', 'address_too_new', 'gift_aid_off'],
});

/** Withdraws a declaration of the address, from today on. */
export const withdrawOwnGiftAid = endpoint('POST /api/donor-page/gift-aid/withdraw', {
  ...shared,
  tag: 'Gift Aid',
  summary: 'Withdraw your Gift Aid declaration',
  body: z.object({ token, declarationId: giftAidDeclarationId }),
  response: ownGiftAid,
  errors: ['invalid_token', 'address_too_new', 'not_found', 'gift_aid_withdrawn'],
});
