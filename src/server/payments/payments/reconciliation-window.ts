import { sql } from 'kysely';
import type { Db } from '#server/platform/db/schema.ts';

/**
 * The moments since which objects of the provider may have changed without our knowledge: the last comparison, or
 * the oldest object that is not settled. A refund can fail for 30 days.
 */
export async function reconciliationWindow(db: Db, provider: string) {
  const { rows } = await sql<{
    last: string;
    checkouts: string;
    refunds: string;
    disputes: string;
    balance: string;
  }>`
    select coalesce(last, now() - interval '30 days') as last,
      coalesce((select min(created_at) from checkouts where status in ('started', 'pending')
        and checkouts.provider = ${provider} and session_id is not null
        and created_at > now() - interval '35 days'), now()) as checkouts,
      coalesce((select min(created_at) from refunds where status = 'requested'
        and refunds.provider = ${provider}), now()) as refunds,
      coalesce((select min(created_at) from disputes where status = 'open'
        and disputes.provider = ${provider} and created_at > now() - interval '1 year'), now()) as disputes,
      coalesce(
        (select max(created_at) from balance_transactions where balance_transactions.provider = ${provider}),
        -- What an earlier system recorded cost nothing here, and may be years old.
        (select min(created_at) from donations where donations.provider = ${provider} and source <> 'import'), now()) as balance
    from (select max(finished_at) as last from reconciliations where provider = ${provider}) as known
  `.execute(db);
  const { last, checkouts, refunds, disputes, balance } = rows[0] as (typeof rows)[0];
  const day = 24 * 3600 * 1000;
  const earliest = (...moments: number[]) => new Date(Math.min(...moments));
  const since = Date.parse(last);
  return {
    // A checkout lasts an hour, and events arrive late; the bank opened a dispute earlier than we heard of it.
    checkouts: earliest(since - day, Date.parse(checkouts) - day),
    refunds: earliest(since - 30 * day, Date.parse(refunds) - day),
    disputes: earliest(since - 30 * day, Date.parse(disputes) - 30 * day),
    // Since the newest that we know, and not since the last comparison: one that could not list them has ended, too.
    balance: earliest(since - 7 * day, Date.parse(balance) - 7 * day),
    // A retry can succeed two months after the invoice was created.
    invoices: new Date(Math.min(Date.now(), since) - 75 * day),
  };
}
