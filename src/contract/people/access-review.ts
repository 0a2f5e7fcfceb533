import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { timestamp } from '#contract/fields.ts';
import { listedUser } from '#contract/people/users.ts';

/** Who may do what, for an owner who checks once a quarter that it is still right. */
export const accessReview = z.object({
  people: z.array(listedUser),
  /** Identifies the list, so that nobody confirms what they have not seen, or twice. */
  fingerprint: z.string(),
  /** The last one; null if there was none. */
  last: z.object({ at: timestamp, by: z.string() }).nullable(),
  /** When the next one is due; null as long as one person runs the site alone. */
  dueAt: timestamp.nullable(),
});
export type AccessReview = z.infer<typeof accessReview>;

const shared = { tag: 'Users', access: 'people.write' } as const;

/** Everybody with their roles, and when this was last confirmed. */
export const getAccessReview = endpoint('GET /api/access-review', {
  ...shared,
  summary: 'Show who may do what, for a review',
  response: accessReview,
});

/** Confirms that all of it is right, which the audit trail records with the list. 409 if the list has changed. */
export const confirmAccessReview = endpoint('POST /api/access-review', {
  ...shared,
  recent: true,
  summary: 'Confirm that everybody’s roles are right',
  records: { 'access.reviewed': 'Confirmed that everybody’s roles are right' },
  body: accessReview.pick({ fingerprint: true }).extend({
    fingerprint: z.string({ error: 'Required' }).max(64, 'Not a fingerprint'),
  }),
  response: accessReview,
  errors: ['review_changed'],
});
