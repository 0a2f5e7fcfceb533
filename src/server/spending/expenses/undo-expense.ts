import { sql } from 'kysely';
import type { ExpenseId } from '#contract/ids.ts';
import type { Expense } from '#contract/spending/expenses.ts';
import { updateDeficitsOf } from '#server/giving/deficits/commands.ts';
import { lockChainsOf } from '#server/ledger/lock-chains.ts';
import { keepMonths } from '#server/ledger/month-locks.ts';
import { unspendAll } from '#server/ledger/spend-money.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import { takeBackRunningCosts } from '#server/provider/card-costs/running-costs.ts';
import { lockNeed } from '#server/spending/expenses/lock-need.ts';
import { getExpense } from '#server/spending/expenses/queries.ts';

/** Undoes an expense with counter-entries. The row stays, with the reason; its receipts can be used again. */
export function undoExpense(
  db: Db,
  actor: TeamMember,
  input: { id: ExpenseId; reason: string },
  idempotencyKey: string | null,
): Promise<Expense> {
  demandRight(actor, 'money.write');
  const { id } = input;
  const scope = `undo spending ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    await undo(trx, userActor(actor), input);
    return getExpense(trx, id);
  });
}

/** {@link undoExpense} as a part of something larger, whoever does it. */
export async function undo(
  trx: Trx,
  actor: string,
  { id, reason }: { id: ExpenseId; reason: string },
): Promise<void> {
  const { nominationId } = await trx
    .selectFrom('expenses')
    .select('nominationId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('expense'));
  await keepMonths(trx);
  await assertNotPaidByBank(trx, id);
  const need = await lockNeed(trx, nominationId);
  await lockChainsOf(trx, nominationId);
  const undone = await trx
    .updateTable('expenses')
    .set({
      undoneAt: sql<string>`now()`,
      undoneReason: reason,
      undoneReceipts: sql<string[]>`array(
        select file_id::text from expense_receipts where expense_id = expenses.id order by file_id)`,
    })
    .where('id', '=', id)
    // Behind the lock: another call may have undone it in the meantime.
    .where('undoneAt', 'is', null)
    .returning(['amountCents', 'paysCardCosts'])
    .executeTakeFirst();
  if (!undone) throw new AppError('already_undone', 'This expense was already undone.');
  const move = { nominationId, actor, source: 'undo spending', reason };
  await unspendAll(trx, { ...move, expenseId: id });
  await updateDeficitsOf(trx, nominationId);
  if (undone.paysCardCosts) {
    await takeBackRunningCosts(trx, { id, cents: undone.amountCents, actor });
  }
  await trx.deleteFrom('expenseReceipts').where('expenseId', '=', id).execute();
  await recordAudit(trx, {
    actor,
    action: 'spending.undone',
    subjectId: id,
    before: { spent: need.spentCents },
    after: { spent: need.spentCents - undone.amountCents, nominationId },
    reason,
  });
}

/** Throws 409 if a line of a bank says that the money left. Whoever matches lines waits for the months that we hold. */
async function assertNotPaidByBank(trx: Trx, id: ExpenseId): Promise<void> {
  const match = await trx
    .selectFrom('bankMatches')
    .select('id')
    .where('expenseId', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (!match) return;
  throw new AppError(
    'bank_matched',
    'A line of the bank account was matched with this expense. The match has to be undone first.',
  );
}
