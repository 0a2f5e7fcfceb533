import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/spending/expenses.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import * as commands from '#server/spending/expenses/commands.ts';
import { expenseApproval, undoApproval } from '#server/spending/expenses/four-eyes.ts';
import * as queries from '#server/spending/expenses/queries.ts';

export function expenseRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, settings } = deps;
  bind(app, deps, contract.listExpenses, ({ params }) => queries.listExpenses(db, params.id));
  bind(
    app,
    deps,
    contract.recordExpense,
    ({ actor, params, body, idempotencyKey }) =>
      commands.recordExpense(db, actor, { ...body, nominationId: params.id }, idempotencyKey),
    { movesCents: ({ body }) => body.amount, approval: expenseApproval(db, settings) },
  );
  bind(
    app,
    deps,
    contract.undoExpense,
    ({ actor, params, body, idempotencyKey }) =>
      commands.undoExpense(db, actor, { id: params.id, ...body }, idempotencyKey),
    {
      movesCents: ({ params }) => queries.expenseCents(db, params.id),
      approval: undoApproval(db, settings),
    },
  );
  bind(
    app,
    deps,
    contract.releaseLeftovers,
    ({ actor, params, body, idempotencyKey }) =>
      commands.releaseLeftovers(db, actor, { nominationId: params.id, ...body }, idempotencyKey),
    { movesCents: ({ params }) => queries.leftoverCents(db, params.id) },
  );
}
