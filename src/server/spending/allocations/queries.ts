import { sql } from 'kysely';
import type { AllocationId, DonationId, NominationId } from '#contract/ids.ts';
import { type AllocationPlan, maxLines } from '#contract/spending/allocations.ts';
import { missingOf } from '#core/ledger/ledger.ts';
import { sumCents } from '#core/platform/money.ts';
import { requestedRefundsSql } from '#server/ledger/requested-refunds.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';

/** What a release of an allocation moves, in cents; 0 for an unknown one. */
export async function unspentCents(db: Db, id: AllocationId): Promise<number> {
  const found = await db
    .selectFrom('allocations')
    .select(sql<number>`amount_cents - spent_cents`.as('cents'))
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.cents ?? 0;
}

/** What a release of several allocations moves, in cents. */
export async function unspentCentsOf(db: Db, ids: AllocationId[]): Promise<number> {
  const { cents } = await db
    .selectFrom('allocations')
    .select(sql<number>`coalesce(sum(amount_cents - spent_cents), 0)::bigint`.as('cents'))
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  return cents;
}

/** What can be allocated of a donation, negative if it has a deficit or more is on its way back to the donor. */
const allocatableSql = sql<number>`amount_cents - returned_cents - allocated_cents - spent_before_cents - ${requestedRefundsSql}`;

/**
 * The oldest donations of a nomination's cause with something left, or of some of them, up to an amount, or else to what
 * is missing of its goal. 404 for an unknown nomination.
 */
export async function planAllocations(
  db: Db,
  {
    id,
    amount,
    donationIds,
  }: {
    id: NominationId;
    amount?: number | undefined;
    donationIds?: DonationId[] | undefined;
  },
): Promise<AllocationPlan> {
  const { causeId, goalCents, allocatedCents } = await db
    .selectFrom('nominations')
    .select(['causeId', 'goalCents', 'allocatedCents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  const missing = missingOf(goalCents, allocatedCents);
  const wantedAmount = amount ?? missing;
  if (wantedAmount === null) return { lines: [], amount: 0, wantedAmount, hasMore: false };
  const donations = db
    .selectFrom('donations')
    .select(['id as donationId', 'createdAt', allocatableSql.as('availableAmount')])
    .where('causeId', '=', causeId)
    // As in the partial index of what is left.
    .where(sql<boolean>`amount_cents - returned_cents - allocated_cents - spent_before_cents > 0`)
    .where(allocatableSql, '>', 0)
    .$if(donationIds !== undefined, (query) => query.where('id', 'in', donationIds ?? []))
    .orderBy('createdAt')
    .orderBy('id')
    .limit(maxLines + 1);
  // What is bound to this need can help no other, so it comes first. Two queries, so that each has its index.
  const bound = await donations
    .where('boundTo', '=', id)
    .where('releasedFromBoundAt', 'is', null)
    .execute();
  const free = await donations
    .where((row) =>
      row.or([row('boundTo', 'is', null), row('releasedFromBoundAt', 'is not', null)]),
    )
    .execute();
  const oldest = [...bound, ...free];
  const lines: AllocationPlan['lines'] = [];
  let open = wantedAmount;
  for (const donation of oldest.slice(0, maxLines)) {
    if (open === 0) break;
    const share = Math.min(open, donation.availableAmount);
    lines.push({ ...donation, amount: share });
    open -= share;
  }
  return {
    lines,
    amount: sumCents(lines.map((line) => line.amount)),
    wantedAmount,
    hasMore: open > 0 && oldest.length > maxLines,
  };
}
