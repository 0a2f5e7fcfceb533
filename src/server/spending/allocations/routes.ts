import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/spending/allocations.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import * as commands from '#server/spending/allocations/commands.ts';
import { unspentCents } from '#server/spending/allocations/queries.ts';

export function allocationRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  bind(
    app,
    deps,
    contract.createAllocation,
    ({ actor, body, idempotencyKey }) => commands.allocate(db, actor, body, idempotencyKey),
    { movesCents: ({ body }) => body.amount },
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
      commands.replace(db, actor, { ...params, ...body }, idempotencyKey),
    { movesCents: ({ body }) => body.amount },
  );
}
