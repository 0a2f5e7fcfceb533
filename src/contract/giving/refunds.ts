import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { amountCents, balanceCents, idParams, requiredText, timestamp } from '#contract/fields.ts';
import { disputeId, donationId, refundId } from '#contract/ids.ts';

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

/**
 * Asks the payment provider to refund money of a donation, at most what is available: allocations must be
 * released first. With the last cent of the donation, what the donor added for card costs goes back, too. Counts once the provider confirms it. With `stopsPlan`, the recurring donation that it is a payment of is stopped as well, whatever becomes of the refund. Honors `Idempotency-Key`.
 */
export const createRefund = endpoint({
  method: 'POST',
  path: '/api/donations/:id/refunds',
  recent: true,
  approval: 'refund',
  summary: 'Refund a donation, in full or in part',
  tag: 'Donations',
  access: 'money.write',
  params: idParams(donationId),
  body: z.object({
    amount: amountCents,
    reason: requiredText(500),
    stopsPlan: z.boolean({ error: 'Must be true or false' }).default(false),
  }),
  response: refund,
  status: 201,
  errors: [
    'not_found',
    'insufficient_funds',
    'refund_refused',
    'idempotency_key_reused',
    'payments_unavailable',
  ],
});
