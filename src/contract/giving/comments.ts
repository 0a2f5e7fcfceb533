import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { fromTo, idParams, optionalText, paging, timestamp } from '#contract/fields.ts';
import { causeId, donationId } from '#contract/ids.ts';
import { commentStates, longestComment } from '#core/giving/comments.ts';

/* Public comments of donors, and the decision whether they are shown. */

/** What a form says about a public comment. */
export const commentFields = {
  publicComment: optionalText(longestComment).default(''),
  /** The donor agrees that it is shown with their first name. */
  mayShowComment: z.boolean('Must be true or false').default(false),
};

/** A comment as everybody reads it. */
export const publicComment = z.object({
  firstName: z.string(),
  text: z.string(),
  cause: z.string(),
});
export type PublicComment = z.infer<typeof publicComment>;

/** A comment as whoever decides about it reads it, with the id of its donation. */
export const comment = publicComment.extend({
  id: donationId,
  createdAt: timestamp,
  state: z.enum(commentStates),
  decidedAt: timestamp.nullable(),
});
export type Comment = z.infer<typeof comment>;

/** Public comments, newest first, without those of anonymous donations. */
export const listComments = endpoint('GET /api/comments', {
  summary: 'List the public comments of donors',
  tag: 'Donations',
  access: 'pages.publish',
  query: z.object({
    ...paging,
    state: z.enum(commentStates).optional(),
    causeId: causeId.optional(),
    ...fromTo,
  }),
  response: z.array(comment),
  paged: true,
});

/** Shows a comment in public, or does not, also after it was decided otherwise. 409 if it is not the one that was seen. */
export const decideComment = endpoint('POST /api/comments/:id/decision', {
  summary: 'Approve or decline a public comment',
  records: {
    'comment.approved': 'Approved a public comment of a donor',
    'comment.declined': 'Declined a public comment of a donor',
  },
  tag: 'Donations',
  access: 'pages.publish',
  recent: false,
  params: idParams(donationId),
  body: z.object({
    isApproved: z.boolean('Must be true or false'),
    /** The text that was read. */
    seenText: z
      .string({ error: 'Required' })
      .max(longestComment, `At most ${longestComment} characters`),
  }),
  response: comment,
  errors: ['not_found', 'comment_changed'],
});
