import type { z } from 'zod';
import type { ExpenseId } from '#contract/ids.ts';
import type { Expense, expenseCorrection } from '#contract/spending/expenses.ts';
import { assertDaysOpen, keepMonths } from '#server/ledger/month-locks.ts';
import { assertNothingAsked } from '#server/people/approvals/queries.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { changedFields, recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError, notFound, refuseFuture } from '#server/platform/errors.ts';
import { lockNeed } from '#server/spending/expenses/lock-need.ts';
import { getExpense } from '#server/spending/expenses/queries.ts';

/**
 * Corrects who was paid, when, for what, and what kind the receipts are. No money moves, so a line of a bank stays matched.
 * Nobody changes anything of a day that is locked: the files of accountants tell it.
 */
export function correctExpense(
  db: Db,
  actor: TeamMember,
  { id, revision, reason, ...facts }: Correction,
): Promise<Expense> {
  demandRight(actor, 'money.write');
  return db.transaction().execute(async (trx) => {
    refuseFuture(facts.paidOn, 'Pacific/Kiritimati', 'paidOn');
    const { nominationId } = await trx
      .selectFrom('expenses')
      .select('nominationId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('expense'));
    await keepMonths(trx);
    // As whoever undoes or proves one.
    await lockNeed(trx, nominationId);
    const expense = await getExpense(trx, id);
    assertAsSeen(expense, revision);
    const changed = changedFields(expense, facts);
    if (changed.length === 0) return expense;
    if (expense.paysCardCosts && changed.includes('paidOn')) throw dayStays();
    await assertDaysOpen(trx, [expense.paidOn, facts.paidOn]);
    await assertNothingAsked(trx, id, 'expense');
    await trx
      .updateTable('expenses')
      .set({ ...facts, expenseRevision: revision + 1 })
      .where('id', '=', id)
      .execute();
    const told = (of: typeof facts) => Object.fromEntries(changed.map((name) => [name, of[name]]));
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'spending.corrected',
      subjectId: id,
      before: told(expense),
      after: told(facts),
      reason,
    });
    return getExpense(trx, id);
  });
}

type Correction = { id: ExpenseId } & z.infer<typeof expenseCorrection>;

function assertAsSeen({ undoneAt, revision }: Expense, seen: number): void {
  if (undoneAt !== null) throw new AppError('already_undone', 'This expense was undone.');
  if (revision === seen) return;
  throw new AppError(
    'expense_changed',
    'Somebody else has corrected this expense since you opened it. Please look at it again.',
  );
}

// The operations book counts it on that day, and is never changed.
function dayStays(): AppError {
  const message = 'It pays card costs, which count on this day';
  return new AppError(
    'expense_day_stays',
    `${message}. Undo the expense, and record it again for another day.`,
    { paidOn: message },
  );
}
