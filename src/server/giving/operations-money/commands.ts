import { type Selectable, sql } from 'kysely';
import type { OperationsEntryId } from '#contract/ids.ts';
import type { Settled } from '#core/card-costs.ts';
import { bookCurrency } from '#core/money.ts';
import { costOf } from '#server/giving/operations-money/policy.ts';
import type { BalanceFact } from '#server/giving/payment-provider/provider.ts';
import { type Booking, booked, noted, refused } from '#server/ledger/booking.ts';
import { lockPayment } from '#server/ledger/lock-payment.ts';
import { providerActor } from '#server/platform/actor.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Schema, Trx } from '#server/platform/db/schema.ts';

type Transaction = Selectable<Schema['balanceTransactions']>;

/**
 * Records what moved our balance at the provider, once, and books what it cost. The costs of a payment wait until its
 * donation is booked: it may be one of another site that uses the same account.
 */
export async function recordBalance(
  trx: Trx,
  provider: string,
  fact: BalanceFact,
): Promise<Booking> {
  const { transactionId: id, exchangeRate, paymentIntentId } = fact;
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
    netCents: fact.netCents,
    currency,
    paymentIntentId,
    exchangeRate: exchangeRate ?? (await knownRate(trx, provider, currency)),
  };
  if (currency !== bookCurrency() && transaction.exchangeRate === null) {
    return refused(`its exchange rate from ${bookCurrency()} to ${currency} is not known yet`);
  }
  const added = await trx
    .insertInto('balanceTransactions')
    .values({ ...transaction, isReal: sql<boolean>`(select is_real from books)` })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!added) return noted;
  if (paymentIntentId !== null && !(await isOurs(trx, paymentIntentId))) return noted;
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

async function isOurs(trx: Trx, paymentIntentId: string): Promise<boolean> {
  const donation = await trx
    .selectFrom('donations')
    .select('id')
    .where('paymentIntentId', '=', paymentIntentId)
    .executeTakeFirst();
  return donation !== undefined;
}
