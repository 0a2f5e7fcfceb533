import { type RawBuilder, sql } from 'kysely';
import { isFromBeforeImportSql } from '#server/provider/card-costs/queries.ts';

/* On which day each move of money counts (decision 0041). */

/** The categories of moves between the payment provider and the bank. */
export const bankMoves = sql`('payout', 'payout_reversal', 'topup', 'topup_reversal')`;

/**
 * The day that counts of each move, where the charity is, for queries on its table: one rule for the comparison with the
 * bank and for the journal of accountants.
 */
export function countingDays(timeZone: string) {
  const dayOf = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone ${timeZone})::date`;
  return {
    /** Of an entry of the ledger, with its donation and its expense. */
    ledger: sql<string>`case
      -- A donation that came by itself counts on the day on which it was received, an expense on the day it was paid.
      when ledger_entries.kind = 'payment' and donations.provider is null and donations.source <> 'import' then donations.received_on
      when ledger_entries.kind = 'spending' then expenses.paid_on
      else ${dayOf(sql`ledger_entries.created_at`)} end`,
    /** Of an entry of the operations book. */
    operations: sql<string>`coalesce(operations_entries.counts_on, ${dayOf(sql`operations_entries.created_at`)})`,
    /** Of a move at the provider. */
    provider: sql<string>`${dayOf(sql`coalesce(balance_transactions.late_at, balance_transactions.created_at)`)}`,
  };
}

/**
 * Whether an entry of the ledger tells of what an earlier system recorded: it was in an account already, as money that
 * these books were not about, and what was spent before is such money, too. What the provider has moved since is
 * compared like all of its payments.
 */
export const isAdopted = sql<boolean>`('spent_before' in (from_place, to_place)
  or donations.source = 'import' and 'outside' in (from_place, to_place) and (
    ledger_entries.source like 'import:%' or not exists (
      select from balance_transactions
      where balance_transactions.payment_intent_id = donations.payment_intent_id and not ${isFromBeforeImportSql})))`;
