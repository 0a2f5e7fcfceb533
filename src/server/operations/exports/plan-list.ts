import { sql } from 'kysely';
import { listPlans } from '#contract/giving/plans.ts';
import { endReasonWords, failureWords, intervalWords, planStateWords } from '#core/plans.ts';
import { plansShown } from '#server/giving/plans/plan-lists.ts';
import { type PlanRow, planRows } from '#server/giving/plans/queries.ts';
import { dayOf } from '#server/operations/exports/filters.ts';
import { currencyColumn, exportList } from '#server/operations/exports/list.ts';
import { afterPosition, toPage } from '#server/platform/db/paging.ts';

/** Asked to end, and not confirmed by the provider yet. */
function isBeingStopped({ stopRequestedAt, state }: PlanRow): boolean {
  return stopRequestedAt !== null && state !== 'ended';
}

/** The recurring donations, as on their page. */
export const plans = exportList({
  right: 'lists.read',
  filter: listPlans.query.omit({ limit: true, cursor: true }).strict(),
  async count({ db }, { order: _, ...filter }) {
    const { count } = await db
      .selectFrom('plans')
      .innerJoin('donors', 'donors.id', 'plans.donorId')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where(plansShown(filter))
      .executeTakeFirstOrThrow();
    return count;
  },
  async read({ db, timeZone }, { order: _, ...filter }, { limit, cursor }) {
    const day = (column: string) => sql<string | null>`(${dayOf(`plans.${column}`, timeZone)})`;
    let query = planRows(db)
      .select([
        'plans.currency',
        'donors.email',
        day('startedAt').as('startedOn'),
        day('nextChargeAt').as('nextOn'),
        day('pausedUntil').as('pausedUntilDay'),
        day('failingSince').as('failingSinceDay'),
        day('nextTryAt').as('nextTryOn'),
        day('endedAt').as('endedOn'),
        sql<number>`(select count(*) from donations where plan_id = plans.id)`.as('donations'),
        sql<number>`(select coalesce(sum(amount_cents), 0)::bigint from donations
          where plan_id = plans.id)`.as('given'),
        sql<number>`(select coalesce(sum(cover_cents), 0)::bigint from donations
          where plan_id = plans.id)`.as('covered'),
      ])
      .where(plansShown(filter))
      .orderBy('plans.createdAt', 'desc')
      .orderBy('plans.id', 'desc')
      .limit(limit + 1);
    if (cursor !== undefined)
      query = query.where(afterPosition('plans.createdAt', 'plans.id', cursor));
    return toPage(await query.execute(), limit);
  },
  columns: [
    { title: 'ID', type: 'text', value: (row) => row.id },
    { title: 'Began', type: 'day', value: (row) => row.startedOn },
    { title: 'State', type: 'text', value: (row) => planStateWords[row.state] },
    { title: 'Being Stopped', type: 'flag', value: (row) => isBeingStopped(row) },
    { title: 'Amount', type: 'amount', value: (row) => row.amountCents },
    { title: 'Added for Card Costs', type: 'amount', value: (row) => row.coverCents },
    currencyColumn,
    { title: 'How Often', type: 'text', value: (row) => intervalWords[row.interval].choice },
    { title: 'Cause', type: 'text', value: (row) => row.causeName },
    {
      title: 'Next Payment',
      type: 'day',
      value: (row) => (isBeingStopped(row) ? null : row.nextOn),
    },
    { title: 'Paused Until', type: 'day', value: (row) => row.pausedUntilDay },
    { title: 'Failing Since', type: 'day', value: (row) => row.failingSinceDay },
    {
      title: 'Why It Fails',
      type: 'text',
      value: (row) =>
        row.failingSince === null ? null : failureWords(row.lastFailureCode, 'team'),
    },
    {
      title: 'Next Try',
      type: 'day',
      value: (row) => (isBeingStopped(row) ? null : row.nextTryOn),
    },
    { title: 'Ended', type: 'day', value: (row) => row.endedOn },
    {
      title: 'Why It Ended',
      type: 'text',
      value: (row) => (row.endedWhy === null ? null : endReasonWords[row.endedWhy]),
    },
    { title: 'Donations', type: 'number', value: (row) => row.donations },
    { title: 'Given', type: 'amount', value: (row) => row.given },
    { title: 'Given for Card Costs', type: 'amount', value: (row) => row.covered },
    { title: 'Anonymous', type: 'flag', value: (row) => row.isAnonymous },
    { title: 'Donor', type: 'text', value: (row) => row.donorId, right: 'contacts.read' },
    {
      title: 'First Name',
      type: 'text',
      value: (row) => row.firstName,
      right: 'contacts.read',
    },
    {
      title: 'Last Name',
      type: 'text',
      value: (row) => row.lastName,
      right: 'contacts.read',
    },
    { title: 'Email Address', type: 'text', value: (row) => row.email, right: 'contacts.read' },
  ],
});
