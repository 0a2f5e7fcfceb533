import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/spending/allocations.ts';
import { sumCents } from '#core/money.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import * as commands from '#server/spending/allocations/commands.ts';
import { allocationProposal, allocationsProposal } from '#server/spending/allocations/proposals.ts';
import {
  planAllocations,
  unspentCents,
  unspentCentsOf,
} from '#server/spending/allocations/queries.ts';

export function allocationRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, settings } = deps;
  bind(
    app,
    deps,
    contract.createAllocation,
    ({ actor, body, idempotencyKey }) =>
      commands.allocate(db, actor, body, idempotencyKey, settings),
    { movesCents: ({ body }) => body.amount, approval: allocationProposal(db, settings) },
  );
  bind(app, deps, contract.planAllocations, ({ params, query }) =>
    planAllocations(db, { ...params, ...query }),
  );
  bind(
    app,
    deps,
    contract.createAllocations,
    ({ actor, params, body, idempotencyKey }) =>
      commands.allocateMany(db, actor, { ...params, ...body }, idempotencyKey, settings),
    {
      movesCents: ({ body }) => sumCents(body.lines.map(({ amount }) => amount)),
      approval: allocationsProposal(db, settings),
    },
  );
  bind(
    app,
    deps,
    contract.releaseAllocations,
    ({ actor, params, body, idempotencyKey }) =>
      commands.releaseMany(db, actor, { ...params, ...body }, idempotencyKey),
    { movesCents: ({ body }) => unspentCentsOf(db, body.ids) },
  );
  bind(
    app,
    deps,
    contract.releaseAllocation,
    ({ actor, params, body, idempotencyKey }) =>
      commands.release(db, actor, { ...params, ...body }, idempotencyKey),
    { movesCents: ({ params }) => unspentCents(db, params.id) },
  );
  bind(
    app,
    deps,
    contract.replaceAllocation,
    ({ actor, params, body, idempotencyKey }) =>
      commands.replace(db, actor, { ...params, ...body }, idempotencyKey, settings),
    { movesCents: ({ body }) => body.amount },
  );
}
