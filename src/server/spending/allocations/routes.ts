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
      handle: ({ actor, body, idempotencyKey }) =>
        allocate(db, actor, body, idempotencyKey, settings),
      movesCents: ({ body }) => body.amount,
      approval: allocationProposal(db, settings),
    },
    planAllocations: ({ params, query }) => planAllocations(db, { ...params, ...query }),
    createAllocations: {
      handle: ({ actor, params, body, idempotencyKey }) =>
        allocateMany(db, actor, { ...params, ...body }, idempotencyKey, settings),
      movesCents: ({ body }) => sumCents(body.lines.map(({ amount }) => amount)),
      approval: allocationsProposal(db, settings),
    },
    releaseAllocations: {
      handle: ({ actor, params, body, idempotencyKey }) =>
        releaseMany(db, actor, { ...params, ...body }, idempotencyKey),
      movesCents: ({ body }) => unspentCentsOf(db, body.ids),
    },
    releaseAllocation: {
      handle: ({ actor, params, body, idempotencyKey }) =>
        release(db, actor, { ...params, ...body }, idempotencyKey),
      movesCents: ({ params }) => unspentCents(db, params.id),
    },
    replaceAllocation: {
      handle: ({ actor, params, body, idempotencyKey }) =>
        replace(db, actor, { ...params, ...body }, idempotencyKey, settings),
      movesCents: ({ body }) => body.amount,
    },
  };
});
