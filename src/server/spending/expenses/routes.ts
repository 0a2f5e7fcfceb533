import * as contract from '#contract/spending/expenses.ts';
import { serve } from '#server/platform/http/serve.ts';
import { correctExpense } from '#server/spending/expenses/correct-expense.ts';
import {
  correctionApproval,
  expenseApproval,
  undoApproval,
} from '#server/spending/expenses/four-eyes.ts';
import * as queries from '#server/spending/expenses/queries.ts';
import { recordExpense } from '#server/spending/expenses/record-expense.ts';
import { releaseLeftovers } from '#server/spending/expenses/release-leftovers.ts';
import { undoExpense } from '#server/spending/expenses/undo-expense.ts';

export const expenseRoutes = serve(contract, (deps) => {
  const { db, settings } = deps;
  return {
    listExpenses: ({ input }) => queries.listExpenses(db, input.id),
    recordExpense: {
      handle: ({ actor, input: { id: nominationId, ...input }, idempotencyKey }) =>
        recordExpense(db, actor, { ...input, nominationId }, idempotencyKey),
      movesCents: ({ input }) => input.amount,
      approval: expenseApproval(db, settings),
    },
    undoExpense: {
      handle: ({ actor, input, idempotencyKey }) => undoExpense(db, actor, input, idempotencyKey),
      movesCents: ({ input }) => queries.expenseCents(db, input.id),
      approval: undoApproval(db, settings),
    },
    correctExpense: {
      handle: ({ actor, input }) => correctExpense(db, actor, input),
      movesCents: ({ input }) => queries.expenseCents(db, input.id),
      approval: correctionApproval(db, settings),
    },
    releaseLeftovers: {
      handle: ({ actor, input: { id: nominationId, ...input }, idempotencyKey }) =>
        releaseLeftovers(db, actor, { nominationId, ...input }, idempotencyKey),
      movesCents: ({ input }) => queries.leftoverCents(db, input.id),
    },
  };
});
