import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/giving/bank-transfers.ts';
import * as commands from '#server/giving/bank-transfers/commands.ts';
import * as queries from '#server/giving/bank-transfers/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import { guardForm } from '#server/platform/misuse/form-guard.ts';

export function bankTransferRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, settings } = deps;
  bind(
    app,
    deps,
    contract.announceTransfer,
    ({ visitor, body: { website: _, ...transfer }, idempotencyKey }) =>
      commands.announceTransfer(db, visitor, transfer, idempotencyKey, deps),
    { callsPerTenMinutes: 30, guard: guardForm(deps, 'bank transfers') },
  );
  bind(app, deps, contract.listExpectedTransfers, ({ query }) =>
    queries.listExpectedTransfers(db, query),
  );
  bind(app, deps, contract.enterTransfers, ({ actor, body }) =>
    commands.enterTransfers(db, actor, body, settings),
  );
}
