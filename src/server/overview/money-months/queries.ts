import { sql } from 'kysely';
import type { MoneyMonth, MonthSpan } from '#contract/overview/money-months.ts';
import {
  isoMonthOf,
  lastMonths,
  monthAfter,
  monthsBetween,
  startOfMonth,
} from '#core/platform/months.ts';
import type { Db } from '#server/platform/db/schema.ts';

/**
 * What happened to the money in each month. The bounds of the months are computed here, so that the database reads one
 * stretch of an index for each of them and converts no time.
 */
export async function listMoneyMonths(
  db: Db,
  timeZone: string,
  span: MonthSpan,
  now = new Date(),
): Promise<MoneyMonth[]> {
  const current = isoMonthOf(now, timeZone);
  const months =
    span === 'all'
      ? monthsBetween(await firstMonth(db, timeZone, current), current)
      : lastMonths(current, Number(span));
  const bounds = months.map(
    (month) => sql`(${month}, ${startOfMonth(month, timeZone)}::timestamptz,
      ${startOfMonth(monthAfter(month), timeZone)}::timestamptz)`,
  );
  const moved = (...kinds: string[]) =>
    sql`coalesce(sum(cents) filter (where kind in (${sql.join(kinds)})), 0)`;
  const { rows } = await sql<MoneyMonth>`
    with months (month, begins, ends) as (values ${sql.join(bounds)})
    select month,
      -- What was imported was given when the earlier system says, and never if the import was taken back.
      (${moved('payment')}
        - (select coalesce(sum(amount_cents), 0) from ledger_entries
          where kind = 'payment' and source like 'import:%' and created_at >= begins and created_at < ends)
        + (select coalesce(sum(amount_cents), 0) from donations
          where source = 'import' and cause_id is not null and created_at >= begins and created_at < ends))::bigint as given,
      (${moved('refund', 'dispute', 'reversal', 'bounce')} - ${moved('refund_reversal', 'dispute_reversal')}
        - (select coalesce(sum(ledger_entries.amount_cents), 0) from ledger_entries join donations on donations.id = donation_id
          where kind = 'reversal' and ledger_entries.source like 'import:%' and cause_id is null
            and ledger_entries.created_at >= begins and ledger_entries.created_at < ends))::bigint as returned,
      (${moved('allocation')} - ${moved('release')})::bigint as allocated,
      (${moved('spending')} - ${moved('spending_reversal')})::bigint as spent,
      (select coalesce(sum(amount_cents), 0)::bigint from expenses
        where is_proven and undone_at is null and proven_at >= begins and proven_at < ends) as proven
    from months left join lateral (
      select kind, sum(amount_cents) as cents from ledger_entries
      where ledger_entries.created_at >= begins and ledger_entries.created_at < ends
      group by kind
    ) as moved on true
    group by month, begins, ends order by month`.execute(db);
  return rows;
}

/** The month of the first entry of the ledger, or of the first imported donation; the current one while there is none. */
async function firstMonth(db: Db, timeZone: string, current: string): Promise<string> {
  const { rows } = await sql<{ at: string | null }>`select least(
    (select min(created_at) from ledger_entries),
    (select min(created_at) from donations where source = 'import' and cause_id is not null)) as at`.execute(
    db,
  );
  const at = rows[0]?.at ?? null;
  return at === null ? current : isoMonthOf(at, timeZone);
}
