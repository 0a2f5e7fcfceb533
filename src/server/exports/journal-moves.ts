import { type RawBuilder, sql } from 'kysely';
import type { HiddenNames } from '#core/vetting/consent.ts';
import { bankMoves, countingDays, isAdopted } from '#server/banking/months/counting-days.ts';
import type { JournalAccount } from '#server/exports/journal-accounts.ts';
import { causeOfEntrySql } from '#server/ledger/move-to-other-cause.ts';
import { isFromBeforeImportSql } from '#server/provider/card-costs/queries.ts';
import { hiddenNamesSql, nomineeInFiles } from '#server/vetting/consents/gate.ts';

/* Which accounts and which day each move of money has in the journal. */

/** A move of money from one account to another, on the day that counts. Below zero, it goes the other way. */
export interface JournalMove {
  id: string;
  day: string;
  debit: JournalAccount;
  credit: JournalAccount;
  cents: number;
  /** What it is, in the words of the table that it comes from. */
  kind: string;
  /** What it is about: who was paid, the name of a bank account, or why somebody booked it. */
  about: string | null;
  nominee: string | null;
  hiddenNames: HiddenNames | null;
  cause: string | null;
  donationId: string | null;
}

/** What decides which account a move has, and on which day it counts. */
export interface JournalScope {
  timeZone: string;
  /** The first day that a statement covers; null without statements. What was complete before it is in the balance that it opens with. */
  firstDay: string | null;
  /** Whether the provider keeps our money in another currency: then the journal has what the books say of it. */
  isOtherCurrency: boolean;
}

/** The sources of the journal, in the order of the file: what each has of a move, for a query on its moves. */
export const journalSources = {
  ledger: ledgerMoves,
  operations: operationsMoves,
  provider: providerMoves,
  bank: bankLineMoves,
  opening: openingMoves,
} as const;

/** One of the keys of {@link journalSources}. */
export type JournalSource = keyof typeof journalSources;

/** The type of the ids of a source in the database. */
export const idTypes: Record<JournalSource, RawBuilder<unknown>> = {
  ledger: sql`uuid`,
  operations: sql`uuid`,
  provider: sql`text`,
  bank: sql`uuid`,
  opening: sql`text`,
};

const nobody = sql`null::text as nominee, null::json as hidden_names, null::text as cause`;

/** Payments are in the balance of the provider once it says so; while it speaks of another currency, at once. */
function paymentsAccount({ isOtherCurrency }: JournalScope) {
  return isOtherCurrency ? sql`'provider'` : sql`'payments'`;
}

/** The last day on which something of a donation, or of the deposit that it came with, was received. */
const donationComplete = sql`coalesce((
  select max(received_on) from deposit_lines where deposit_id = (
    select deposit_id from deposit_lines as own where own.donation_id = donations.id)), donations.received_on)`;

/** The day on which the last move of a payout happened at the provider. */
function payoutComplete({ timeZone }: JournalScope) {
  const { provider } = countingDays(timeZone);
  return sql`(select max(${provider}) from balance_transactions
    where coalesce(payout_id, id) = coalesce(payouts.payout_id, payouts.id) and category in ${bankMoves})`;
}

function isBefore(day: RawBuilder<unknown>, { firstDay }: JournalScope) {
  return firstDay === null ? sql`false` : sql`coalesce(${day} < ${firstDay}::date, false)`;
}

/** The ledger: donations, allocations, expenses, and what went back to donors. */
function ledgerMoves(scope: JournalScope) {
  const { ledger: day } = countingDays(scope.timeZone);
  const isOpened = (complete: RawBuilder<unknown>) =>
    sql`${isBefore(complete, scope)} and not ${isBefore(day, scope)}`;
  const account = (place: RawBuilder<unknown>) => sql`case ${place}
    when 'outside' then case
      when ${isAdopted} then 'other'
      when donations.provider = 'test' then 'provider'
      when donations.provider is not null then ${paymentsAccount(scope)}
      when ${isOpened(donationComplete)} then 'other'
      else 'gifts' end
    when 'spent' then case
      when expenses.pays_card_costs then 'operations'
      when ${isOpened(sql`expenses.paid_on`)} then 'other'
      else 'bank' end
    else ${place} end`;
  return sql`
    select ledger_entries.id, ${day} as day, ${account(sql`from_place`)} as debit, ${account(sql`to_place`)} as credit,
      ledger_entries.amount_cents as cents, ledger_entries.kind, payee as about,
      case when nominations.id is not null then ${nomineeInFiles} end as nominee, ${hiddenNamesSql} as hidden_names,
      causes.name as cause, ledger_entries.donation_id
    from ledger_entries
    join donations on donations.id = ledger_entries.donation_id
    left join causes on causes.id = ${causeOfEntrySql}
    left join nominations on nominations.id = ledger_entries.nomination_id
    left join expenses on expenses.id = ledger_entries.expense_id`;
}

