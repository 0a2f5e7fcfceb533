import { sql } from 'kysely';
import type { UserId } from '#contract/ids.ts';
import { notSignedIn, type Session } from '#server/platform/actor.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/*
 * A password or a code counts only if nobody has changed the account since it was checked. Checking a password takes a
 * while, and longer while many people sign in. What was checked may have been replaced when the check ends, so it
 * counts only if it still applies once the account is locked. Whatever changes a password or a second factor, or ends
 * all sessions, locks the account first.
 */

/** How somebody signs in to an account, as it was when they were checked. */
export interface Credentials {
  userId: UserId;
  /** Null for an invitation that was not accepted, and for an account that does not exist. */
  passwordHash: string | null;
  /** Which app and which passkeys they have, as a text to compare; null without any. */
  secondFactor: string | null;
}

/** {@link Credentials.secondFactor} of a row of users. */
export const secondFactorOf = sql<string | null>`nullif(concat_ws(' ',
  (select enabled_at from second_factors where user_id = users.id),
  (select string_agg(id::text, ' ' order by id) from passkeys where user_id = users.id)
), '')`;

/** How somebody signs in to an account at this moment. */
export async function credentialsOf(db: Db, userId: UserId): Promise<Credentials> {
  const found = await db
    .selectFrom('users')
    .select(['passwordHash', secondFactorOf.as('secondFactor')])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  return { userId, passwordHash: null, secondFactor: null, ...found };
}

/** Locks an account until the end of the transaction; false if it was deleted. */
export async function lockAccount(trx: Trx, userId: UserId): Promise<boolean> {
  const found = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Locks the account of a session. 401 if the session was ended after its call was let in: what it asks for may have
 * waited, for a slow check or for this lock.
 */
export async function lockOwnAccount(
  trx: Trx,
  { id, member }: Pick<Session, 'id' | 'member'>,
): Promise<void> {
  await lockAccount(trx, member.id);
  const session = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  if (!session) throw notSignedIn();
}

/** Locks the account, and returns whether what was checked still applies. */
export async function lockIfUnchanged(trx: Trx, checked: Credentials): Promise<boolean> {
  if (!(await lockAccount(trx, checked.userId))) return false;
  // Read after the lock: one statement for both could see a second factor as it was before the wait.
  const unchanged = await trx
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', checked.userId)
    .where('passwordHash', 'is not distinct from', checked.passwordHash)
    .where(secondFactorOf, 'is not distinct from', checked.secondFactor)
    .executeTakeFirst();
  return unchanged !== undefined;
}

/** The refusal of a login, the same for every reason. */
export function wrongCredentials(): AppError {
  return new AppError('wrong_credentials', 'The email address or the password is not correct.');
}
