import { sql } from 'kysely';
import type { CurrentUser } from '#contract/people/sign-in.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/db/schema.ts';
import { accountNotice } from '#server/people/sign-in/emails.ts';
import { passwordReset } from '#server/features/auth/emails.ts';
import {
  codeLimits,
  countFailure,
  forgetFailures,
  forgetStrangers,
  forgetWrongCodes,
  passwordLimits,
  refuseGuessing,
} from '#server/people/sign-in/guess-limits.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { hashPassword, verifyPassword } from '#server/people/sign-in/passwords.ts';
import { takeResetTurn } from '#server/people/sign-in/reset-limit.ts';
import { redeemCode } from '#server/people/sign-in/second-factor.ts';
import { createAccountToken, redeemAccountToken } from '#server/people/sign-in/account-links.ts';
import type { Vault } from '#server/platform/security/vault.ts';

interface Credentials {
  email: string;
  password: string;
}

/**
 * Checks e-mail and password, and the code where two-factor sign-in is on. One message for every wrong
 * password; 429 after too many of them.
 */
export async function checkCredentials(
  db: Db,
  { email, password, code }: Credentials & { code?: string | undefined },
  address: string,
  vault: Vault,
  mailer: Mailer,
): Promise<CurrentUser> {
  const guess = { account: email, address };
  const limits = await passwordLimits(db, vault, guess);
  await refuseGuessing(db, limits);
  const found = await findByEmail(db, email);
  if (!(await verifyPassword(password, found?.passwordHash ?? null)) || !found) {
    await countFailure(db, limits, found?.id);
    throw new AppError('wrong_credentials', 'The email address or the password is not right.');
  }
  // Wrong ones that came at the same moment may have used up the tries.
  await refuseGuessing(db, limits);
  const { passwordHash: _, hasSecondFactor, ...user } = found;
  if (hasSecondFactor) await checkCode(db, user, code, vault, mailer);
  await forgetFailures(db, vault, guess);
  return user;
}

/** Uses up a code of the authenticator app or a recovery code. 401 without one, with a wrong or a used one. */
export async function checkCode(
  db: Db,
  user: CurrentUser,
  code: string | undefined,
  vault: Vault,
  mailer: Mailer,
): Promise<void> {
  if (!code?.trim()) {
    throw new AppError(
      'second_factor_required',
      'Enter the code that your authenticator app shows, or one of your recovery codes.',
    );
  }
  const limits = codeLimits(vault, user.id);
  await refuseGuessing(db, limits);
  const kind = await db.transaction().execute(async (trx) => {
    const redeemed = await redeemCode(trx, vault, user.id, code);
    if (redeemed === 'recovery') await tellOfRecoveryCode(trx, user, mailer);
    return redeemed;
  });
  if (kind === null) {
    await countFailure(db, limits, user.id);
    const message = 'This code is not right, or it was used before. Wait for the next one.';
    throw new AppError('wrong_code', message, { code: message });
  }
  await refuseGuessing(db, limits);
  await db.transaction().execute((trx) => forgetWrongCodes(trx, vault, user.id));
}

/** Sends a reset link if the address belongs to an account; run as a job, so that nobody can tell by the time. */
export async function sendPasswordReset(db: Db, email: string, mailer: Mailer): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await findByEmail(trx, email);
    if (!user || !(await takeResetTurn(trx, user.id))) return;
    const token = await createAccountToken(trx, 'reset', user.id);
    await mailer.enqueue(trx, passwordReset(mailer.config, user, token));
  });
}

/** Sets the password of an invitation or reset link and ends all sessions. 400 when the link is used up or expired. */
export async function resetPassword(
  db: Db,
  { token, password }: { token: string; password: string },
  vault: Vault,
  mailer: Mailer,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    const redeemed = await redeemAccountToken(trx, ['invitation', 'reset'], token);
    if (!redeemed?.userId) throw deadLink('Ask for a new one with "Forgot Your Password?".');
    const { userId } = redeemed;
    const user = await trx
      .selectFrom('users')
      .select(['firstName', 'email', 'passwordHash'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    await trx.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute();
    await trx.deleteFrom('sessions').where('userId', '=', userId).execute();
    await trx.deleteFrom('accountTokens').where('userId', '=', userId).execute();
    await forgetStrangers(trx, vault, user.email);
    await recordAudit(trx, {
      actor: `user:${userId}`,
      action: 'user.password_chosen',
      subjectId: userId,
      reason: user.passwordHash === null ? 'Invitation' : 'Link in a mail',
    });
    // Who chooses the first one has nothing to be warned about.
    if (user.passwordHash === null) return;
    await mailer.enqueue(trx, accountNotice(mailer.config, user, 'password'));
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
    await insertFirst(trx, { ...user, passwordHash }, 'Link that the first start printed');
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
    const user = { id: newId(), firstName: 'Admin', lastName: 'User', email, passwordHash };
    await insertFirst(trx, user, 'ADMIN_EMAIL and ADMIN_PASSWORD');
    return { created: email };
  });
}

async function insertFirst(
  trx: Trx,
  user: CurrentUser & { passwordHash: string | null },
  reason: string,
): Promise<void> {
  await trx.insertInto('users').values(user).execute();
  const { id, passwordHash: _, ...after } = user;
  await recordAudit(trx, {
    actor: 'system',
    action: 'site.set_up',
    subjectId: id,
    after,
    reason,
  });
}

async function tellOfRecoveryCode(trx: Trx, user: CurrentUser, mailer: Mailer): Promise<void> {
  await recordAudit(trx, {
    actor: `user:${user.id}`,
    action: 'user.recovery_code_used',
    subjectId: user.id,
  });
  await mailer.enqueue(trx, accountNotice(mailer.config, user, 'recovery-code-used'));
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
    .leftJoin('secondFactors', 'secondFactors.userId', 'users.id')
    .select(['users.id', 'firstName', 'lastName', 'email', 'passwordHash'])
    .select(sql<boolean>`second_factors.enabled_at is not null`.as('hasSecondFactor'))
    .where(sql`lower(email)`, '=', email.trim().toLowerCase())
    .executeTakeFirst();
}
