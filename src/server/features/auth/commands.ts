import { sql } from 'kysely';
import type { CurrentUser } from '#contract/auth.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/schema.ts';
import { passwordReset } from '#server/features/auth/emails.ts';
import type { LoginThrottle } from '#server/features/auth/policy.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { hashPassword, verifyPassword } from '#server/security/passwords.ts';
import { createAccountToken, redeemAccountToken } from '#server/security/tokens.ts';

interface Credentials {
  email: string;
  password: string;
}

/** Checks e-mail and password. One message for every failure; 429 after too many of them. */
export async function checkCredentials(
  db: Db,
  { email, password }: Credentials,
  address: string,
  throttle: LoginThrottle,
): Promise<CurrentUser> {
  await throttle.recordAttempt(email, address);
  const found = await findByEmail(db, email);
  if (!(await verifyPassword(password, found?.passwordHash ?? null)) || !found) {
    throw new AppError('wrong_credentials', 'The e-mail address or the password is not right.');
  }
  await throttle.recordSuccess(email, address);
  const { passwordHash: _, ...user } = found;
  return user;
}

/** Sends a reset link if the address belongs to an account; run as a job, so that nobody can tell by the time. */
export async function sendPasswordReset(db: Db, email: string, mailer: Mailer): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await findByEmail(trx, email);
    if (!user) return;
    const token = await createAccountToken(trx, 'reset', user.id);
    await mailer.enqueue(trx, passwordReset(mailer.config, user, token));
  });
}

/** Sets the password of an invitation or reset link and ends all sessions. 400 when the link is used up or expired. */
export async function resetPassword(
  db: Db,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    const redeemed = await redeemAccountToken(trx, ['invitation', 'reset'], token);
    if (!redeemed?.userId) throw deadLink('Ask for a new one with "Forgot Your Password?".');
    const { userId } = redeemed;
    await trx.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute();
    await trx.deleteFrom('sessions').where('userId', '=', userId).execute();
    await trx.deleteFrom('accountTokens').where('userId', '=', userId).execute();
  });
}

/** Creates the first administrator with the link that the first start printed. */
export async function setUpFirstAdministrator(
  db: Db,
  { token, password, ...person }: Omit<CurrentUser, 'id'> & { token: string; password: string },
): Promise<CurrentUser> {
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    if (!(await redeemAccountToken(trx, ['setup'], token))) {
      throw deadLink('Start the server again to get a new one.');
    }
    if (await hasUsers(trx)) {
      throw new AppError('setup_done', 'There is an administrator already. Please log in.');
    }
    const user = { id: newId(), ...person };
    await trx
      .insertInto('users')
      .values({ ...user, passwordHash })
      .execute();
    return user;
  });
}

/**
 * Makes sure that somebody can sign in to a new site: creates the configured administrator, or makes the
 * one-time link for creating one. Null when there are users already.
 */
export async function prepareFirstAdministrator(
  db: Db,
  configured: Credentials | null,
): Promise<{ created: string } | { setupToken: string } | null> {
  const passwordHash = configured && (await hashPassword(configured.password));
  return db.transaction().execute(async (trx) => {
    // Several servers may start on a new database at once: one administrator is enough.
    await sql`lock table users in share row exclusive mode`.execute(trx);
    if (await hasUsers(trx)) return null;
    if (!configured) return { setupToken: await createAccountToken(trx, 'setup', null) };
    const { email } = configured;
    await trx
      .insertInto('users')
      .values({ id: newId(), firstName: 'Admin', lastName: 'User', email, passwordHash })
      .execute();
    return { created: email };
  });
}

function deadLink(advice: string): AppError {
  return new AppError('invalid_token', `This link has been used or has expired. ${advice}`);
}

async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

function findByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'email', 'passwordHash'])
    .where(sql`lower(email)`, '=', email.trim().toLowerCase())
    .executeTakeFirst();
}
