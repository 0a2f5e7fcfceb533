import type { NominationId } from '#contract/ids.ts';
import type { Settings } from '#contract/operations/settings.ts';
import { formatCents } from '#core/platform/money.ts';
import { isHigherGoal, reviewsNeeded, takesReviews } from '#core/vetting/reviews.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { countedReviewsSql } from '#server/vetting/reviews/counted-reviews.ts';

/* A large goal takes two recommendations before a nomination is accepted. */

/**
 * Throws 409 `second_review_missing` if a nomination must not be accepted with this goal, in cents, before two people
 * have recommended something. The caller has locked the nomination.
 */
export async function assertReviewed(
  trx: Trx,
  id: NominationId,
  goalCents: number | null,
  { reviewsAboveCents }: Settings['vetting'],
): Promise<void> {
  if (reviewsAboveCents === null || !takesReviews(goalCents, reviewsAboveCents)) return;
  const { given } = await trx
    .selectFrom('nominations')
    .select(countedReviewsSql.as('given'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (given >= reviewsNeeded) return;
  const which =
    goalCents === null
      ? 'A nomination without a goal'
      : `More than ${formatCents(reviewsAboveCents)} for a nomination`;
  throw new AppError(
    'second_review_missing',
    `${which} takes the recommendations of ${reviewsNeeded} people first, and ${given === 0 ? 'nobody has' : 'only one has'} given one.`,
  );
}

/** {@link assertReviewed} for an accepted nomination that may receive more than before; less needs nobody. */
export async function assertHigherGoalReviewed(
  trx: Trx,
  { id, goalCents: before }: { id: NominationId; goalCents: number | null },
  after: number | null,
  vetting: Settings['vetting'],
): Promise<void> {
  if (isHigherGoal(before, after)) await assertReviewed(trx, id, after, vetting);
}
