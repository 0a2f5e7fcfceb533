import { sql } from 'kysely';

/** The name of somebody of the team whose row is joined under this alias. */
export function joinedUserName(alias = 'users') {
  return sql<string>`coalesce(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}, 'A removed user')`;
}

/** The name of somebody of the team by a column with their id. */
export function userNameBy(column: string) {
  return sql<string>`coalesce(
    (select first_name || ' ' || last_name from users where users.id = ${sql.ref(column)}), 'A removed user')`;
}
