import { sql } from 'kysely';
import type { NominationId, UserId } from '#contract/ids.ts';
import type { NominationReviews, Review } from '#contract/vetting/reviews.ts';
import { reviewsNeeded, takesReviews } from '#core/vetting/reviews.ts';
import { may, type TeamMember } from '#server/platform/actor.ts';
import { countWaiting } from '#server/platform/db/count-rows.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { userName, userNameOf } from '#server/platform/db/user-names.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import { countedReviewsSql, countsSql } from '#server/vetting/reviews/counted-reviews.ts';
import { findNomination } from '#server/vetting/reviews/lock-nomination.ts';
import { areMissing, mayReview } from '#server/vetting/reviews/policy.ts';

/** The recommendations about a nomination, as far as somebody may see them. 404 for an unknown one. */
export async function listReviews(
  db: Db,
  reader: TeamMember,
  id: NominationId,
  settings: SettingsStore,
): Promise<NominationReviews> {
  const nomination = await findNomination(db, id);
  const { vetting } = await settings.read(db);
  const { reviewsAboveCents: aboveAmount } = vetting;
  const reviews = await findReviews(db, reader, id);
  const conflicts = await findConflicts(db, reader, id);
  const given = reviews.filter(({ counts }) => counts).length;
  const hasConflict = conflicts.some(({ isOwn }) => isOwn);
  const hasReviewed = reviews.some(({ isOwn }) => isOwn);
  const mayDecide = may(reader, 'nominations.decide');
  const isDecided = nomination.status !== 'pending';
  // Whoever will not recommend anything is influenced by nothing. A conflict of interest, however, is no way to look.
  const seesOthers =
    isDecided || (!hasConflict && (!mayDecide || hasReviewed || given >= reviewsNeeded));
  const shown = reviews.filter(({ isOwn }) => isOwn || seesOthers);
  return {
    aboveAmount,
    isNeeded: takesReviews(nomination.goalCents ?? nomination.neededCents, aboveAmount),
    given,
    reviews: shown,
    hidden: reviews.length - shown.length,
    conflicts,
    mayReview:
      mayDecide &&
      !hasConflict &&
      mayReview(nomination, { hasReviewed, isMissing: areMissing(given, vetting) }),
    mayDeclare: mayDecide && !hasConflict && nomination.status !== 'completed',
  };
}

async function findReviews(db: Db, reader: TeamMember, id: NominationId): Promise<Review[]> {
  const versions = await db
    .selectFrom('reviews')
    .select([
      'reviewer',
      'version',
      'reviews.createdAt',
      'recommendation',
      'reason',
      userNameOf('reviews.reviewer').as('name'),
      countsSql.as('counts'),
    ])
    .where('nominationId', '=', id)
    // In the order in which people gave them, so that a change moves nothing.
    .orderBy(sql`min(reviews.created_at) over (partition by reviewer)`)
    .orderBy('reviewer')
    .orderBy('version', 'desc')
    .execute();
  const byReviewer = Map.groupBy(versions, ({ reviewer }) => reviewer);
  return [...byReviewer].map(([reviewer, own]) => ({
    reviewer: own[0]?.name ?? null,
    isOwn: reviewer === reader.id,
    counts: own[0]?.counts ?? false,
    versions: own.map(({ reviewer: _, name: __, counts: ___, ...version }) => version),
  }));
}

async function findConflicts(db: Db, reader: TeamMember, id: NominationId) {
  const conflicts = await db
    .selectFrom('conflicts')
    .innerJoin('users', 'users.id', 'conflicts.userId')
    .select(['userId', 'reason', 'conflicts.createdAt', userName().as('person')])
    .where('nominationId', '=', id)
    .orderBy('conflicts.createdAt')
    .orderBy('userId')
    .execute();
  return conflicts.map((conflict) => ({ ...conflict, isOwn: conflict.userId === reader.id }));
}

/** The latest version of what somebody recommends. */
export function findLastReview(db: Db, reviewer: UserId, id: NominationId) {
  return db
    .selectFrom('reviews')
    .select(['version', 'recommendation', 'reason'])
    .where('nominationId', '=', id)
    .where('reviewer', '=', reviewer)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** How many people’s recommendations count. */
export async function countReviews(db: Db, id: NominationId): Promise<number> {
  const { given } = await db
    .selectFrom('nominations')
    .select(countedReviewsSql.as('given'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return given;
}

/** Pending nominations that take recommendations and wait for the one of this person, the oldest ones first. */
export async function findWaitingReviews(
  db: Db,
  { id: reviewer }: Pick<TeamMember, 'id'>,
  aboveCents: number | null,
  limit: number,
): Promise<{
  count: number;
  oldestAt: string | null;
  oldest: { id: NominationId; nominee: string; createdAt: string }[];
}> {
  if (aboveCents === null) return { count: 0, oldestAt: null, oldest: [] };
  const waiting = db
    .selectFrom('nominations')
    .where('isAccepted', '=', false)
    .where('isRejected', '=', false)
    .where('isCompleted', '=', false)
    .where(
      sql<boolean>`coalesce(coalesce(goal_cents, needed_cents) > ${sql.val(aboveCents)}::bigint, true)`,
    )
    .where(countedReviewsSql, '<', reviewsNeeded)
    .where(
      sql<boolean>`not exists (select from reviews
        where nomination_id = nominations.id and reviewer = ${reviewer})`,
    )
    .where(
      sql<boolean>`not exists (select from conflicts
        where nomination_id = nominations.id and user_id = ${reviewer})`,
    );
  const { count, oldestAt } = await countWaiting(waiting, 'nominations.created_at');
  const oldest = await waiting
    .select(['nominations.id', 'nominee', 'nominations.createdAt'])
    .orderBy('nominations.createdAt')
    .orderBy('nominations.id')
    .limit(limit)
    .execute();
  return { count, oldestAt, oldest };
}
