import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { balanceCents, idParams, optionalLine, requiredText, timestamp } from '#contract/fields.ts';
import { nominationId, userId } from '#contract/ids.ts';
import { recommendations } from '#core/vetting/reviews.ts';

/* Recommendations of colleagues about a nomination, and conflicts of interest. */

const recommendation = z.enum(recommendations, 'Choose what you recommend');

/** What somebody of the team recommends about a nomination. */
export const review = z.object({
  /** Null once that person is removed. */
  reviewer: z.string().nullable(),
  isOwn: z.boolean(),
  /** Whether it counts: its writer still decides about nominations and has declared no conflict of interest. */
  counts: z.boolean(),
  /** Every version, the latest first. */
  versions: z.array(
    z.object({
      version: z.int(),
      createdAt: timestamp,
      recommendation,
      reason: z.string(),
    }),
  ),
});
export type Review = z.infer<typeof review>;

/** The recommendations about a nomination. Amounts in cents. */
export const nominationReviews = z.object({
  /** The goal above which they are needed; null if they never are. */
  aboveAmount: balanceCents.nullable(),
  /** Whether they are needed for what the nomination asks for, or for its goal. */
  isNeeded: z.boolean(),
  /** How many of those that were given count. */
  given: z.int(),
  /**
   * Those that the reader may see: others’ only once the reader has given one, once enough are there, or after the
   * decision.
   */
  reviews: z.array(review),
  /** How many the reader may not see yet. */
  hidden: z.int(),
  conflicts: z.array(
    z.object({
      userId,
      person: z.string(),
      isOwn: z.boolean(),
      reason: z.string(),
      createdAt: timestamp,
    }),
  ),
  /** Whether the reader may give a recommendation, or change their own. */
  mayReview: z.boolean(),
  /** Whether the reader may declare a conflict of interest. */
  mayDeclare: z.boolean(),
});
export type NominationReviews = z.infer<typeof nominationReviews>;

const shared = { tag: 'Recommendations' } as const;

/** What colleagues recommend about a nomination, as far as the reader may see it. */
export const listReviews = endpoint('GET /api/nominations/:id/reviews', {
  ...shared,
  access: 'nominations.read',
  summary: 'List the recommendations about a nomination',
  params: idParams(nominationId),
  response: nominationReviews,
  errors: ['not_found'],
});

/** A recommendation, with the declaration that comes first. */
export const reviewInput = z.object({
  hasNoConflict: z.literal(true, 'Declare that you have no conflict of interest'),
  recommendation,
  reason: requiredText(2_000),
});

/** Gives a recommendation, or changes one's own: every version stays. 409 once there is a decision. */
export const giveReview = endpoint('POST /api/nominations/:id/reviews', {
  ...shared,
  access: 'nominations.decide',
  recent: false,
  summary: 'Recommend something about a nomination',
  records: { 'nomination.reviewed': 'Recommended something about a nomination' },
  params: idParams(nominationId),
  body: reviewInput,
  response: nominationReviews,
  errors: ['not_found', 'nomination_decided', 'conflict_of_interest'],
});

/** Declares that one has an interest of one’s own: one then neither checks nor recommends nor decides. */
export const declareConflict = endpoint('POST /api/nominations/:id/conflicts', {
  ...shared,
  access: 'nominations.decide',
  recent: false,
  summary: 'Declare a conflict of interest',
  records: { 'nomination.conflict_declared': 'Declared a conflict of interest about a nomination' },
  params: idParams(nominationId),
  body: z.object({ reason: optionalLine(200) }),
  response: nominationReviews,
  errors: ['not_found'],
});

/** Takes back a conflict of interest that a colleague has declared by mistake. Nobody takes back their own. */
export const liftConflict = endpoint('DELETE /api/nominations/:id/conflicts/:userId', {
  ...shared,
  access: 'nominations.decide',
  recent: true,
  summary: 'Take back a colleague’s conflict of interest',
  records: {
    'nomination.conflict_lifted': 'Took back a colleague’s conflict of interest about a nomination',
  },
  params: z.object({ id: nominationId, userId }),
  response: nominationReviews,
  errors: ['not_found', 'conflict_of_interest'],
});
