import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/giving/card-costs.ts';
import * as commands from '#server/giving/operations-money/commands.ts';
import { topUpApproval } from '#server/giving/operations-money/four-eyes.ts';
import * as queries from '#server/giving/operations-money/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function operationsMoneyRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, settings } = deps;
  bind(app, deps, contract.getCardCosts, () => queries.summarizeCardCosts(db));
  bind(app, deps, contract.listOperationsEntries, ({ query }) =>
    queries.listOperationsEntries(db, query),
  );
  bind(
    app,
    deps,
    contract.topUpCardCosts,
    ({ actor, body, idempotencyKey }) => commands.topUp(db, actor, body, idempotencyKey),
    { approval: topUpApproval(db, settings) },
  );
}
