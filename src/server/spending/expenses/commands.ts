import { sql } from 'kysely';
import type { z } from 'zod';
import type { ExpenseId, FileId, NominationId } from '#contract/ids.ts';
import type { Expense, expenseInput } from '#contract/spending/expenses.ts';
import { sumCents } from '#core/platform/money.ts';
import { updateDeficit, updateDeficitsOf } from '#server/giving/deficits/commands.ts';
import { lockChainsOf } from '#server/ledger/lock-chains.ts';
import { assertDaysOpen, holdMonths } from '#server/ledger/month-locks.ts';
import { leftoversSource, releaseMoney } from '#server/ledger/release-money.ts';
import { spendMoney, unspendAll } from '#server/ledger/spend-money.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { violates } from '#server/platform/db/database-errors.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import {
  bookRunningCosts,
  cardCostsPaid,
  takeBackRunningCosts,
} from '#server/provider/card-costs/running-costs.ts';
import {
  assertForRunningCosts,
  assertNotInFuture,
  assertSpendable,
} from '#server/spending/expenses/policy.ts';
import { getExpense } from '#server/spending/expenses/queries.ts';

type ExpenseInput = z.infer<typeof expenseInput> & { nominationId: NominationId };

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
    assertNotInFuture(paidOn, new Date());
    await holdMonths(trx);
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
  await holdMonths(trx);
  await assertNotPaidByBank(trx, id);
  const need = await lockNeed(trx, nominationId);
  await lockChainsOf(trx, nominationId);
  const undone = await trx
    .updateTable('expenses')
    .set({ undoneAt: sql<string>`now()`, undoneReason: reason })
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

/**
 * Releases the unspent money of a nomination to the donations that it came from, even if it is completed. Returns
 * how much. What is being allocated to it at this moment stays, because somebody has just decided that.
 */
export function releaseLeftovers(
  db: Db,
  actor: TeamMember,
  input: { nominationId: NominationId; reason: string },
  idempotencyKey: string | null,
): Promise<{ released: number }> {
  demandRight(actor, 'allocations.write');
  const { nominationId, reason } = input;
  const scope = `release leftovers ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    const known = await leftovers(trx, nominationId);
    // Donations first, the nomination second, as wherever money moves.
    const donationIds = known.map(({ donationId }) => donationId);
    if (donationIds.length > 0) {
      await trx
        .selectFrom('donations')
        .select('id')
        .where('id', 'in', donationIds)
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
    }
    const need = await lockNeed(trx, nominationId);
    await lockChainsOf(trx, nominationId);
    const there = (await leftovers(trx, nominationId)).filter(({ donationId }) =>
      donationIds.includes(donationId),
    );
    const released = sumCents(there.map(({ amountCents }) => amountCents));
    if (released === 0) {
      throw new AppError('nothing_left', 'Nothing that was allocated to this nomination is left.');
    }
    const move = { nominationId, actor: userActor(actor), source: leftoversSource, reason };
    for (const leftover of there) {
      await releaseMoney(trx, { ...move, ...leftover });
      await updateDeficit(trx, leftover.donationId);
    }
    await recordAudit(trx, {
      actor: move.actor,
      action: 'nomination.leftovers_released',
      subjectId: nominationId,
      before: { allocatedCents: need.allocatedCents },
      after: { allocatedCents: need.allocatedCents - released },
      reason,
    });
    return { released };
  });
}

function leftovers(trx: Trx, nominationId: NominationId) {
  return trx
    .selectFrom('allocations')
    .select(['id', 'donationId', sql<number>`amount_cents - spent_cents`.as('amountCents')])
    .where('nominationId', '=', nominationId)
    .whereRef('amountCents', '>', 'spentCents')
    .orderBy('id')
    .execute();
}

function lockNeed(trx: Trx, nominationId: NominationId) {
  return trx
    .selectFrom('nominations')
    .innerJoin('causes', 'causes.id', 'nominations.causeId')
    .select(['isAccepted', 'allocatedCents', 'spentCents', 'isForRunningCosts'])
    .where('nominations.id', '=', nominationId)
    .forNoKeyUpdate('nominations')
    .executeTakeFirstOrThrow(() => notFound('nomination'));
}

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
