import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/db/schema.ts';

/** Whether what a payment cost was reported before its donation was booked, for a query on checkouts. */
export function hasWaitingCosts(paymentIntentId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from balance_transactions
    where balance_transactions.payment_intent_id = ${paymentIntentId})`;
}

/** Which of these moves of our balance at the provider are recorded. */
export async function knownTransactions(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('balanceTransactions')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** What a payment has cost so far, in cents; null as long as the provider has not said it. For a query on donations. */
export const costCentsSql = sql<number | null>`(
  select -coalesce(sum(operations_entries.amount_cents), 0)::bigint
  from balance_transactions
  left join operations_entries on operations_entries.balance_transaction_id = balance_transactions.id
  where balance_transactions.payment_intent_id = donations.payment_intent_id
  having count(*) > 0)`;
