import { sql } from 'kysely';
import { listPlans } from '#contract/plans/plans.ts';
import { endReasonWords, failureWords, intervalWords, planStateWords } from '#core/plans/plans.ts';
import { dayOf, filterOf } from '#server/exports/filters.ts';
import { queryList, rowCurrency } from '#server/exports/list.ts';
import { plansShown } from '#server/plans/plans/plan-lists.ts';
import { type PlanRow, planRows } from '#server/plans/plans/queries.ts';

/* Lists that can be exported: recurring donations. */

/** Asked to end, and not confirmed by the provider yet. */
function isBeingStopped({ stopRequestedAt, state }: PlanRow): boolean {
  return stopRequestedAt !== null && state !== 'ended';
}

export const planLists = {
  /** The recurring donations, as on their page. */
  plans: queryList({
    right: 'lists.read',
    filter: filterOf(listPlans),
    shown: ({ db }, filter) => planRows(db).where(plansShown(filter)),
    rows(shown, { timeZone }) {
      const day = (column: string) => sql<string | null>`(${dayOf(`plans.${column}`, timeZone)})`;
      return shown.select([
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
      ]);
    },
    newest: { moment: 'plans.createdAt', id: 'plans.id' },
    columns: {
      ID: ['text', (row) => row.id],
      Began: ['day', (row) => row.startedOn],
      State: ['text', (row) => planStateWords[row.state]],
      'Being Stopped': ['flag', isBeingStopped],
      Amount: ['amount', (row) => row.amountCents],
      'Added for Card Costs': ['amount', (row) => row.coverCents],
      Currency: rowCurrency,
      'How Often': ['text', (row) => intervalWords[row.interval].choice],
      Cause: ['text', (row) => row.causeName],
      'Next Payment': ['day', (row) => (isBeingStopped(row) ? null : row.nextOn)],
      'Paused Until': ['day', (row) => row.pausedUntilDay],
      'Failing Since': ['day', (row) => row.failingSinceDay],
      'Why It Fails': [
        'text',
        (row) => (row.failingSince === null ? null : failureWords(row.lastFailureCode, 'team')),
      ],
      'Next Try': ['day', (row) => (isBeingStopped(row) ? null : row.nextTryOn)],
      Ended: ['day', (row) => row.endedOn],
      'Why It Ended': [
        'text',
        (row) => (row.endedWhy === null ? null : endReasonWords[row.endedWhy]),
      ],
      Donations: ['number', (row) => row.donations],
      Given: ['amount', (row) => row.given],
      'Given for Card Costs': ['amount', (row) => row.covered],
      Anonymous: ['flag', (row) => row.isAnonymous],
      Donor: ['text', (row) => row.donorId, 'contacts.read'],
      'First Name': ['text', (row) => row.firstName, 'contacts.read'],
      'Last Name': ['text', (row) => row.lastName, 'contacts.read'],
      'Email Address': ['text', (row) => row.email, 'contacts.read'],
    },
  }),
};
