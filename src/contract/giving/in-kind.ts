import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  amountCents,
  balanceCents,
  email,
  idParams,
  optionalLine,
  optionalText,
  paging,
  pastDay,
  requiredText,
  timestamp,
} from '#contract/fields.ts';
import { donationReceiptId, donorId, inKindDonationId, nominationId } from '#contract/ids.ts';
import { valueSourceNames } from '#core/giving/in-kind.ts';

/* Donations in kind: recording, voiding, and publishing things that somebody gave, and receipts for them. */

/** Things that somebody gave. Who gave them is null for whoever may not see donors' contact details. */
export const inKindDonation = z.object({
  id: inKindDonationId,
  createdAt: timestamp,
  recordedBy: z.string(),
  donor: z.object({ id: donorId, firstName: z.string(), lastName: z.string() }).nullable(),
  description: z.string(),
  receivedOn: z.iso.date(),
  /** In cents, for the records alone; null if nobody said it. */
  value: balanceCents.nullable(),
  valueFrom: z.enum(valueSourceNames).nullable(),
  /** What it was given to; null for none in particular. */
  nomination: z.object({ id: nominationId, nominee: z.string() }).nullable(),
  /** What everybody reads about it; empty for nothing. */
  publicText: z.string(),
  voidedAt: timestamp.nullable(),
  voidReason: z.string().nullable(),
  /** The receipt that counts; null if there is none. */
  receipt: z.object({ id: donationReceiptId, number: z.string() }).nullable(),
  /** Why it can have no receipt, as a sentence; null if it can, or has one. */
  obstacle: z.string().nullable(),
});
export type InKindDonation = z.infer<typeof inKindDonation>;

const shared = { tag: 'Donations in kind' } as const;

/** What is recorded; a name without an address is a donor of its own, and without either nobody is named. */
export const inKindInput = z.object({
  firstName: optionalLine(100),
  lastName: optionalLine(100),
  email: email.or(z.literal('')).default(''),
  description: requiredText(1_000),
  receivedOn: pastDay,
  /** In cents; absent if nobody said it. */
  value: amountCents.optional(),
  valueFrom: z.enum(valueSourceNames).default('donor'),
  nominationId: nominationId.optional(),
  publicText: optionalText(300).default(''),
});

/** The newest first. */
export const listInKindDonations = endpoint('GET /api/in-kind-donations', {
  ...shared,
  summary: 'List the donations in kind',
  reads: 'in-kind',
  access: 'lists.read',
  query: z.object({ ...paging, donorId: donorId.optional() }),
  response: z.array(inKindDonation),
  paged: true,
});

/** One donation in kind, such as the one that a link names. */
export const getInKindDonation = endpoint('GET /api/in-kind-donations/:id', {
  ...shared,
  summary: 'Show a donation in kind',
  reads: 'in-kind',
  access: 'lists.read',
  params: idParams(inKindDonationId),
  response: inKindDonation,
  errors: ['not_found'],
});

/** Records things that somebody gave. Moves no money. Honors `Idempotency-Key`. */
export const recordInKindDonation = endpoint('POST /api/in-kind-donations', {
  ...shared,
  recent: false,
  summary: 'Record a donation in kind',
  records: { 'in_kind.recorded': 'Recorded a donation in kind' },
  reads: 'in-kind',
  access: 'money.write',
  body: inKindInput,
  response: inKindDonation,
  status: 201,
  errors: ['idempotency_key_reused'],
});

/** Voids an entry, and its receipt. It stays in the list with the reason; a right one is recorded anew. */
export const voidInKindDonation = endpoint('POST /api/in-kind-donations/:id/void', {
  ...shared,
  recent: true,
  summary: 'Void a donation in kind',
  records: { 'in_kind.voided': 'Voided a donation in kind' },
  reads: 'in-kind',
  access: 'money.write',
  params: idParams(inKindDonationId),
  body: z.object({ reason: requiredText(500) }),
  response: inKindDonation,
  errors: ['not_found', 'in_kind_voided'],
});

/** Says what everybody reads about it on the page "Impact"; an empty text shows nothing. */
export const publishInKindDonation = endpoint('POST /api/in-kind-donations/:id/public-text', {
  ...shared,
  recent: false,
  summary: 'Say what the public reads about a donation in kind',
  records: { 'in_kind.published': 'Changed what is public about a donation in kind' },
  reads: 'in-kind',
  access: 'pages.publish',
  params: idParams(inKindDonationId),
  body: z.object({ publicText: optionalText(300) }),
  response: inKindDonation,
  errors: ['not_found', 'in_kind_voided'],
});

/** Issues the receipt for taxes, without an amount, and mails it to the donor. */
export const issueInKindReceipt = endpoint('POST /api/in-kind-donations/:id/receipt', {
  ...shared,
  recent: true,
  summary: 'Issue the receipt of a donation in kind',
  records: { 'in_kind.receipt_issued': 'Issued a receipt for a donation in kind' },
  reads: 'in-kind',
  access: 'money.write',
  params: idParams(inKindDonationId),
  response: inKindDonation,
  errors: ['not_found', 'receipt_refused'],
});
