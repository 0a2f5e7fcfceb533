import { type RawBuilder, sql } from 'kysely';
import type { LinkEvent, Movement } from '#core/banking/agreement.ts';
import { bookCurrency } from '#core/platform/money.ts';
import { bankMoves, countingDays, isAdopted } from '#server/banking/months/counting-days.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { isFromBeforeImportSql } from '#server/provider/card-costs/queries.ts';

/* What moved on each day, and what is on its way. */

/** The days that the statements of all accounts cover, and what the first ones opened with. */
export interface Coverage {
  firstDay: string;
  /** The day until which each account has statements that is not closed; with closed ones alone, the last of theirs. */
  lastDay: string;
  openingCents: number;
}

/** {@link Coverage}; null if no statement was imported yet. */
export async function findCoverage(db: Db): Promise<Coverage | null> {
  const { rows } = await sql<{
    firstDay: string;
    lastDay: string;
    cents: number;
    isClosed: boolean;
  }>`
    select distinct on (account_id) first_day,
      max(last_day) over (partition by account_id) as last_day, opening_cents as cents, is_closed
    from bank_statements join bank_accounts on bank_accounts.id = account_id
    order by account_id, first_day, bank_statements.id`.execute(db);
  if (rows.length === 0) return null;
  const firstDay = rows.map((row) => row.firstDay).sort()[0] as string;
  const openUntil = rows.flatMap((row) => (row.isClosed ? [] : [row.lastDay])).sort();
  return {
    firstDay,
    lastDay: (openUntil[0] ??
      rows
        .map((row) => row.lastDay)
        .sort()
        .at(-1)) as string,
    openingCents: rows
      .filter((row) => row.firstDay === firstDay)
      .reduce((sum, { cents }) => sum + cents, 0),
  };
}

