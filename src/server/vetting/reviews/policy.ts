import type { Settings } from '#contract/operations/settings.ts';
import { nominationActions } from '#core/vetting/nomination-status.ts';
import { reviewsNeeded } from '#core/vetting/reviews.ts';
import { AppError } from '#server/platform/errors.ts';
import type { VettedNomination } from '#server/vetting/reviews/lock-nomination.ts';

/* Who may recommend something about a nomination, and how many are missing. */

interface Reviews {
  /** Whether this person has given a recommendation. */
  hasReviewed: boolean;
  /** Whether there are fewer than a large goal takes, if any takes some. */
  isMissing: boolean;
}

/**
 * Whether somebody may recommend something, or change that. A decision ends it, but an accepted nomination may get its
 * first ones, because a higher goal takes them.
 */
export function mayReview({ status }: VettedNomination, reviews: Reviews): boolean {
  if (nominationActions(status).includes('accept')) return true;
  return status === 'accepted' && reviews.isMissing && !reviews.hasReviewed;
}

/** Throws 409 unless {@link mayReview}. */
export function assertMayReview(nomination: VettedNomination, reviews: Reviews): void {
  if (mayReview(nomination, reviews)) return;
  throw new AppError(
    'nomination_decided',
    `This nomination is ${nomination.status}, so what was recommended stays as it is.`,
  );
}

/** Whether so few people have recommended something that a goal above the limit would wait for more. */
export function areMissing(given: number, { reviewsAboveCents }: Settings['vetting']): boolean {
  return reviewsAboveCents !== null && given < reviewsNeeded;
}
