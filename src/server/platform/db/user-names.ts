import { sql } from 'kysely';

/** The name of somebody of the team whose row is joined under this alias; null once they are removed. */
export function userName(alias = 'users') {
  return sql<
    string | null
  >`${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}`;
}

/** The same, in words once they are removed. */
export function joinedUserName(alias?: string) {
  return sql<string>`coalesce(${userName(alias)}, 'A removed user')`;
}

/** The name of somebody of the team by a column with their id; null once they are removed. */
export function userNameOf(column: string) {
  return sql<string | null>`(select ${userName()} from users where users.id = ${sql.ref(column)})`;
}

/** The same, in words once they are removed. */
export function userNameBy(column: string) {
  return sql<string>`coalesce(${userNameOf(column)}, 'A removed user')`;
}
