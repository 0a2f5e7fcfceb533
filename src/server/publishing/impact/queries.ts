import { sql } from 'kysely';
import type { CauseId } from '#contract/ids.ts';
import { publicComments } from '#server/giving/comments/queries.ts';
import { readPublicThings } from '#server/giving/in-kind/queries.ts';
import { readMissingCents, readTotals } from '#server/giving/operations-money/queries.ts';
import { readWorkedTime } from '#server/giving/volunteers/public-totals.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { isTakenBackSql } from '#server/vetting/consents/gate.ts';

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
      given_cents - allocated_cents - returned_cents - spent_before_cents + deficit_cents as waiting,
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

// Enough to tell, and few enough to be read for each visitor. Ids of allocations begin with their time; a donation may
// have been split into many, so more of them are looked at than counted.
const [sample, fewest, mostLookedAt] = [200, 5, 2_000];

/** How long it took lately from donations to allocations, and from expenses to their proof, in whole days. */
export async function measureDurations(
  db: Db,
): Promise<{ donationToAllocation: number | null; expenseToProof: number | null }> {
  const median = sql`case when count(*) >= ${fewest} then
    round(percentile_cont(0.5) within group (order by greatest(days, 0)))::integer end`;
  const { rows } = await sql<Awaited<ReturnType<typeof measureDurations>>>`
    select
      (select ${median} from (
        select extract(epoch from latest.created_at - donations.created_at) / 86400 as days
        from (
          select id, donation_id, created_at from allocations where amount_cents > 0
          order by id desc limit ${mostLookedAt}
        ) as latest join donations on donations.id = donation_id
        where not exists (select from allocations as earlier
          where earlier.donation_id = latest.donation_id and earlier.amount_cents > 0 and earlier.id < latest.id)
        order by latest.id desc limit ${sample}
      ) as allocated) as donation_to_allocation,
      (select ${median} from (
        select (proven_at at time zone 'UTC')::date - paid_on as days
        from expenses where is_proven and undone_at is null
        order by proven_at desc limit ${sample}
      ) as proven) as expense_to_proof`.execute(db);
  return rows[0] ?? { donationToAllocation: null, expenseToProof: null };
}
