import { sql } from 'kysely';
import type { CauseId } from '#contract/ids.ts';
import { publicComments } from '#server/giving/comments/queries.ts';
import { readPublicThings } from '#server/giving/in-kind/queries.ts';
import { halfWithinSql, recentlySql } from '#server/platform/db/half-within.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { readMissingCents, readTotals } from '#server/provider/card-costs/queries.ts';
import { isTakenBackSql } from '#server/vetting/consents/gate.ts';
import { readWorkedTime } from '#server/volunteers/public-totals.ts';

/* Where all money is, and how long giving help takes, for the public. */

/** Where money is, in cents; see `moneyPlaces` in the contract. */
interface Places {
  given: number;
  waiting: number;
  allocated: number;
  allocatedWithoutPage: number;
  allocatedTakenBack: number;
  spent: number;
  spentWithoutProof: number;
  spentTakenBack: number;
  spentBefore: number;
  returned: number;
  uncovered: number;
}

/** What donors gave to a cause and nobody has allocated yet, of its `cause_totals`. */
export const waitingOfCauseSql = sql<number>`(cause_totals.given_cents - cause_totals.allocated_cents
  - cause_totals.returned_cents - cause_totals.spent_before_cents + cause_totals.deficit_cents)`;

/**
 * Where all money is, by cause and in total: from sums that triggers keep with each move and `check-ledger` verifies,
 * so that a million donations cost as much as one.
 */
export async function summarizeImpact(db: Db) {
  const { rows } = await sql<
    Places & { id: CauseId; name: string; withoutProofSince: string | null }
  >`
    select id, name,
      given_cents as given,
      ${waitingOfCauseSql} as waiting,
      allocated_cents - spent_cents as allocated,
      allocated_cents - spent_cents - visible_unspent_cents as allocated_without_page,
      coalesce(taken_back.unspent, 0) as allocated_taken_back,
      spent_cents as spent,
      spent_cents - proven_cents as spent_without_proof,
      coalesce(taken_back.spent, 0) as spent_taken_back,
      spent_before_cents as spent_before,
      returned_cents as returned,
      deficit_cents as uncovered,
      (select min(paid_on) from expenses where undone_at is null and not is_proven
        and not exists (select from nominations where id = expenses.nomination_id and ${isTakenBackSql}))
        as without_proof_since
    from causes join cause_totals on cause_totals.cause_id = causes.id
    left join (
      -- So few that their sums need no triggers.
      select cause_id, sum(spent_cents)::bigint as spent, sum(allocated_cents - spent_cents)::bigint as unspent
      from nominations where ${isTakenBackSql} group by cause_id
    ) as taken_back on taken_back.cause_id = causes.id
    order by lower(name)`.execute(db);
  const total = (place: keyof Places) => rows.reduce((sum, row) => sum + row[place], 0);
  return {
    given: total('given'),
    waiting: total('waiting'),
    allocated: total('allocated'),
    allocatedWithoutPage: total('allocatedWithoutPage'),
    allocatedTakenBack: total('allocatedTakenBack'),
    spent: total('spent'),
    spentWithoutProof: total('spentWithoutProof'),
    spentTakenBack: total('spentTakenBack'),
    spentBefore: total('spentBefore'),
    returned: total('returned'),
    uncovered: total('uncovered'),
    withoutProofSince: rows[0]?.withoutProofSince ?? null,
    worked: await readWorkedTime(db),
    things: await readPublicThings(db),
    cardCosts: await readPublicCosts(db),
    comments: await publicComments(db),
    causes: rows,
  };
}

/** What card costs came to and who paid them, as everybody may see it. */
async function readPublicCosts(db: Db) {
  const { costs, covered, donated, toppedUp } = await readTotals(db);
  return { costs, covered, donated, toppedUp, missing: await readMissingCents(db) };
}

// Of very many donations, as many are looked at as tell the half to a percent or two: each visitor who gave reads it.
const sampled = 4_000;

/** How long it took lately from donations to allocations, and from expenses to their proof, in whole days. */
export async function measureDurations(
  db: Db,
): Promise<{ donationToAllocation: number | null; expenseToProof: number | null }> {
  // What was returned before anybody could allocate it neither waits nor has come anywhere.
  const donations = sql`
    select began, extract(epoch from allocated_at - began) / 86400 as days
    from (
      select donations.created_at as began, case when allocated_cents > 0 then (
        select min(created_at) from allocations
        where donation_id = donations.id and amount_cents > 0) end as allocated_at
      from donations where (created_at > ${recentlySql} and allocated_cents > 0
          or amount_cents - returned_cents - allocated_cents - spent_before_cents > 0)
        and hashtext(id::text) % (select greatest(count(*) / ${sampled}, 1)::integer from donations
          where created_at > ${recentlySql}) = 0
    ) as counted`;
  const expenses = sql`
    select paid_on::timestamptz as began,
      case when is_proven then (proven_at at time zone 'UTC')::date - paid_on end as days
    from expenses where undone_at is null and (paid_on > (${recentlySql})::date or not is_proven)`;
  const { rows } = await sql<Awaited<ReturnType<typeof measureDurations>>>`
    select ${halfWithinSql(donations)} as donation_to_allocation,
      ${halfWithinSql(expenses)} as expense_to_proof`.execute(db);
  return rows[0] ?? { donationToAllocation: null, expenseToProof: null };
}
