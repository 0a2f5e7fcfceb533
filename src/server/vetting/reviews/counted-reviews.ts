import { sql } from 'kysely';
import { type Role, rightsOfRole, roles } from '#core/people/rights.ts';

/* Whose recommendation counts. */

const deciders = roles.filter((role) => rightsOfRole[role].includes('nominations.decide'));

/**
 * Whether the recommendation of a row of `reviews` counts: its writer still decides about nominations, and has declared
 * no conflict of interest since.
 */
export const countsSql = sql<boolean>`(
  exists (select from users
    where users.id = reviews.reviewer and users.roles && ${sql.val<Role[]>(deciders)}::text[])
  and not exists (select from conflicts
    where conflicts.nomination_id = reviews.nomination_id and conflicts.user_id = reviews.reviewer))`;

/** How many people’s recommendations about the nomination of a row count. */
export const countedReviewsSql = sql<number>`(
  select count(distinct reviewer) from reviews where nomination_id = nominations.id and ${countsSql})`;
