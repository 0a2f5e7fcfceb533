import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { amountCents, balanceCents, idParams, requiredText, timestamp } from '#contract/fields.ts';
import { disputeId, donationId, refundId } from '#contract/ids.ts';

/** Money given back to the donor of a donation. Amount in cents. */
export const refund = z.object({
  id: refundId,
  createdAt: timestamp,
  amount: balanceCents,
  /** `requested`: the payment provider has not answered yet. `failed`: the money never left. */
  status: z.enum(['requested', 'pending', 'succeeded', 'failed']),
  reason: z.string(),
});
/** {@link refund} as a type. */
export type Refund = z.infer<typeof refund>;

/** A payment that the donor's bank wants back. Amounts in cents. */
export const dispute = z.object({
  id: disputeId,
  createdAt: timestamp,
  amount: balanceCents,
  status: z.enum(['open', 'won', 'lost', 'closed']),
  /** What the bank holds of it now. */
  takenAmount: balanceCents,
});
/** {@link dispute} as a type. */
export type Dispute = z.infer<typeof dispute>;

/**
 * Asks the payment provider to give money of a donation back, at most what is available: what needs hold must
 * be released first. Counts once the provider confirms. Honors `Idempotency-Key`.
 */
export const createRefund = endpoint({
  method: 'POST',
  path: '/api/donations/:id/refunds',
  summary: 'Give money of a donation back to its donor',
  tag: 'Donations',
  access: 'administrator',
  params: idParams(donationId),
  body: z.object({ amount: amountCents, reason: requiredText(500) }),
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
