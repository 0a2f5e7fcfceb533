import { sql } from 'kysely';
import type { Settings } from '#contract/operations/settings.ts';
import type { Desk } from '#contract/overview/desk.ts';
import type { Right } from '#core/people/rights.ts';
import { countUnmatchedLines } from '#server/banking/matches/queries.ts';
import { countWaitingComments } from '#server/giving/comments/queries.ts';
import { countClosedDeposits } from '#server/giving/deposits/queries.ts';
import { countClaims } from '#server/giving/expected-donations/queries.ts';
import { countRecentFailures } from '#server/payments/failed-payments/queries.ts';
import { countApprovable } from '#server/people/approvals/queries.ts';
import { countFailingPlans } from '#server/plans/plans/plan-lists.ts';
import { may, type TeamMember } from '#server/platform/actor.ts';
import { countWaiting } from '#server/platform/db/count-rows.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { waitingOfCauseSql } from '#server/publishing/impact/queries.ts';
import { getProofSummary } from '#server/spending/missing-proof/queries.ts';
import { isAllowedSql } from '#server/vetting/consents/gate.ts';
import { mayDecideAppeal } from '#server/vetting/nominations/decide-appeal.ts';
import { consentsToSeeTo } from '#server/vetting/nominations/waits-for.ts';
import { findWaitingReviews } from '#server/vetting/reviews/queries.ts';

/** What waits for somebody: each part only for those whose work it is. */
export async function getDesk(
  db: Db,
  reader: TeamMember,
  { timeZone, vetting, fourEyes }: Pick<Settings, 'timeZone' | 'vetting' | 'fourEyes'>,
): Promise<Desk> {
  const forWhom = async <Part>(right: Right, read: () => Promise<Part>) =>
    may(reader, right) ? read() : null;
  return {
    nominations: await forWhom('nominations.decide', () => countUndecided(db)),
    answers: await forWhom('nominations.decide', () => countUnreadAnswers(db)),
    reviews: await forWhom('nominations.decide', () =>
      findWaitingReviews(db, reader, vetting.reviewsAboveCents, shownReviews),
    ),
    appeals: await forWhom('nominations.decide', () => countAppeals(db, reader)),
    consents: await forWhom('nominations.decide', () => countConsents(db)),
    money: await forWhom('allocations.propose', () => listWaitingMoney(db)),
    proof: await forWhom('files.write', () => getProofSummary(db, timeZone)),
    approvals: await countApprovable(db, reader),
    volunteers: await forWhom('volunteers.write', () => countUnanswered(db)),
    hours: await forWhom('volunteers.write', () => countUnconfirmed(db)),
    deposits: await forWhom('money.write', () => countClosedDeposits(db, reader, fourEyes.isOn)),
    bankLines: await forWhom('money.write', () => countUnmatchedLines(db)),
    mail: await forWhom('mail.write', () => countDeadMails(db)),
    payments: await forWhom('money.write', () => countUnbooked(db)),
    failures: await forWhom('money.write', () => countRecentFailures(db)),
    plans: await forWhom('money.write', () => countFailingPlans(db)),
    claims: await forWhom('money.write', () => countClaims(db)),
    comments: await forWhom('pages.publish', () => countWaitingComments(db)),
  };
}

/** How many nominations that wait for a recommendation the desk names. */
const shownReviews = 5;

type Waiting = NonNullable<Desk['mail']>;

function countUndecided(db: Db): Promise<Waiting> {
  return countWaiting(
    db.selectFrom('nominations').where('isAccepted', '=', false).where('isRejected', '=', false),
    'nominations.created_at',
  );
}

function countUnanswered(db: Db): Promise<Waiting> {
  return countWaiting(db.selectFrom('volunteerOffers').where('state', '=', 'new'));
}

function countUnconfirmed(db: Db): Promise<Waiting> {
  return countWaiting(
    db.selectFrom('volunteerHours').where('confirmedAt', 'is', null).where('undoneAt', 'is', null),
  );
}

function countUnreadAnswers(db: Db): Promise<Waiting> {
  return countWaiting(
    db.selectFrom('nominations').where('unreadAnswerSince', 'is not', null),
    'unread_answer_since',
  );
}

/** Those that the reader may decide. */
async function countAppeals(db: Db, reader: TeamMember): Promise<Waiting> {
  const waiting = await db
    .selectFrom('appeals')
    .innerJoin('nominationDecisions', 'nominationDecisions.id', 'appeals.decisionId')
    .select([
      'appeals.nominationId',
      'appeals.createdAt',
      'nominationDecisions.decidedBy as rejectedBy',
    ])
    .where('outcome', 'is', null)
    .orderBy('appeals.createdAt')
    .execute();
  const own: typeof waiting = [];
  for (const appeal of waiting) if (await mayDecideAppeal(db, reader, appeal)) own.push(appeal);
  return { count: own.length, oldestAt: own[0]?.createdAt ?? null };
}

async function countConsents(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${consentsToSeeTo}) as found`.execute(db);
  return rows[0]?.count ?? 0;
}

function countDeadMails(db: Db): Promise<Waiting> {
  return countWaiting(db.selectFrom('deadMails').where('resolvedAt', 'is', null));
}

function countUnbooked(db: Db): Promise<Waiting> {
  return countWaiting(db.selectFrom('unbookedObjects'));
}

/** Causes with money and a need that can get it. Money without any need waits for a nomination, not for the team. */
async function listWaitingMoney(db: Db): Promise<NonNullable<Desk['money']>> {
  const { rows } = await sql<
    Omit<NonNullable<Desk['money']>[number], 'cause'> & {
      id: NonNullable<Desk['money']>[number]['cause']['id'];
      name: string;
    }
  >`
    select causes.id, causes.name, money.amount, oldest.created_at as oldest_at, open.needs, open.missing_amount
    from causes
      join cause_totals on cause_totals.cause_id = causes.id
      cross join lateral (select ${waitingOfCauseSql} as amount) as money
      -- In one pass over all needs, which reads each page of the table once.
      join (
        select cause_id, count(*) as needs,
          coalesce(sum(goal_cents - nominations.allocated_cents), 0)::bigint as missing_amount
        from nominations
        where is_accepted and not is_completed and ${isAllowedSql}
          and (goal_cents is null or goal_cents > nominations.allocated_cents)
        group by cause_id
      ) as open on open.cause_id = causes.id
      cross join lateral (
        select created_at from donations
        where donations.cause_id = causes.id
          and amount_cents - donations.returned_cents - donations.allocated_cents - donations.spent_before_cents > 0
        order by created_at limit 1
      ) as oldest
    where money.amount > 0
    order by oldest.created_at`.execute(db);
  return rows.map(({ id, name, ...row }) => ({ ...row, cause: { id, name } }));
}
