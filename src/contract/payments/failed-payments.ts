import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { balanceCents, paging, timestamp } from '#contract/fields.ts';
import { donationId } from '#contract/ids.ts';
import { causeReference } from '#contract/vetting/causes.ts';

/* Payments and refunds that failed, and payment pages that nobody finished. */

/**
 * What can fail. `unbooked`: the provider has it and our books do not. `declined`: every card was declined, and the
 * payment page ended. `unpaid`: the donor had finished, and the bank did not pay in the end. `refund`: money did not go
 * back.
 */
export const paymentFailures = ['unbooked', 'declined', 'unpaid', 'refund'] as const;
/** One of {@link paymentFailures}. */
export type PaymentFailure = (typeof paymentFailures)[number];

/** A payment, refund, or dispute that failed or could not be booked, without anything about the donor. */
export const failedPayment = z.object({
  /** Of the payment or the refund; what is not booked has an id that means nothing. */
  id: z.guid(),
  failure: z.enum(paymentFailures),
  /** When it failed, or when it was first found that it cannot be booked. */
  createdAt: timestamp,
  /** In cents; null if the provider has not told us in a form that we can book. */
  amount: balanceCents.nullable(),
  cause: causeReference.nullable(),
  /** What the provider has and our books do not; null unless the failure is `unbooked`. */
  object: z.enum(['checkout', 'refund', 'dispute', 'balance']).nullable(),
  /** The provider's id of that object, to look it up there; null unless the failure is `unbooked`. */
  objectId: z.string().nullable(),
  /** Why, in the words of the provider or ours; empty if nobody told us more than that it failed. */
  reason: z.string(),
  /** How many cards were declined; 0 unless the failure is `declined`. */
  declines: z.int(),
  /** The donation that was not refunded; null unless the failure is `refund`. */
  donationId: donationId.nullable(),
});
export type FailedPayment = z.infer<typeof failedPayment>;

const shared = { tag: 'Donations', access: 'money.write' } as const;

/** The latest failure first. A payment that was made in the end is not among them. */
export const listFailedPayments = endpoint('GET /api/failed-payments', {
  ...shared,
  summary: 'List payments that failed or could not be booked',
  query: z.object({
    ...paging,
    /** Some kinds of failures, separated by commas; otherwise all. */
    failure: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(paymentFailures)))
      .optional(),
  }),
  response: z.array(failedPayment),
  paged: true,
});

/** How many days {@link countUnfinishedPayments} looks back. */
export const unfinishedDays = 30;
/** Of how many days failures wait for a look at the desk. */
export const failureDays = 7;

/** How many payment pages ended without anybody trying to pay. Nobody knows why, so these are a number and no list. */
export const countUnfinishedPayments = endpoint('GET /api/failed-payments/unfinished', {
  ...shared,
  summary: 'Count the payments that nobody finished lately',
  response: z.object({ unfinished: z.int(), paid: z.int() }),
});
