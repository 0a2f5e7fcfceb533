import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { amountCents, idParams, requiredText, timestamp } from '#contract/fields.ts';
import { allocationId, donationId, nominationId } from '#contract/ids.ts';

/** Allocates money of one donation to one nomination. Amount in cents, at least 1. */
export const allocationInput = z.object({
  amount: amountCents,
  donationId,
  nominationId,
  /** Whether more than the nomination's goal is meant; without it, such an allocation is refused. */
  isBeyondGoalMeant: z.boolean('Must be true or false').optional(),
});

/** An allocation as it was booked. */
export const allocation = z.object({
  id: allocationId,
  createdAt: timestamp,
  amount: amountCents,
  donationId,
  nominationId,
});
export type Allocation = z.infer<typeof allocation>;

/**
 * Allocates money of a donation to an accepted nomination of the same cause, never more than is available, and never
 * more than is missing of its goal unless that is meant. Honors `Idempotency-Key`.
 */
export const createAllocation = endpoint({
  method: 'POST',
  path: '/api/allocations',
  recent: 'above-sum',
  summary: 'Allocate money of a donation to a nomination',
  tag: 'Allocations',
  access: 'allocations.write',
  body: allocationInput,
  response: allocation,
  status: 201,
  errors: [
    'not_found',
    'insufficient_funds',
    'beyond_goal',
    'nomination_cannot_receive',
    'different_cause',
    'idempotency_key_reused',
  ],
});

/** Releases what of the allocation is not spent back to its donation, with a reason that the ledger keeps. */
export const releaseAllocation = endpoint({
  method: 'POST',
  path: '/api/allocations/:id/release',
  recent: 'above-sum',
  summary: 'Release an allocation',
  tag: 'Allocations',
  access: 'allocations.write',
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
 * Replaces an allocation, or a part of it, with another donation of the same cause, so that the need keeps its
 * money. For donations whose money was returned after it had been allocated. Returns the new allocation.
 */
export const replaceAllocation = endpoint({
  method: 'POST',
  path: '/api/allocations/:id/replace',
  recent: 'above-sum',
  summary: 'Replace the donation behind an allocation',
  tag: 'Allocations',
  access: 'allocations.write',
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
