import * as contract from '#contract/spending/expenses.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/spending/expenses/commands.ts';
import { expenseApproval, undoApproval } from '#server/spending/expenses/four-eyes.ts';
import * as queries from '#server/spending/expenses/queries.ts';

export const expenseRoutes = serve(contract, (deps) => {
  const { db, settings } = deps;
  return {
    listExpenses: ({ params }) => queries.listExpenses(db, params.id),
    recordExpense: {
      handle: ({ actor, params, body, idempotencyKey }) =>
        commands.recordExpense(db, actor, { ...body, nominationId: params.id }, idempotencyKey),
      movesCents: ({ body }) => body.amount,
      approval: expenseApproval(db, settings),
    },
    undoExpense: {
      handle: ({ actor, params, body, idempotencyKey }) =>
        commands.undoExpense(db, actor, { id: params.id, ...body }, idempotencyKey),
      movesCents: ({ params }) => queries.expenseCents(db, params.id),
      approval: undoApproval(db, settings),
    },
    releaseLeftovers: {
      handle: ({ actor, params, body, idempotencyKey }) =>
        commands.releaseLeftovers(db, actor, { nominationId: params.id, ...body }, idempotencyKey),
      movesCents: ({ params }) => queries.leftoverCents(db, params.id),
    },
  };
});
