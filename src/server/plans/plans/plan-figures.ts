import { sql } from 'kysely';
import type { PlanFigures } from '#contract/plans/plans.ts';
import { monthsOfInterval, planIntervals } from '#core/plans/plans.ts';
import { isoMonthOf, lastMonths, monthAfter, startOfMonth } from '#core/platform/months.ts';
import { countedStateSql } from '#server/plans/plans/plan-lists.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { inSnapshot } from '#server/platform/db/snapshot.ts';

/* What plans come to in a year, what is expected of them, and which end counts when. */

/** How many months the figures go back, this one included. */
const shownMonths = 12;
/** How many days ahead payments are expected. */
const expectedDays = 30;

/** The months of an interval, by the column with it. */
const monthsSql = sql<number>`case plans.interval ${sql.join(
  planIntervals.map((name) => sql`when ${name} then ${monthsOfInterval[name]}::int`),
  sql` `,
)} end`;

/** What the plans come to, as of one moment. Whole cents: a month's share of a yearly amount is for whoever shows it. */
export function getPlanFigures(db: Db, timeZone: string, now = new Date()): Promise<PlanFigures> {
  return inSnapshot(db, async (trx) => ({
    ...(await countStates(trx)),
    expected: await expectPayments(trx, now),
    months: await countMonths(trx, timeZone, now),
  }));
}

async function countStates(db: Db): Promise<Pick<PlanFigures, 'states' | 'yearlyAmount'>> {
  const of = (state: string) => sql<number>`count(*) filter (where ${countedStateSql} = ${state})`;
  const { yearlyAmount, ...states } = await db
    .selectFrom('plans')
    .select([
      of('active').as('active'),
      of('ending').as('ending'),
      of('paused').as('paused'),
      of('failing').as('failing'),
      of('ended').as('ended'),
      sql<number>`coalesce(sum(amount_cents * (12 / ${monthsSql}))
        filter (where ${countedStateSql} in ('active', 'failing')), 0)::bigint`.as('yearlyAmount'),
    ])
    .where('state', '<>', 'started')
    .executeTakeFirstOrThrow();
  return { states, yearlyAmount };
}

/**
 * What is due of active plans, and of paused ones after their pause. Not of failing ones: nobody knows whether their bank
 * will pay. A month can have two payments in 30 days, such as on February 1 and March 1.
 */
async function expectPayments(db: Db, now: Date): Promise<PlanFigures['expected']> {
  const from = now.toISOString();
  const to = new Date(now.getTime() + expectedDays * 86_400_000).toISOString();
  const { rows } = await sql<PlanFigures['expected']>`
    select coalesce(sum(amount_cents), 0)::bigint as amount, count(*) as payments
    from plans
      cross join generate_series(0, 1) as further
      cross join lateral (
        select (next_charge_at at time zone 'UTC' + make_interval(months => further * ${monthsSql}))
          at time zone 'UTC' as due_at
      ) as payment
    where (${countedStateSql} = 'active' or (${countedStateSql} = 'paused' and due_at >= paused_until))
      and due_at >= ${from}::timestamptz and due_at < ${to}::timestamptz`.execute(db);
  return rows[0] ?? { amount: 0, payments: 0 };
}

/** A plan that somebody asked to stop counts as ended then, and not again once the provider has confirmed. */
async function countMonths(db: Db, timeZone: string, now: Date): Promise<PlanFigures['months']> {
  const months = lastMonths(isoMonthOf(now, timeZone), shownMonths);
  const bounds = months.map(
    (month) => sql`(${month}, ${startOfMonth(month, timeZone)}::timestamptz,
      ${startOfMonth(monthAfter(month), timeZone)}::timestamptz)`,
  );
  const isEnd = sql`kind in ('stop_requested', 'ended') and not exists (
    select from plan_events as earlier
    where earlier.plan_id = plan_events.plan_id and earlier.kind in ('stop_requested', 'ended')
      and (earlier.created_at, earlier.id) < (plan_events.created_at, plan_events.id))`;
  const { rows } = await sql<PlanFigures['months'][number]>`
    with months (month, begins, ends) as (values ${sql.join(bounds)})
    select month,
      count(*) filter (where kind = 'started') as started,
      count(*) filter (where is_end and why = 'donor') as stopped_by_donor,
      count(*) filter (where is_end and why = 'payment_failed') as ended_by_failure,
      count(*) filter (where is_end and coalesce(why, '') not in ('donor', 'payment_failed')) as ended_otherwise,
      count(*) filter (where kind = 'recovered') as recovered
    from months left join lateral (
      select kind, why, (${isEnd}) as is_end from plan_events
      where plan_events.created_at >= begins and plan_events.created_at < ends
    ) as happened on true
    group by month order by month`.execute(db);
  return rows;
}
