import * as contract from '#contract/spending/expenses.ts';
import { serve } from '#server/platform/http/serve.ts';
import { expenseApproval, undoApproval } from '#server/spending/expenses/four-eyes.ts';
import * as queries from '#server/spending/expenses/queries.ts';
import { recordExpense } from '#server/spending/expenses/record-expense.ts';
import { releaseLeftovers } from '#server/spending/expenses/release-leftovers.ts';
import { undoExpense } from '#server/spending/expenses/undo-expense.ts';

export const expenseRoutes = serve(contract, (deps) => {
  const { db, settings } = deps;
  return {
    listExpenses: ({ params }) => queries.listExpenses(db, params.id),
    recordExpense: {
      handle: ({ actor, params, body, idempotencyKey }) =>
        recordExpense(db, actor, { ...body, nominationId: params.id }, idempotencyKey),
      movesCents: ({ body }) => body.amount,
      approval: expenseApproval(db, settings),
    },
    undoExpense: {
      handle: ({ actor, params, body, idempotencyKey }) =>
        undoExpense(db, actor, { id: params.id, ...body }, idempotencyKey),
      movesCents: ({ params }) => queries.expenseCents(db, params.id),
      approval: undoApproval(db, settings),
    },
    releaseLeftovers: {
      handle: ({ actor, params, body, idempotencyKey }) =>
        releaseLeftovers(db, actor, { nominationId: params.id, ...body }, idempotencyKey),
      movesCents: ({ params }) => queries.leftoverCents(db, params.id),
    },
  };
});
