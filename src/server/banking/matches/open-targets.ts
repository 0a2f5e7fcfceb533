import { sql } from 'kysely';
import type { Target, TargetKind } from '#core/banking/bank-proposals.ts';
import { bankMoves } from '#server/banking/months/counting-days.ts';
import type { Db } from '#server/platform/db/schema.ts';

/* What is still expected at the bank. */

/** Something whose money is expected at the bank, with what people call it. */
export interface OpenTarget extends Target {
  name: string;
}

/**
 * What has money that no line was matched with yet, by the days on which it is expected, or one of it. A deposit lacks
 * what lines were matched with its donations, and a donation never has more than its deposit.
 */
export async function findOpenTargets(
  db: Db,
  where: { from: string; to: string } | { kind: TargetKind; id: string },
): Promise<OpenTarget[]> {
  const condition =
    'id' in where
      ? sql`kind = ${where.kind} and id = ${where.id}`
      : sql`day between ${where.from}::date and ${where.to}::date`;
  const { rows } = await sql<OpenTarget>`
    with deposited as (
      select deposits.id, title, max(received_on) as day, bool_or(bank_line_id is not null) as is_from_bank,
        coalesce(sum(deposit_lines.cents) filter (where returned_as is distinct from 'reversal'), 0)
          - coalesce((select sum(cents) from bank_matches where bank_matches.deposit_id = deposits.id), 0)
          - coalesce((select sum(bank_matches.cents) from bank_matches
              join deposit_lines as parts on parts.donation_id = bank_matches.donation_id
              where parts.deposit_id = deposits.id and bank_matches.cents > 0), 0) as open_cents
      from deposits join deposit_lines on deposit_lines.deposit_id = deposits.id
      where state = 'confirmed' group by deposits.id
    ),
    given as (
      select donations.id, donations.received_on, donations.last_name,
        trim(coalesce(donations.first_name || ' ', '') || coalesce(donations.last_name, '')) as giver,
        deposit_lines.deposit_id, deposit_lines.bank_line_id, returned_as, donations.amount_cents,
        (returned_at at time zone 'UTC')::date as returned_on,
        coalesce(sum(bank_matches.cents) filter (where bank_matches.cents > 0), 0) as arrived,
        coalesce(sum(bank_matches.cents) filter (where bank_matches.cents < 0), 0) as left_again
      from donations
      left join deposit_lines on deposit_lines.donation_id = donations.id
      left join bank_matches on bank_matches.donation_id = donations.id
      -- What an earlier system recorded reached a bank long ago.
      where donations.provider is null and donations.source <> 'import'
      group by donations.id, deposit_lines.id
    ),
    targets as (
      select 'payout' as kind, id, 'Payout ' || coalesce(payout_id, id) as name,
        coalesce(arrives_on, (created_at at time zone 'UTC')::date) as day,
        -net_cents - coalesce((select sum(cents) from bank_matches where payout_move_id = balance_transactions.id), 0) as open_cents,
        coalesce(payout_id, '') as hint, null::uuid as line_id
      from balance_transactions where category in ${bankMoves} and currency = book_currency()
        -- A payout that failed never reached the bank.
        and (payout_id is null or exists (
          select from balance_transactions as all_of where all_of.payout_id = balance_transactions.payout_id
          having sum(all_of.net_cents) <> 0))
      union all
      -- A deposit that was entered from lines of the bank is matched donation by donation, each with its line.
      select 'deposit', id::text, 'Deposit “' || title || '”', day, open_cents, '', null from deposited
      where not is_from_bank
      union all
      select 'donation', given.id::text, 'Donation of ' || coalesce(nullif(giver, ''), 'somebody not named'), received_on,
        least(case when returned_as = 'reversal' then 0 else amount_cents end - arrived, coalesce(deposited.open_cents, amount_cents)),
        coalesce(last_name, ''), bank_line_id
      from given left join deposited on deposited.id = given.deposit_id
      union all
      select 'donation', given.id::text, 'Bounced donation of ' || coalesce(nullif(giver, ''), 'somebody not named'), returned_on,
        -amount_cents - left_again, '', null
      from given where returned_as = 'bounce'
      union all
      select 'expense', id::text, 'Expense: ' || payee, paid_on,
        -amount_cents - coalesce((select sum(cents) from bank_matches where expense_id = expenses.id), 0), payee, null
      -- What an expense pays of card costs was taken from payments, or is a line of its own.
      from expenses where undone_at is null and not pays_card_costs
    )
    select kind, id, name, day, open_cents::bigint as open_cents, hint, line_id as "lineId" from targets
    where ${condition} and open_cents <> 0 order by day, id`.execute(db);
  return rows;
}
