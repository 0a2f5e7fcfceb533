import { sql } from 'kysely';
import type { UserId } from '#contract/ids.ts';
import type { CurrentUser } from '#contract/people/sign-in.ts';
import {
  createAccountToken,
  deadLink,
  endLinks,
  lockOwner,
  redeemAccountToken,
} from '#server/people/sign-in/account-links.ts';
import { refuseCommonPassword } from '#server/people/sign-in/common-passwords.ts';
import { accountNotice, passwordReset } from '#server/people/sign-in/emails.ts';
import {
  codeLimits,
  countFailure,
  forgetFailures,
  forgetGuesses,
  forgetStrangers,
  type Guess,
  type Limit,
  passwordLimits,
  refuseGuessing,
} from '#server/people/sign-in/guess-limits.ts';
import { forgetBrowsers } from '#server/people/sign-in/known-browsers.ts';
import { hashPassword, verifyPassword } from '#server/people/sign-in/passwords.ts';
import { takeResetTurn } from '#server/people/sign-in/reset-limit.ts';
import { redeemCode } from '#server/people/sign-in/second-factor.ts';
import { userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { Vault } from '#server/platform/security/vault.ts';

interface Credentials {
  email: string;
  password: string;
}

/**
 * Checks email and password, and the code if two-factor sign-in is on. The same message for every wrong password;
 * 429 after too many of them.
 */
export async function checkCredentials(
  db: Db,
  { email, password, code }: Credentials & { code?: string | undefined },
  caller: Pick<Guess, 'address' | 'browser'>,
  vault: Vault,
  mailer: Mailer,
): Promise<CurrentUser> {
  const guess = { account: email, ...caller };
  const limits = await passwordLimits(db, vault, guess);
  await refuseGuessing(db, limits);
  const found = await findByEmail(db, email);
  const isKnown = !limits.some(({ isForStrangers }) => isForStrangers);
  if (!(await verifyPassword(password, found?.passwordHash ?? null, isKnown)) || !found) {
    await countFailure(db, limits, found?.id);
    throw new AppError('wrong_credentials', 'The email address or the password is not correct.');
  }
  // Concurrent wrong ones may have used up the tries.
  await refuseGuessing(db, limits);
  const { passwordHash: _, hasSecondFactor, ...user } = found;
  if (hasSecondFactor) {
    await checkCode(db, user, code, await codeLimits(db, vault, user, guess), vault, mailer);
  }
  await forgetFailures(db, vault, guess);
  return user;
}

/** Uses up a code of the authenticator app or a recovery code. 401 if it is missing, wrong, or already used. */
export async function checkCode(
  db: Db,
  user: CurrentUser,
  code: string | undefined,
  limits: Limit[],
  vault: Vault,
  mailer: Mailer,
  field = 'code',
): Promise<void> {
  if (!code?.trim()) {
    throw new AppError(
      'second_factor_required',
      'Enter the code that your authenticator app shows, or one of your recovery codes.',
    );
  }
  await refuseGuessing(db, limits);
  const kind = await db.transaction().execute(async (trx) => {
    const redeemed = await redeemCode(trx, vault, user.id, code);
    if (redeemed === 'recovery') await tellOfRecoveryCode(trx, user, mailer);
    return redeemed;
  });
  if (kind === null) {
    await countFailure(db, limits, user.id);
    const message = 'This code is not correct or was already used. Wait for the next one.';
    throw new AppError('wrong_code', message, { [field]: message });
  }
  await refuseGuessing(db, limits);
  await forgetGuesses(db, limits);
}

/**
 * Sends a reset link if the address belongs to an account. Runs as a job, so that response times reveal nothing.
 */
export async function sendPasswordReset(db: Db, email: string, mailer: Mailer): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await findByEmail(trx, email);
    if (!user || !(await takeResetTurn(trx, user.id))) return;
    const token = await createAccountToken(trx, 'reset', user.id);
    await mailer.enqueue(trx, passwordReset(mailer.config, user, token));
  });
}

/**
 * Sets the password of an invitation or reset link, ends all sessions, and forgets all browsers. Returns whose it is.
 * 400 if the link is used up or expired.
 */
export async function resetPassword(
  db: Db,
  { token, password }: { token: string; password: string },
  vault: Vault,
  mailer: Mailer,
): Promise<UserId> {
  refuseCommonPassword(password);
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    const user = await lockOwner(trx, token);
    const redeemed = await redeemAccountToken(trx, ['invitation', 'reset'], token);
    if (!redeemed || !user) throw deadLink('Request a new one with "Forgot Your Password?".');
    const userId = user.id;
    await trx.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute();
    await trx.deleteFrom('sessions').where('userId', '=', userId).execute();
    await forgetBrowsers(trx, userId);
    await endLinks(trx, userId);
    await forgetStrangers(trx, vault, user.email);
    await recordAudit(trx, {
      actor: userActor({ id: userId }),
      action: 'user.password_chosen',
      subjectId: userId,
      reason: user.passwordHash === null ? 'Invitation' : 'Link in an email',
    });
    // A first password is nothing to warn anyone about.
    if (user.passwordHash !== null) {
      await mailer.enqueue(trx, accountNotice(mailer.config, user, 'password'));
    }
    return userId;
  });
}

async function tellOfRecoveryCode(trx: Trx, user: CurrentUser, mailer: Mailer): Promise<void> {
  await recordAudit(trx, {
    actor: userActor(user),
    action: 'user.recovery_code_used',
    subjectId: user.id,
  });
  await mailer.enqueue(trx, accountNotice(mailer.config, user, 'recovery-code-used'));
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
