import { sql } from 'kysely';

/** The name of somebody who is on the team and whose row is joined as `users`. */
export function userName() {
  return sql<string>`users.first_name || ' ' || users.last_name`;
}

/**
 * The name of whoever did something, by a column such as `audit_entries.actor`, with the day on which they left if they are
 * not on the team anymore. Null if it was nobody of the team.
 */
export function actorNameBy(column: string) {
  return sql<string | null>`team_name(${sql.ref(column)})`;
}

/** The same where it was somebody of the team, in words for whoever left before names were kept. */
export function memberNameBy(column: string) {
  return sql<string>`coalesce(${actorNameBy(column)}, 'A removed user')`;
}

/** The name of somebody of the team by a column with their id, as above; null if it is null. */
export function userNameOf(column: string) {
  return sql<string | null>`team_name('user:' || ${sql.ref(column)})`;
}

/** The same where there is somebody, in words for whoever left before names were kept. */
export function userNameBy(column: string) {
  return sql<string>`coalesce(${userNameOf(column)}, 'A removed user')`;
}
