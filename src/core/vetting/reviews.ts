/* Which goals take recommendations, and how many. */

/** What somebody of the team can recommend about a nomination. */
export const recommendations = ['for', 'against', 'unsure'] as const;
/** One of {@link recommendations}. */
export type Recommendation = (typeof recommendations)[number];

/** Each of {@link recommendations} in words. */
export const recommendationNames: Record<Recommendation, string> = {
  for: 'For',
  against: 'Against',
  unsure: 'Unsure',
};

/** How many people recommend before a nomination with a large goal is accepted. */
export const reviewsNeeded = 2;

/**
 * Whether a goal, in cents, takes recommendations. Without a goal, a nomination can receive any sum. `aboveCents` is
 * the limit of the settings: null if no goal takes any.
 */
export function takesReviews(goalCents: number | null, aboveCents: number | null): boolean {
  return aboveCents !== null && (goalCents === null || goalCents > aboveCents);
}

/** Whether a new goal, in cents, lets a nomination receive more than before; null is no goal, and so no limit. */
export function isHigherGoal(before: number | null, after: number | null): boolean {
  return before !== null && (after === null || after > before);
}
