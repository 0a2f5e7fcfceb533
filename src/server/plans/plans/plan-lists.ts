import { type RawBuilder, sql } from 'kysely';
import type { FilterOf, QueryOf } from '#contract/endpoint.ts';
import type { PlanId } from '#contract/ids.ts';
import type * as contract from '#contract/plans/plans.ts';
import type { Plan, PlanSummary } from '#contract/plans/plans.ts';
import { runningStates } from '#core/plans/plans.ts';
import {
  cardOf,
  donationsOf,
  eventsOf,
  findPlanRow,
  type PlanRow,
  planRows,
  toldOf,
} from '#server/plans/plans/queries.ts';
import { may, notAllowed, type TeamMember, visibleTo } from '#server/platform/actor.ts';
import { countWaiting } from '#server/platform/db/count-rows.ts';
import { type Page, type PageOrder, pageOf, type SortOrder } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { containsParts } from '#server/platform/db/search-form.ts';
import { inSnapshot } from '#server/platform/db/snapshot.ts';

/*
 * Which plans a filter shows the team; what is being stopped counts as ended. Those that wait for their first payment
 * are none yet, and in no list.
 */

type Reader = Pick<TeamMember, 'allowed'>;
type Query = QueryOf<typeof contract.listPlans>;

/** The state that lists and figures count a plan in: what is being stopped counts as ended. */
export const countedStateSql = sql<
  string | null
>`case when plans.stop_requested_at is null then plans.state else 'ended' end`;

/** No plan is due that late, so those of which nothing is due come last. */
const never = '9999-12-31T00:00:00.000Z';
const nextSql = sql<string>`coalesce(plans.next_charge_at, ${never}::timestamptz)`;

/** Larger the longer a plan has failed, and 0 for those that do not. */
const failingSql = sql<number>`case when plans.state = 'failing' and plans.stop_requested_at is null
  then 100000000000000 - (extract(epoch from plans.failing_since) * 1000)::bigint else 0 end`;

type SortedRow = PlanRow & { nextKey: string; failingKey: number };
const by = (
  key: RawBuilder<unknown>,
  type: SortOrder['type'],
  direction: SortOrder['direction'],
  keyOf: (row: SortedRow) => string | number,
): PageOrder<SortedRow> => ({ key, type, direction, id: 'plans.id', keyOf });
const startOf = ({ startedAt, createdAt }: PlanRow) => startedAt ?? createdAt;
const orders: Record<Query['order'], PageOrder<SortedRow>> = {
  newest: by(sql.ref('plans.startedAt'), 'timestamptz', 'desc', startOf),
  oldest: by(sql.ref('plans.startedAt'), 'timestamptz', 'asc', startOf),
  largest: by(sql.ref('plans.amountCents'), 'bigint', 'desc', (row) => row.amountCents),
  next: by(nextSql, 'timestamptz', 'asc', (row) => row.nextKey),
  // Computed for each plan, as plans are thousands and not millions.
  failing: by(failingSql, 'bigint', 'desc', (row) => row.failingKey),
};

/** Plans, the newest first unless asked otherwise. 403 for a search by whoever may not see who their donors are. */
export async function listPlans(
  db: Db,
  reader: Reader,
  { limit, cursor, order, ...filter }: Query,
): Promise<Page<PlanSummary>> {
  if (filter.search && !may(reader, 'contacts.read')) throw notAllowed();
  const query = planRows(db)
    .select([nextSql.as('nextKey'), failingSql.as('failingKey')])
    .where(plansShown(filter));
  const { items, nextCursor } = await pageOf(query, { limit, cursor }, orders[order]);
  return { nextCursor, items: items.map((row) => summaryOf(row, reader)) };
}

/** Whether a filter shows a plan, for a query that joins donors to the plans. */
export function plansShown({
  state,
  interval,
  causeId,
  donorId,
  search = '',
}: FilterOf<typeof contract.listPlans>): RawBuilder<boolean> {
  const conditions = [sql<boolean>`plans.state <> 'started'`];
  if (state === 'running') {
    conditions.push(sql`${countedStateSql} in (${sql.join([...runningStates])})`);
  } else if (state !== undefined) conditions.push(sql`${countedStateSql} = ${state}`);
  if (interval !== undefined) conditions.push(sql`plans.interval = ${interval}`);
  if (causeId !== undefined) conditions.push(sql`plans.cause_id = ${causeId}::uuid`);
  if (donorId !== undefined) conditions.push(sql`plans.donor_id = ${donorId}::uuid`);
  if (/^(sub|cus)_\w+$/.test(search)) {
    conditions.push(sql`(plans.subscription_id = ${search} or plans.customer_id = ${search})`);
  } else {
    const words = search.split(/\s+/).filter((part) => part !== '');
    conditions.push(containsParts('donors.searched', words));
  }
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** A plan as lists show it. */
function summaryOf(row: PlanRow, reader: Reader): PlanSummary {
  const donor = { id: row.donorId, firstName: row.firstName, lastName: row.lastName };
  return {
    id: row.id,
    createdAt: row.createdAt,
    isAnonymous: row.isAnonymous,
    ...toldOf(row, 'team'),
    ...visibleTo(reader, 'contacts.read', { donor }),
  };
}

/** One plan with its history, as of one moment. 404 for an unknown id. */
export function getPlan(db: Db, reader: Reader, id: PlanId): Promise<Plan> {
  return inSnapshot(db, async (trx) => {
    const row = await findPlanRow(trx, id);
    const { provider, subscriptionId, customerId } = row;
    return {
      ...summaryOf(row, reader),
      card: cardOf(row),
      provider,
      subscriptionId,
      customerId,
      events: await eventsOf(trx, id, 'team'),
      donations: await donationsOf(trx, id),
    };
  });
}

/** How many plans fail, and since when the first of them does, for the desk. */
export function countFailingPlans(db: Db): Promise<{ count: number; oldestAt: string | null }> {
  return countWaiting(
    db.selectFrom('plans').where(sql<boolean>`${countedStateSql} = 'failing'`),
    'failing_since',
  );
}
