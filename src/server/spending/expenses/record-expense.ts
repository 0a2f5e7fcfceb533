import type { z } from 'zod';
import type { ExpenseId, FileId, NominationId } from '#contract/ids.ts';
import type { Expense, expenseInput } from '#contract/spending/expenses.ts';
import { updateDeficitsOf } from '#server/giving/deficits/commands.ts';
import { lockChainsOf } from '#server/ledger/lock-chains.ts';
import { assertDaysOpen, keepMonths } from '#server/ledger/month-locks.ts';
import { spendMoney } from '#server/ledger/spend-money.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { violates } from '#server/platform/db/database-errors.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, refuseFuture } from '#server/platform/errors.ts';
import { bookRunningCosts, cardCostsPaid } from '#server/provider/card-costs/running-costs.ts';
import { lockNeed } from '#server/spending/expenses/lock-need.ts';
import { assertForRunningCosts, assertSpendable } from '#server/spending/expenses/policy.ts';
import { getExpense } from '#server/spending/expenses/queries.ts';

/**
 * Records an expense for a need. Its money moves from allocated to spent, oldest allocation first. Only the
 * nomination is locked, because whatever changes its allocations also holds that lock. The ledger entries refer
 * to the donations, which is why locks on donations and nominations permit references ("no key update"):
 * otherwise, a release that has locked the donation and waits for the nomination would deadlock with this.
 */
export async function recordExpense(
  db: Db,
  actor: TeamMember,
  input: ExpenseInput,
  idempotencyKey: string | null,
): Promise<Expense> {
  demandRight(actor, 'money.write');
  const { nominationId, amount, receiptIds, payee, paidOn, purpose, receiptKind, paysCardCosts } =
    input;
  const scope = `spend ${userActor(actor)}`;
  const once = { key: idempotencyKey, scope, request: input };
  const recorded = oncePerKey(db, once, async (trx) => {
    // Where days begin first: it was paid wherever who paid it was.
    refuseFuture(paidOn, 'Pacific/Kiritimati', 'paidOn');
    await keepMonths(trx);
    await assertDaysOpen(trx, [paidOn]);
    const need = await lockNeed(trx, nominationId);
    await lockChainsOf(trx, nominationId);
    assertSpendable(amount, need);
    if (paysCardCosts) assertForRunningCosts(need);
    const id = newId<ExpenseId>();
    await trx
      .insertInto('expenses')
      .values({
        id,
        nominationId,
        payee,
        paidOn,
        purpose,
        receiptKind,
        paysCardCosts,
        amountCents: amount,
      })
      .execute();
    await attachReceipts(trx, id, nominationId, receiptIds);
    const move = { nominationId, expenseId: id, actor: userActor(actor), source: 'spend' };
    await spendMoney(trx, { ...move, amountCents: amount });
    await updateDeficitsOf(trx, nominationId);
    if (paysCardCosts) {
      await bookRunningCosts(trx, { id, cents: amount, paidOn, actor: userActor(actor) });
    }
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'spending.recorded',
      subjectId: id,
      before: { spent: need.spentCents },
      after: {
        spent: need.spentCents + amount,
        amount,
        nominationId,
        ...(paysCardCosts && { paysCardCosts }),
      },
    });
    return getExpense(trx, id);
  });
  return recorded.catch(async (error) => {
    // Somebody else paid them at the same moment.
    throw violates(error, 'operations_totals_donated') ? await cardCostsPaid(db) : error;
  });
}

type ExpenseInput = z.infer<typeof expenseInput> & { nominationId: NominationId };

/** Assigns the nomination's own receipts, each to one expense only. */
async function attachReceipts(
  trx: Trx,
  expenseId: ExpenseId,
  nominationId: NominationId,
  receiptIds: FileId[],
): Promise<void> {
  const unique = [...new Set(receiptIds)];
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('expenseReceipts')
    .columns(['fileId', 'expenseId'])
    .expression((row) =>
      row
        .selectFrom('files')
        .select(['id', row.val(expenseId).as('expenseId')])
        .where('id', 'in', unique)
        .where('nominationId', '=', nominationId)
        .where('kind', '=', 'receipt')
        // Complete: an unfinished upload will be deleted.
        .where('state', 'in', ['processing', 'ready']),
    )
    .onConflict((conflict) => conflict.column('fileId').doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === BigInt(unique.length)) return;
  const message = 'Choose receipts of this nomination that belong to no other expense';
  throw new AppError('receipt_unusable', `${message}.`, { receiptIds: message });
}
