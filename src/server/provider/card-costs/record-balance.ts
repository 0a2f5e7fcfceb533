import { type Selectable, sql } from 'kysely';
import type { OperationsEntryId } from '#contract/ids.ts';
import type { Settled } from '#core/ledger/card-costs.ts';
import { dayAfter } from '#core/platform/dates.ts';
import { bookCurrency } from '#core/platform/money.ts';
import { type Booking, booked, noted, refused } from '#server/ledger/booking.ts';
import { lockPayment } from '#server/ledger/lock-payment.ts';
import { keepMonths, lockedUntil } from '#server/ledger/month-locks.ts';
import { providerActor } from '#server/platform/actor.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Schema, Trx } from '#server/platform/db/schema.ts';
import { costOf } from '#server/provider/card-costs/policy.ts';
import { isFromBeforeImportSql } from '#server/provider/card-costs/queries.ts';
import type { BalanceFact } from '#server/provider/payment-provider/provider.ts';

/**
 * Records what moved our balance at the provider, once, and books what it cost. The costs of a payment wait until its
 * donation is booked: it may be one of another site that uses the same account. What moved before a donation was
 * imported costs nothing.
 */
export async function recordBalance(
  trx: Trx,
  { provider, fact }: { provider: string; fact: BalanceFact },
): Promise<Booking> {
  const { transactionId: id, exchangeRate, paymentIntentId } = fact;
  await keepMonths(trx);
  if (paymentIntentId !== null) await lockPayment(trx, paymentIntentId);
  const currency = fact.currency.toUpperCase();
  const transaction = {
    id,
    provider,
    createdAt: fact.createdAt.toISOString(),
    type: fact.transactionType,
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

type Transaction = Selectable<Schema['balanceTransactions']>;

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
