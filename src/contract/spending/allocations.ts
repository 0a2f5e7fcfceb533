import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { amountCents, idParams, requiredText, timestamp } from '#contract/fields.ts';
import { allocationId, donationId, nominationId } from '#contract/ids.ts';

/** Money of one donation given to one nomination. Amount in cents, at least 1. */
export const allocationInput = z.object({ amount: amountCents, donationId, nominationId });

/** An allocation as it was booked. */
export const allocation = z.object({
  id: allocationId,
  createdAt: timestamp,
  amount: amountCents,
  donationId,
  nominationId,
});
/** {@link allocation} as a type. */
export type Allocation = z.infer<typeof allocation>;

/**
 * Moves money from a donation to an accepted nomination of the same cause, never more than is available.
 * Honors `Idempotency-Key`.
 */
export const createAllocation = endpoint({
  method: 'POST',
  path: '/api/allocations',
  summary: 'Allocate money of a donation to a nomination',
  tag: 'Allocations',
  access: 'administrator',
  body: allocationInput,
  response: allocation,
  status: 201,
  errors: [
    'not_found',
    'insufficient_funds',
    'nomination_cannot_receive',
    'different_cause',
    'idempotency_key_reused',
  ],
});

/** Gives the whole allocation back to its donation, with a reason that the ledger keeps. */
export const releaseAllocation = endpoint({
  method: 'POST',
  path: '/api/allocations/:id/release',
  summary: 'Release an allocation: its money waits in the donation again',
  tag: 'Allocations',
  access: 'administrator',
  params: idParams(allocationId),
  body: z.object({ reason: requiredText(500) }),
  response: allocation,
  errors: [
    'not_found',
    'already_released',
    'already_spent',
    'nomination_cannot_receive',
    'idempotency_key_reused',
  ],
});

/**
 * Lets another donation of the same cause pay for an allocation, or for some of its cents; the need keeps its
 * money. For donations whose money went back after it had been allocated. Answers the new allocation.
 */
export const replaceAllocation = endpoint({
  method: 'POST',
  path: '/api/allocations/:id/replace',
  summary: 'Let another donation pay for an allocation: the need keeps its money',
  tag: 'Allocations',
  access: 'administrator',
  params: idParams(allocationId),
  body: z.object({ amount: amountCents, donationId, reason: requiredText(500) }),
  response: allocation,
  status: 201,
  errors: [
    'not_found',
    'same_donation',
    'already_released',
    'insufficient_funds',
    'different_cause',
    'idempotency_key_reused',
  ],
});
