import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { balanceCents, idParams, messageBody, timestamp } from '#contract/fields.ts';
import { donationId, expenseId, nominationId } from '#contract/ids.ts';
import { publicReceipt } from '#contract/publishing/needs.ts';
import { receiptKind } from '#contract/spending/expenses.ts';

/** The secret of a private link. It travels in the fragment of the address and in bodies, never in a URL. */
const token = z.string({ error: 'Required' }).min(1, 'Required').max(200);

/** What of the donation one need holds. Amounts in cents, of this donation alone. */
const donationShare = z.object({
  /** Null while the need is not published. */
  needId: nominationId.nullable(),
  /** The public name; null while the need is not published. */
  name: z.string().nullable(),
  /** Given to the need and not spent yet. */
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
      /** What of the payment came from this donation, and what was paid in all. */
      share: balanceCents,
      amount: balanceCents,
      receipts: z.array(publicReceipt),
    }),
  ),
});

/** A donation and where its cents are: amount = waiting + Σ(allocated + spent) + returned − uncovered. */
export const donationPage = z.object({
  id: donationId,
  createdAt: timestamp,
  firstName: z.string(),
  cause: z.string(),
  amount: balanceCents,
  waiting: balanceCents,
  returned: balanceCents,
  /** Taken back by the donor's bank, or refunded, after it was allocated. */
  uncovered: balanceCents,
  shares: z.array(donationShare),
  isAvailableToVolunteerTime: z.boolean(),
  /** Whether updates on the needs that this donor helped come by mail, for all donations from the same address. */
  wantsUpdates: z.boolean(),
});
/** {@link donationPage} as a type. */
export type DonationPage = z.infer<typeof donationPage>;

const shared = { tag: 'Donations', access: 'public' } as const;

/** The donation behind a private link. Sent as POST so that the secret is in no address. */
export const openDonationPage = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/donation-page',
  summary: 'Show the donation behind a private link',
  body: z.object({ token }),
  response: donationPage,
  errors: ['invalid_token', 'too_many_requests'],
});

/** Changes what the donor offers and gets; what is left out stays. */
export const changeDonationPage = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/donation-page/preferences',
  summary: 'Change the offer to volunteer and the updates by mail',
  body: z.object({
    token,
    isAvailableToVolunteerTime: z.boolean('Must be true or false').optional(),
    wantsUpdates: z.boolean('Must be true or false').optional(),
  }),
  response: donationPage,
  errors: ['invalid_token', 'too_many_requests'],
});

/** Ends every private link of the donation and mails a new one to the donor's own address. */
export const replaceDonationLink = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/donation-page/replace-link',
  summary: 'End all private links of a donation and mail a new one to the donor',
  body: z.object({ token }),
  response: messageBody,
  errors: ['invalid_token', 'too_many_requests'],
});

/** Mails the donor a new private link; the older ones end. */
export const sendDonationLink = endpoint({
  tag: 'Donations',
  access: 'administrator',
  method: 'POST',
  path: '/api/donations/:id/donation-link',
  summary: 'End all private links of a donation and mail a new one to the donor',
  params: idParams(donationId),
  response: messageBody,
  errors: ['not_found'],
});
