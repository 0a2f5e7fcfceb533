import * as contract from '#contract/spending/allocations.ts';
import { sumCents } from '#core/platform/money.ts';
import { serve } from '#server/platform/http/serve.ts';
import { allocate, allocateMany } from '#server/spending/allocations/allocate.ts';
import { allocationProposal, allocationsProposal } from '#server/spending/allocations/proposals.ts';
import {
  planAllocations,
  unspentCents,
  unspentCentsOf,
} from '#server/spending/allocations/queries.ts';
import { release, releaseMany } from '#server/spending/allocations/release.ts';
import { replace } from '#server/spending/allocations/replace.ts';

export const allocationRoutes = serve(contract, (deps) => {
  const { db, settings } = deps;
  return {
    createAllocation: {
      handle: ({ actor, input, idempotencyKey }) =>
        allocate(db, actor, input, idempotencyKey, settings),
      movesCents: ({ input }) => input.amount,
      approval: allocationProposal(db, settings),
    },
    planAllocations: ({ input }) => planAllocations(db, input),
    createAllocations: {
      handle: ({ actor, input, idempotencyKey }) =>
        allocateMany(db, actor, input, idempotencyKey, settings),
      movesCents: ({ input }) => sumCents(input.lines.map(({ amount }) => amount)),
      approval: allocationsProposal(db, settings),
    },
    releaseAllocations: {
      handle: ({ actor, input, idempotencyKey }) => releaseMany(db, actor, input, idempotencyKey),
      movesCents: ({ input }) => unspentCentsOf(db, input.ids),
    },
    releaseAllocation: {
      handle: ({ actor, input, idempotencyKey }) => release(db, actor, input, idempotencyKey),
      movesCents: ({ input }) => unspentCents(db, input.id),
    },
    replaceAllocation: {
      handle: ({ actor, input, idempotencyKey }) =>
        replace(db, actor, input, idempotencyKey, settings),
      movesCents: ({ input }) => input.amount,
    },
  };
});
