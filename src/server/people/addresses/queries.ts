import { type Expression, sql } from 'kysely';
import type { Db } from '#server/platform/db/schema.ts';

/** The address that a user's account is about to get, as a column; null if there is none, or nobody can confirm it. */
export function newEmailOf(userId: Expression<string>) {
  return sql<string | null>`(
    select email from address_changes where user_id = ${userId} and expires_at > now()
  )`;
}

/** Whether an address belongs to a user. */
export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return owner !== undefined;
}