/** Whether the provider keeps our money in another currency, so that nothing can be compared to the cent. */
export async function hasOtherCurrency(db: Db): Promise<boolean> {
  const other = await db
    .selectFrom('balanceTransactions')
    .select('id')
    .where('currency', '<>', bookCurrency())
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Everything that moved money, day by day where the charity is, for `agreementsOn` of src/core/banking/agreement.ts. */
export async function readStory(
  db: Db,
  { firstDay }: Coverage,
  timeZone: string,
): Promise<{ movements: Movement[]; events: LinkEvent[] }> {
  const days = countingDays(timeZone);
  const recorded = sql`(operations_entries.created_at at time zone ${timeZone})::date`;
  const ledger = ledgerSql(days.ledger);
  const { rows: movements } = await sql<Movement>`
    with ledger as (${ledger}),
    moved as (
      select day, cents as donors, 0 as operations, case when provider = 'test' and not is_use then cents else 0 end as provider,
        0 as bank, 0 as unmatched, 0 as unmatched_lines, case when is_adopted then -cents else 0 end as other
      from ledger
      union all
      select ${days.operations}, 0, operations_entries.amount_cents,
        case when donations.provider = 'test' then operations_entries.amount_cents else 0 end, 0, 0, 0,
        -- What neither the provider nor a bank moved came out of the other money of the charity. What a donor added for
        -- card costs came with the payment, and what an expense pays for them was held for donors.
        case when num_nonnulls(balance_transaction_id, counts_on, operations_entries.donation_id, operations_entries.expense_id) = 0
          then -operations_entries.amount_cents else 0 end
      from operations_entries left join donations on donations.id = operations_entries.donation_id
      union all
      select ${days.provider}, 0, 0, net_cents, 0, 0, 0,
        -- A payment of another site that uses the same account, or of an earlier system.
        case when payment_intent_id is not null and donations.id is null or ${isFromBeforeImportSql} then net_cents else 0 end
      from balance_transactions left join donations using (payment_intent_id)
      union all
      select booked_on, 0, 0, 0, cents,
        case when is_matched then 0 else cents end,
        -- What moves no money needs no match.
        case when is_matched or cents = 0 then 0 else 1 end, ignored
      from bank_lines cross join lateral (
        select count(*) > 0 as is_matched, coalesce(sum(bank_matches.cents) filter (where kind = 'ignored'), 0) as ignored
        from bank_matches where line_id = bank_lines.id
      ) as matched
      union all
      select first_day, 0, 0, 0, opening_cents, 0, 0, opening_cents
      from (select distinct on (account_id) first_day, opening_cents from bank_statements order by account_id, first_day, id) as openings
      where first_day > ${firstDay}
    )
    select day, sum(donors)::bigint as donors, sum(operations)::bigint as operations, sum(provider)::bigint as provider,
      sum(bank)::bigint as bank, sum(unmatched)::bigint as unmatched, sum(unmatched_lines)::bigint as unmatched_lines,
      sum(other)::bigint as other
    from moved group by day order by day`.execute(db);
  const { rows: events } = await sql<LinkEvent>`
    with ledger as (${ledger}),
    targets as (
      select bank_matches.cents, booked_on as day, bank_matches.kind,
        coalesce(payouts.payout_id, payouts.id) as payout,
        coalesce(bank_matches.deposit_id, deposit_lines.deposit_id, bank_matches.donation_id) as donation, expense_id,
        least(line_id, other_line_id) as transfer
      from bank_matches join bank_lines on bank_lines.id = line_id
      left join balance_transactions as payouts on payouts.id = payout_move_id
      left join deposit_lines on deposit_lines.donation_id = bank_matches.donation_id
    ),
    happened as (
      -- Payments and their costs, in the books and at the provider.
      select 'payments' as kind, payment_intent_id as link, day, cents, true as is_booked from ledger
      where not is_use and not is_adopted and provider is not null and provider <> 'test'
      union all
      select 'payments', coalesce(payment_intent_id, balance_transactions.id), ${recorded},
        operations_entries.amount_cents, true
      from operations_entries join balance_transactions on balance_transactions.id = balance_transaction_id
      union all
      select 'payments', payment_intent_id, ${recorded}, operations_entries.amount_cents, true
      from operations_entries join donations on donations.id = operations_entries.donation_id where provider <> 'test'
      union all
      select 'payments', coalesce(payment_intent_id, balance_transactions.id),
        ${days.provider}, -net_cents, false
      from balance_transactions left join donations using (payment_intent_id)
      where category not in ${bankMoves} and (payment_intent_id is null or donations.id is not null)
        and not ${isFromBeforeImportSql}
      union all
      select 'payouts', coalesce(payout_id, id), ${days.provider}, -net_cents, true
      from balance_transactions where category in ${bankMoves}
      union all
      select 'payouts', payout, day, -cents, false from targets where kind = 'payout'
      union all
      select 'gifts', coalesce(deposit_id, ledger.donation_id)::text, day, ledger.cents, true
      from ledger left join deposit_lines on deposit_lines.donation_id = ledger.donation_id
      where not is_use and not is_adopted and provider is null
      union all
      select 'gifts', donation::text, day, -cents, false from targets where kind in ('deposit', 'donation')
      union all
      select 'expenses', expense_id::text, day, cents, true from ledger where expense_id is not null
      union all
      select 'expenses', expense_id::text, ${days.operations}, amount_cents, true
      from operations_entries where expense_id is not null
      union all
      select 'expenses', expense_id::text, day, -cents, false from targets where kind = 'expense'
      union all
      select 'transfers', transfer::text, day, -cents, false from targets where kind = 'transfer'
    ),
    daily as (
      select kind, link, day, sum(cents)::bigint as cents, bool_or(is_booked) as is_booked
      from happened group by kind, link, day
    ),
    -- What was complete before the first statement is in its opening balance.
    first_known as (
      select kind, link, max(day) filter (where is_start) as complete_on from (
        select kind, link, day, true as is_start from happened where is_booked and kind = 'payouts'
        union all
        select 'gifts', coalesce(deposit_id, donations.id)::text, donations.received_on, true
        from donations left join deposit_lines on deposit_lines.donation_id = donations.id where provider is null
        union all
        select 'expenses', id::text, paid_on, true from expenses
      ) as starts group by kind, link
    )
    select daily.kind, daily.kind || ':' || daily.link as link, day, cents, is_booked,
      coalesce(complete_on < ${firstDay}::date, false) as is_from_before
    from daily left join first_known using (kind, link)
    where cents <> 0
    order by day`.execute(db);
  return { movements, events };
}

/** Each entry of the ledger with the day on which it counts, and what the books hold more because of it. */
function ledgerSql(day: RawBuilder<string>) {
  return sql`
    select ledger_entries.donation_id, ledger_entries.expense_id, provider, payment_intent_id, ${day} as day,
      case when from_place in ('outside', 'spent', 'spent_before') then 1 else -1 end * ledger_entries.amount_cents as cents,
      'spent' in (from_place, to_place) as is_use, ${isAdopted} as is_adopted
    from ledger_entries join donations on donations.id = ledger_entries.donation_id
    left join expenses on expenses.id = ledger_entries.expense_id
    where from_place in ('outside', 'spent', 'spent_before') or to_place in ('outside', 'spent', 'spent_before')`;
}
