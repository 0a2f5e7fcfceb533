import { recordExpense } from '#server/spending/expenses/record-expense.ts';
import { releaseLeftovers } from '#server/spending/expenses/release-leftovers.ts';
import { undoExpense } from '#server/spending/expenses/undo-expense.ts';
import { words } from '#test/support/expenses.ts';
import type { LedgerModel } from '#test/support/ledger-model.ts';
import {
  expectSame,
  pick,
  type RealLedger,
  type Step,
  step,
  unknownId,
} from '#test/support/ledger-steps.ts';
import { aReceipt } from '#test/support/upload.ts';

export function spendStep(number: number, amount: number): Step {
  return step(`spend ${amount} of nomination ${number}`, (model, real) =>
    spend(model, real, pick(model.nominations, number), amount),
  );
}

/** Everything that is left, so that the limit is often reached; one cent too much if nothing is left. */
export function spendTheRestStep(number: number): Step {
  return step(`spend the rest of nomination ${number}`, (model, real) => {
    const nomination = pick(model.nominations, number);
    const allocated = model.nominations[nomination]?.allocated ?? 0;
    return spend(model, real, nomination, Math.max(1, allocated - model.spentOf(nomination)));
  });
}

export function undoStep(number: number): Step {
  return step(`undo expense ${number}`, async (model, real) => {
    const expense = pick(model.expenses, number);
    const expected = model.undo(expense);
    const input = { id: real.expenseIds[expense] ?? unknownId, reason: 'model test' };
    await expectSame(expected, real, async () => {
      await undoExpense(real.testApp.db, real.actor, input, null);
      return null;
    });
  });
}

export function releaseLeftoversStep(number: number): Step {
  return step(`release what is left of nomination ${number}`, async (model, real) => {
    const nomination = pick(model.nominations, number);
    const expected = model.releaseLeftovers(nomination);
    const nominationId = real.nominationIds[nomination] ?? unknownId;
    const input = { nominationId, reason: 'model test' };
    await expectSame(expected, real, async () => {
      await releaseLeftovers(real.testApp.db, real.actor, input, null);
      return null;
    });
  });
}

async function spend(model: LedgerModel, real: RealLedger, nomination: number, amount: number) {
  const expected = model.spend(nomination, amount);
  const { testApp, actor } = real;
  const known = real.nominationIds[nomination];
  const receiptIds = [known ? await aReceipt(testApp, known) : unknownId];
  const input = {
    ...words,
    amount,
    receiptIds,
    paysCardCosts: false,
    nominationId: known ?? unknownId,
  };
  await expectSame(expected, real, async () => {
    real.expenseIds.push((await recordExpense(testApp.db, actor, input, null)).id);
    return null;
  });
}
