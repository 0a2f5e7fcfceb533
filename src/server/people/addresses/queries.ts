import { type Expression, sql } from 'kysely';

/** The address that a user's account is about to get, as a column; null if there is none, or nobody can confirm it. */
export function newEmailOf(userId: Expression<string>) {
  return sql<string | null>`(
    select email from address_changes where user_id = ${userId} and expires_at > now()
  )`;
}
