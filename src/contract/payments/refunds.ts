import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { amountCents, idParams, requiredText } from '#contract/fields.ts';
import { refund } from '#contract/giving/donations.ts';
import { donationId } from '#contract/ids.ts';

/**
 * Asks the payment provider to refund money of a donation, at most what is available: allocations must be
 * released first. With the last cent of the donation, what the donor added for card costs goes back, too. Counts once the provider confirms it. With `stopsPlan`, the recurring donation that it is a payment of is stopped as well, whatever becomes of the refund. Honors `Idempotency-Key`.
 */
export const createRefund = endpoint('POST /api/donations/:id/refunds', {
  recent: true,
  approval: 'refund',
  summary: 'Refund a donation, in full or in part',
  records: {
    'donation.refund_requested': 'Asked for a refund',
    'donation.refunded': 'Refunded a donation',
    'donation.refund_failed': 'Could not refund a donation',
  },
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
