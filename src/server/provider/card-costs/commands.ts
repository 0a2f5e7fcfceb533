import { type Selectable, sql } from 'kysely';
import type { DonationId, ExpenseId, OperationsEntryId } from '#contract/ids.ts';
import type { OperationsEntry, TopUp } from '#contract/provider/card-costs.ts';
import type { Settled } from '#core/ledger/card-costs.ts';
import { dayAfter } from '#core/platform/dates.ts';
import { bookCurrency, formatCents } from '#core/platform/money.ts';
import { type Booking, booked, noted, refused } from '#server/ledger/booking.ts';
import { lockPayment } from '#server/ledger/lock-payment.ts';
import { holdMonths, lockedUntil } from '#server/ledger/month-locks.ts';
import { demandRight, providerActor, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { violates } from '#server/platform/db/database-errors.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Schema, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { assertFeesUnpaid, costOf } from '#server/provider/card-costs/policy.ts';
import {
  getOperationsEntry,
  isFromBeforeImportSql,
  readTotals,
} from '#server/provider/card-costs/queries.ts';
import type { BalanceFact } from '#server/provider/payment-provider/provider.ts';

type Transaction = Selectable<Schema['balanceTransactions']>;

/**
 * Records what moved our balance at the provider, once, and books what it cost. The costs of a payment wait until its
 * donation is booked: it may be one of another site that uses the same account. What moved before a donation was
 * imported costs nothing.
 */
export async function recordBalance(
  trx: Trx,
  provider: string,
  fact: BalanceFact,
): Promise<Booking> {
  const { transactionId: id, exchangeRate, paymentIntentId } = fact;
  await holdMonths(trx);
  if (paymentIntentId !== null) await lockPayment(trx, paymentIntentId);
  const currency = fact.currency.toUpperCase();
  const transaction = {
    id,
    provider,
    createdAt: fact.createdAt.toISOString(),
    type: fact.moveType,
    category: fact.category,
    amountCents: fact.amountCents,
    feeCents: fact.feeCents,
    feeParts: JSON.stringify(fact.feeParts),
    netCents: fact.netCents,
    currency,
    paymentIntentId,
    payoutId: fact.payout?.id ?? null,
    arrivesOn: fact.payout?.arrivesOn ?? null,
    exchangeRate: exchangeRate ?? (await knownRate(trx, provider, currency)),
  };
  if (currency !== bookCurrency() && transaction.exchangeRate === null) {
    return refused(`its exchange rate from ${bookCurrency()} to ${currency} is not known yet`);
  }
  // Whatever a locked month did not know counts from now on. A day later, to be on the safe side of any time zone.
  const until = await lockedUntil(trx);
  const isLate = until !== null && transaction.createdAt.slice(0, 10) <= dayAfter(until);
  const added = await trx
    .insertInto('balanceTransactions')
    .values({
      ...transaction,
      lateAt: isLate ? sql<string>`now()` : null,
      isReal: sql<boolean>`(select is_real from books)`,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!added) return noted;
  if (paymentIntentId !== null && !(await isOurs(trx, added))) return noted;
  await bookCost(trx, added);
  return booked;
}

/** Books what a payment cost, of which the provider spoke before its donation was booked. */
export async function bookWaitingCosts(trx: Trx, paymentIntentId: string): Promise<void> {
  const waiting = await trx
    .selectFrom('balanceTransactions')
    .selectAll('balanceTransactions')
    .where('paymentIntentId', '=', paymentIntentId)
    .where(
      sql<boolean>`not exists (select from operations_entries where balance_transaction_id = balance_transactions.id)`,
    )
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  for (const transaction of waiting) await bookCost(trx, transaction);
}

/** Books what a donor added for card costs, with the donation that was just booked. */
export async function bookCover(
  trx: Trx,
  donation: { id: DonationId; coverCents: number; isReal: boolean; actor: string },
): Promise<void> {
  const { id: donationId, coverCents: amountCents, isReal, actor } = donation;
  await trx
    .insertInto('operationsEntries')
    .values({
      id: newId<OperationsEntryId>(),
      kind: 'cover',
      donationId,
      amountCents,
      isReal,
      actor,
    })
    .execute();
}

/** Books that what a donor added for card costs went back, or, as a negative amount, that it is there again. */
export async function bookCoverReturned(
  trx: Trx,
  { donationId, cents, actor }: { donationId: DonationId; cents: number; actor: string },
): Promise<void> {
  if (cents === 0) return;
  await trx
    .insertInto('operationsEntries')
    .values({
      id: newId<OperationsEntryId>(),
      kind: 'cover_returned',
      donationId,
      amountCents: -cents,
      actor,
      isReal: sql<boolean>`(select is_real from books)`,
    })
    .execute();
}

/**
 * Books money that the charity puts in for card costs, or takes out again. Honors the Idempotency-Key. 409 if it takes out
 * more than it has put in.
 */
export async function topUp(
  db: Db,
  actor: TeamMember,
  { amount, direction, reason }: TopUp,
  idempotencyKey: string | null,
): Promise<OperationsEntry> {
  demandRight(actor, 'money.write');
  const by = userActor(actor);
  const request = { amount, direction, reason };
  const cents = direction === 'in' ? amount : -amount;
  const once = { key: idempotencyKey, scope: `top up ${by}`, request };
  const booked = oncePerKey(db, once, async (trx) => {
    const entryId = newId<OperationsEntryId>();
    await trx
      .insertInto('operationsEntries')
      .values({
        id: entryId,
        kind: 'top_up',
        amountCents: cents,
        reason,
        actor: by,
        isReal: sql<boolean>`(select is_real from books)`,
      })
      .execute();
    await recordAudit(trx, {
      actor: by,
      action: direction === 'in' ? 'card_costs.topped_up' : 'card_costs.taken_out',
      subjectId: entryId,
      after: { amount },
      reason,
    });
    return { id: entryId };
  });
  const { id } = await booked.catch(async (error) => {
    throw violates(error, 'operations_totals_topped_up') ? await notPutIn(db) : error;
  });
  return getOperationsEntry(db, id);
}

async function bookCost(trx: Trx, transaction: Transaction): Promise<void> {
  const { id, provider, currency, exchangeRate, isReal } = transaction;
  const settled: Settled = { currency, exchangeRate };
  const cost = costOf(transaction, settled);
  if (cost === null) return;
  await trx
    .insertInto('operationsEntries')
    .values({
      id: newId<OperationsEntryId>(),
      ...cost,
      balanceTransactionId: id,
      actor: providerActor(provider),
      isReal,
    })
    .execute();
}

/** The last rate at which a payment was converted, for a bill that names none. */
async function knownRate(trx: Trx, provider: string, currency: string): Promise<string | null> {
  if (currency === bookCurrency()) return null;
  const last = await trx
    .selectFrom('balanceTransactions')
    .select('exchangeRate')
    .where('provider', '=', provider)
    .where('currency', '=', currency)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.exchangeRate ?? null;
}

/** Whether a move is one of a donation of these books, and not from before it was imported. */
async function isOurs(
  trx: Trx,
  { id, paymentIntentId }: Pick<Transaction, 'id' | 'paymentIntentId'>,
): Promise<boolean> {
  const donation = await trx
    .selectFrom('donations')
    .innerJoin(
      'balanceTransactions',
      'balanceTransactions.paymentIntentId',
      'donations.paymentIntentId',
    )
    .select('donations.id')
    .where('donations.paymentIntentId', '=', paymentIntentId)
    .where('balanceTransactions.id', '=', id)
    .where(sql<boolean>`not ${isFromBeforeImportSql}`)
    .executeTakeFirst();
  return donation !== undefined;
}

/**
 * Books what an expense of a cause for running costs pays of card costs, on the day on which it was paid. 409 if they are
 * paid already: nobody can spend donations on costs to come.
 */
export async function bookRunningCosts(
  trx: Trx,
  expense: { id: ExpenseId; cents: number; paidOn: string; actor: string },
): Promise<void> {
  const { balance } = await readTotals(trx);
  if (expense.cents > -balance) throw await cardCostsPaid(trx);
  await insertRunningCosts(trx, { ...expense, countsOn: expense.paidOn });
}

/** Books that an expense does not pay card costs after all. */
export async function takeBackRunningCosts(
  trx: Trx,
  { id, cents, actor }: { id: ExpenseId; cents: number; actor: string },
): Promise<void> {
  await insertRunningCosts(trx, { id, cents: -cents, countsOn: null, actor });
}

/** The error of whoever pays more card costs than there are. */
export async function cardCostsPaid(db: Db): Promise<AppError> {
  const { balance } = await readTotals(db);
  const missingCents = Math.max(0, -balance);
  return new AppError(
    'card_costs_paid',
    missingCents > 0
      ? `Only ${formatCents(missingCents)} of card costs is not paid for yet.`
      : 'All card costs are paid for. If the charity paid them in advance, it can withdraw that on the page “Card Costs”.',
    { amount: `At most ${formatCents(missingCents)}` },
  );
}

/** The error of whoever takes out more than the charity has put in. */
async function notPutIn(db: Db): Promise<AppError> {
  const { toppedUp } = await readTotals(db);
  const most = Math.max(0, toppedUp);
  return new AppError(
    'not_put_in',
    most > 0
      ? `The charity has put in ${formatCents(most)} that it can take out again. The rest came from donors.`
      : 'The charity has nothing in here that it can take out again. What is here came from donors.',
    { amount: `At most ${formatCents(most)}` },
  );
}

async function insertRunningCosts(
  trx: Trx,
  entry: { id: ExpenseId; cents: number; countsOn: string | null; actor: string },
): Promise<void> {
  const { id: expenseId, cents: amountCents, countsOn, actor } = entry;
  await trx
    .insertInto('operationsEntries')
    .values({
      id: newId<OperationsEntryId>(),
      kind: 'running_costs',
      expenseId,
      amountCents,
      countsOn,
      actor,
      isReal: sql<boolean>`(select is_real from books)`,
    })
    .execute();
}

/**
 * Books what a bank charged on a day, below zero, or what it paid back; with a reason, that it did not. Returns the id of
 * the entry. 409 if donations have paid what would not be a cost anymore; whoever books several at once asks
 * {@link assertFeesUnpaid} for their sum.
 */
export async function bookBankFee(
  trx: Trx,
  actor: TeamMember,
  { cents, countsOn, reason = '' }: { cents: number; countsOn: string; reason?: string },
): Promise<OperationsEntryId> {
  const id = newId<OperationsEntryId>();
  assertFeesUnpaid(await readTotals(trx), cents);
  await trx
    .insertInto('operationsEntries')
    .values({
      id,
      countsOn,
      reason,
      kind: 'bank_fee',
      amountCents: cents,
      actor: userActor(actor),
      isReal: sql<boolean>`(select is_real from books)`,
    })
    .execute();
  return id;
}
