import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { amountCents, idParams, requiredText, timestamp } from '#contract/fields.ts';
import { allocationId, donationId, nominationId } from '#contract/ids.ts';
import { selectedIds } from '#contract/many-at-once.ts';
import { maxAtOnce } from '#core/platform/many-at-once.ts';

/* Allocations: allocating money of donations to nominations, releasing, and replacing it. */

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
export const createAllocation = endpoint('POST /api/allocations', {
  recent: 'above-sum',
  approval: 'allocation',
  summary: 'Allocate money of a donation to a nomination',
  records: { 'allocation.created': 'Allocated money to a nomination' },
  tag: 'Allocations',
  access: 'allocations.propose',
  body: allocationInput,
  response: allocation,
  status: 201,
  errors: [
    'not_found',
    'insufficient_funds',
    'beyond_goal',
    'second_review_missing',
    'nomination_cannot_receive',
    'consent_missing',
    'check_missing',
    'different_cause',
    'idempotency_key_reused',
  ],
});

/** Releases what of the allocation is not spent back to its donation, with a reason that the ledger keeps. */
export const releaseAllocation = endpoint('POST /api/allocations/:id/release', {
  recent: 'above-sum',
  summary: 'Release an allocation',
  records: { 'allocation.released': 'Released an allocation' },
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
export const replaceAllocation = endpoint('POST /api/allocations/:id/replace', {
  recent: 'above-sum',
  summary: 'Replace the donation behind an allocation',
  records: { 'allocation.replaced': 'Moved an allocation to another donation' },
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
    'consent_missing',
    'check_missing',
    'different_cause',
    'idempotency_key_reused',
  ],
});

/** How many donations one call allocates at most. */
export const maxLines = maxAtOnce;

/** What one donation would give. Amounts in cents. */
export const planLine = z.object({
  donationId,
  createdAt: timestamp,
  availableAmount: amountCents,
  amount: amountCents,
});

/** The oldest donations of a cause that a nomination could get, each used up before the next one is touched. */
export const allocationPlan = z.object({
  lines: z.array(planLine).max(maxLines),
  /** What all of them together would give, in cents. */
  amount: z.int(),
  /** What was asked for, in cents: the amount, or what is missing of the goal; null if there is neither. */
  wantedAmount: z.int().nullable(),
  /** Whether more donations would be needed than one call can allocate. */
  hasMore: z.boolean(),
});
export type AllocationPlan = z.infer<typeof allocationPlan>;

/**
 * Shows which donations would pay for what a nomination is missing of its goal, or for another amount: the oldest of
 * its cause first. Without a goal and an amount, none. Moves nothing.
 */
export const planAllocations = endpoint('GET /api/nominations/:id/allocation-plan', {
  summary: 'Show which donations would pay for a nomination',
  tag: 'Allocations',
  access: 'allocations.propose',
  params: idParams(nominationId),
  query: z.object({
    amount: z.coerce.number().pipe(amountCents).optional(),
    /** Only these donations, separated by commas; otherwise all of its cause. */
    donationIds: z
      .string()
      .transform((text) => text.split(',').filter((part) => part !== ''))
      .pipe(selectedIds(donationId))
      .optional(),
  }),
  response: allocationPlan,
  errors: ['not_found'],
});

/** Allocations that were made together. Amount in cents. */
const allocations = z.object({ amount: z.int(), allocations: z.array(allocation) });
export type Allocations = z.infer<typeof allocations>;

/**
 * Allocates money of several donations to a nomination: all of it or nothing, by the same rules as one allocation.
 * Honors `Idempotency-Key`.
 */
export const createAllocations = endpoint('POST /api/nominations/:id/allocations', {
  recent: 'above-sum',
  approval: 'allocation',
  summary: 'Allocate money of several donations to a nomination',
  tag: 'Allocations',
  access: 'allocations.propose',
  params: idParams(nominationId),
  body: z.object({
    lines: z
      .array(allocationInput.pick({ amount: true, donationId: true }), {
        error: 'Must be a list of donations',
      })
      .min(1, 'Choose at least one donation')
      .max(maxLines, `At most ${maxLines} donations at once`)
      .refine(
        (lines) => new Set(lines.map((line) => line.donationId)).size === lines.length,
        'Each donation only once',
      ),
    isBeyondGoalMeant: allocationInput.shape.isBeyondGoalMeant,
  }),
  response: allocations,
  status: 201,
  errors: createAllocation.errors,
});

/**
 * Releases what of several allocations of one nomination is not spent, all of it or nothing: the undo of
 * {@link createAllocations}, by counter-entries.
 */
export const releaseAllocations = endpoint('POST /api/nominations/:id/allocations/release', {
  recent: 'above-sum',
  summary: 'Release several allocations of a nomination',
  tag: 'Allocations',
  access: 'allocations.write',
  params: idParams(nominationId),
  body: z.object({
    ids: z
      .array(allocationId, { error: 'Must be a list of allocations' })
      .min(1, 'Choose at least one allocation')
      .max(maxLines, `At most ${maxLines} allocations at once`)
      .refine((ids) => new Set(ids).size === ids.length, 'Each allocation only once'),
    reason: requiredText(500),
  }),
  response: allocations,
  errors: releaseAllocation.errors,
});
