import { createHash } from 'node:crypto';
import type { AccessReview } from '#contract/people/access-review.ts';
import type { ListedUser } from '#contract/people/users.ts';
import { listUsers } from '#server/people/users/queries.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { memberNameBy } from '#server/platform/db/user-names.ts';

/* When a review of who may do what is due, and what makes it another list. */

/** How long a review counts, in days. */
export const reviewDays = 90;

/** Who may do what, and when somebody last confirmed that it is right: the trail says so. */
export async function getAccessReview(db: Db, config: Config): Promise<AccessReview> {
  const people = await listUsers(db, config);
  const last = await db
    .selectFrom('auditEntries')
    .select(['auditEntries.id', 'auditEntries.createdAt as at'])
    .select(memberNameBy('actor').as('by'))
    .where('subjectId', '=', reviewSubject)
    .orderBy('auditEntries.createdAt', 'desc')
    .orderBy('auditEntries.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    people,
    fingerprint: fingerprintOf(people, last?.id ?? ''),
    last: last ? { at: last.at, by: last.by } : null,
    dueAt: dueDate(people, last?.at ?? null),
  };
}

/** What the trail calls the subject of a review: everybody. */
export const reviewSubject = 'team';

/** A quarter after the last review, or after a second person joined; null while somebody runs the site alone. */
function dueDate(people: ListedUser[], lastAt: string | null): string | null {
  const accepted = people
    .map(({ acceptedAt }) => acceptedAt)
    .filter((at) => at !== null)
    .sort();
  const [, second] = accepted;
  if (second === undefined) return null;
  const since = lastAt !== null && lastAt > second ? lastAt : second;
  return new Date(Date.parse(since) + reviewDays * 86_400_000).toISOString();
}

/** Changes with whatever a reviewer judges, and with each review. When somebody last signed in may change meanwhile. */
function fingerprintOf(people: ListedUser[], lastId: string): string {
  const judged = people.map(({ id, firstName, lastName, email, roles, acceptedAt }) => [
    id,
    firstName,
    lastName,
    email,
    roles,
    acceptedAt !== null,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([judged, lastId]))
    .digest('hex');
}
