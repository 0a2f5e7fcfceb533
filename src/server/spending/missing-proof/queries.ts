import { type RawBuilder, sql } from 'kysely';
import type { CauseId, NominationId } from '#contract/ids.ts';
import type { ProofSummary, UnprovenMoney } from '#contract/spending/missing-proof.ts';
import { type HiddenNames, withoutHiddenNames } from '#core/vetting/consent.ts';
import { afterPosition, type Page, type PageInput, toPage } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { hiddenNamesSql, nomineeInFiles } from '#server/vetting/consents/gate.ts';

interface Row extends Omit<UnprovenMoney, 'nomination' | 'cause'> {
  nominationId: NominationId;
  nominee: string;
  causeId: CauseId;
  causeName: string;
  hiddenNames: HiddenNames | null;
}

/*
 * Money without proof is the unspent money of each nomination, and each expense that the public cannot check. A receipt
 * counts as published by the same rule as on the public pages (`src/server/publishing/needs/queries.ts`), and the days
 * begin where they do there: when the money was allocated, or on the day of the expense. They are those of the charity's
 * calendar: a day begins at midnight in its time zone.
 */

/**
 * One row for each nomination with unspent money, found at its oldest unspent allocation: in the order of their index, a
 * page reads as few of a million allocations as it shows needs.
 */
const unspentIn = (timeZone: string) => sql`
  select nominations.id, nominations.id as nomination_id,
    nominations.allocated_cents - nominations.spent_cents as amount, null as payee,
    array[case when nominations.spent_cents = 0 then 'payment' else 'rest' end] as missing,
    array[]::text[] as receipts,
    allocations.created_at as since,
    (allocations.created_at at time zone ${timeZone})::date as day
  from allocations
    join nominations on nominations.id = allocations.nomination_id
  where allocations.amount_cents > allocations.spent_cents
    and not exists (
      select from allocations as earlier
      where earlier.nomination_id = allocations.nomination_id and earlier.amount_cents > earlier.spent_cents
        and (earlier.created_at, earlier.id) < (allocations.created_at, allocations.id))`;

const uncheckable = sql`
  select expenses.id, expenses.nomination_id, expenses.amount_cents as amount, expenses.payee,
    array_remove(array[
      case when hidden.receipt then 'receipt' end,
      case when public_pages.is_visible is not true then 'page' end
    ], null) as missing,
    coalesce(hidden.receipts, '{}') as receipts,
    expenses.paid_on::timestamp at time zone 'UTC' as since,
    -- Today's expense may have tomorrow's date, where the day begins earlier than here.
    expenses.paid_on as day
  from expenses
    left join public_pages on public_pages.nomination_id = expenses.nomination_id
    left join (
      select expense_id, true as receipt, array_remove(array_agg(original_name order by files.id), null) as receipts
      from expense_receipts join files on files.id = expense_receipts.file_id
      where not files.is_published or files.consent_withdrawn_at is not null
        or files.consent_until < current_date
      group by expense_id
    ) as hidden on hidden.expense_id = expenses.id
  where expenses.undone_at is null
    and (hidden.receipt or public_pages.is_visible is not true)`;

const today = (timeZone: string) => sql`(now() at time zone ${timeZone})::date`;

/** Money without proof, oldest first; in a file that leaves the charity, nobody is named who stays unnamed. */
export async function listUnproven(
  db: Db,
  timeZone: string,
  { limit, cursor }: PageInput,
  { isForFile = false } = {},
): Promise<Page<UnprovenMoney>> {
  const later =
    cursor === undefined ? sql`true` : afterPosition('since', 'id', cursor, 'oldest first');
  // One more than asked for tells whether there is a next page. Each kind is cut off by itself, so that no index is read on.
  const first = (found: RawBuilder<unknown>) =>
    sql`(select * from (${found}) as found where ${later} order by since, id limit ${limit + 1})`;
  const { rows } = await sql<Row>`
    select money.*, greatest(${today(timeZone)} - day, 0) as days,
      ${isForFile ? nomineeInFiles : sql`nominations.nominee`} as nominee,
      ${isForFile ? hiddenNamesSql : sql`null`} as hidden_names, causes.id as cause_id, causes.name as cause_name
    from (${first(unspentIn(timeZone))} union all ${first(uncheckable)}) as money
      join nominations on nominations.id = money.nomination_id
      join causes on causes.id = nominations.cause_id
    order by since, money.id
    limit ${limit + 1}`.execute(db);
  const { items, nextCursor } = toPage(
    rows.map(({ hiddenNames, ...row }) => ({
      ...withoutHiddenNames(row, hiddenNames),
      createdAt: row.since,
    })),
    limit,
  );
  return { items: items.map(toUnproven), nextCursor };
}

/** How much money is without proof, and for how long. */
export async function getProofSummary(db: Db, timeZone: string): Promise<ProofSummary> {
  const { rows } = await sql<ProofSummary>`
    select unspent.count + unchecked.count as count, (unspent.amount + unchecked.amount)::bigint as amount,
      greatest(${today(timeZone)} - least(unspent.day, unchecked.day), 0) as oldest_days
    from (
      select count(*) as count, coalesce(sum(allocated_cents - spent_cents), 0) as amount,
        (select (min(created_at) at time zone ${timeZone})::date from allocations
          where amount_cents > spent_cents) as day
      from nominations where allocated_cents > spent_cents
    ) as unspent, (
      select count(*) as count, coalesce(sum(amount), 0) as amount, min(day) as day
      from (${uncheckable}) as found
    ) as unchecked`.execute(db);
  return { count: 0, amount: 0, oldestDays: 0, ...rows[0] };
}

function toUnproven({
  nominationId,
  nominee,
  causeId,
  causeName,
  ...row
}: Omit<Row, 'hiddenNames'>): UnprovenMoney {
  const { id, amount, payee, missing, receipts, since, days } = row;
  return {
    id,
    amount,
    payee,
    missing,
    receipts,
    since,
    days,
    nomination: { id: nominationId, nominee },
    cause: { id: causeId, name: causeName },
  };
}