/** The operations book, without what expenses pay for card costs: that is in the ledger. */
function operationsMoves(scope: JournalScope) {
  const { operations: day } = countingDays(scope.timeZone);
  return sql`
    select operations_entries.id, ${day} as day,
      case when operations_entries.kind = 'top_up' then 'other'
        when operations_entries.kind = 'bank_fee' then 'bank'
        when donations.provider = 'test' then 'provider'
        else ${paymentsAccount(scope)} end as debit,
      case when operations_entries.kind in ('cover', 'cover_returned', 'top_up') then 'operations' else 'costs' end as credit,
      operations_entries.amount_cents as cents, operations_entries.kind, operations_entries.reason as about, ${nobody},
      donations.id as donation_id
    from operations_entries
    left join balance_transactions on balance_transactions.id = balance_transaction_id
    left join donations as paid on paid.payment_intent_id = balance_transactions.payment_intent_id
    left join donations on donations.id = coalesce(operations_entries.donation_id, paid.id)
    where operations_entries.kind <> 'running_costs'`;
}

/** What moved the balance at the provider, whoever it is of. */
function providerMoves(scope: JournalScope) {
  const { provider: day } = countingDays(scope.timeZone);
  return sql`
    select balance_transactions.id, ${day} as day, 'provider' as debit,
      case when category in ${bankMoves} then 'transfers'
        -- A payment of another site that uses the same account, or of an earlier system.
        when balance_transactions.payment_intent_id is not null and donations.id is null then 'other'
        when ${isFromBeforeImportSql} then 'other'
        else 'payments' end as credit,
      net_cents as cents, category as kind, null::text as about, ${nobody}, donations.id as donation_id
    from balance_transactions
    left join donations on donations.payment_intent_id = balance_transactions.payment_intent_id
    where net_cents <> 0 and not ${scope.isOtherCurrency}::boolean`;
}

/**
 * The lines of the bank by what they were matched with. A fee is in the operations book, and an expense left the bank
 * account on the day on which it was paid.
 */
function bankLineMoves(scope: JournalScope) {
  const payouts = scope.isOtherCurrency ? sql`'provider'` : sql`'transfers'`;
  return sql`
    select bank_matches.id, booked_on as day, 'bank' as debit,
      case when bank_matches.kind in ('ignored', 'expense') then 'other'
        when bank_matches.kind = 'transfer' then 'transfers'
        when bank_matches.kind = 'payout' then case when ${isBefore(payoutComplete(scope), scope)} then 'other' else ${payouts} end
        when ${isBefore(sql`coalesce(deposit_complete, ${donationComplete})`, scope)} then 'other'
        else 'gifts' end as credit,
      bank_matches.cents, bank_matches.kind, bank_accounts.name as about, ${nobody}, bank_matches.donation_id
    from bank_matches
    join bank_lines on bank_lines.id = bank_matches.line_id
    join bank_accounts on bank_accounts.id = bank_lines.account_id
    left join balance_transactions as payouts on payouts.id = payout_move_id
    left join donations on donations.id = bank_matches.donation_id
    left join expenses on expenses.id = bank_matches.expense_id
    left join lateral (
      select max(received_on) as deposit_complete from deposit_lines where deposit_lines.deposit_id = bank_matches.deposit_id
    ) as deposit on true
    where bank_matches.kind <> 'fee' and (bank_matches.kind <> 'expense' or ${isBefore(sql`expenses.paid_on`, scope)})`;
}

/**
 * What the accounts at banks held before their first statements; and what had reached them, or left them, by then: it is
 * part of that.
 */
function openingMoves(scope: JournalScope) {
  const days = countingDays(scope.timeZone);
  const both = (complete: RawBuilder<unknown>, day: RawBuilder<unknown>) =>
    sql`${isBefore(complete, scope)} and ${isBefore(day, scope)}`;
  return sql`
    select 'opening ' || kind || coalesce(' ' || account_id, '') as id, day, debit, credit, cents, kind, about, ${nobody},
      null::uuid as donation_id
    from (
      select 'account' as kind, account_id::text, name as about, first_day as day, 'bank' as debit, 'other' as credit, opening_cents as cents
      from (select distinct on (account_id) account_id, first_day, opening_cents
        from bank_statements order by account_id, first_day, id) as firsts
      join bank_accounts on bank_accounts.id = account_id
      union all
      select 'gifts', null, null, ${scope.firstDay}::date, 'other', 'gifts',
        coalesce(sum(case when from_place = 'outside' then 1 else -1 end * ledger_entries.amount_cents), 0)::bigint
      from ledger_entries join donations on donations.id = donation_id
      left join expenses on expenses.id = expense_id
      where donations.provider is null and donations.source <> 'import' and 'outside' in (from_place, to_place)
        and ${both(donationComplete, days.ledger)}
      union all
      select 'expenses', null, null, ${scope.firstDay}::date, 'bank', 'other',
        coalesce(sum(case when to_place = 'spent' then 1 else -1 end * ledger_entries.amount_cents), 0)::bigint
      from ledger_entries join donations on donations.id = donation_id
      join expenses on expenses.id = expense_id
      where 'spent' in (from_place, to_place) and not pays_card_costs and ${both(sql`paid_on`, days.ledger)}
      union all
      select 'payouts', null, null, ${scope.firstDay}::date, 'other', 'transfers', coalesce(sum(-net_cents), 0)::bigint
      from balance_transactions as payouts
      where category in ${bankMoves} and not ${scope.isOtherCurrency}::boolean
        and ${isBefore(payoutComplete(scope), scope)}
    ) as openings
    where cents <> 0`;
}
