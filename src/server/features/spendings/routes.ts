import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/spending/expenses.ts';
import type { Deps } from '#server/app.ts';
import * as commands from '#server/spending/expenses/commands.ts';
import * as queries from '#server/spending/expenses/queries.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function spendingRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  bind(app, deps, contract.listSpendings, ({ params }) => queries.listSpendings(db, params.id));
  bind(app, deps, contract.recordSpending, ({ actor, params, body, idempotencyKey }) =>
    commands.recordSpending(db, actor, { ...body, nominationId: params.id }, idempotencyKey),
  );
  bind(app, deps, contract.undoSpending, ({ actor, params, body, idempotencyKey }) =>
    commands.undoSpending(db, actor, { id: params.id, ...body }, idempotencyKey),
  );
  bind(app, deps, contract.releaseLeftovers, ({ actor, params, body, idempotencyKey }) =>
    commands.releaseLeftovers(db, actor, { nominationId: params.id, ...body }, idempotencyKey),
  );
}
