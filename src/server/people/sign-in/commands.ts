import { sql } from 'kysely';
import type { UserId } from '#contract/ids.ts';
import type { PasskeyAnswer } from '#contract/people/passkeys.ts';
import type { User } from '#contract/people/users.ts';
import { switchOnWithSecondOwner } from '#server/people/approvals/switch-on.ts';
import { lockOwners } from '#server/people/owners/owners.ts';
import {
  createAccountToken,
  deadPasswordLink,
  endLinks,
  isLinkOpen,
  lockOwner,
  passwordLinks,
  redeemAccountToken,
} from '#server/people/sign-in/account-links.ts';
import { refuseCommonPassword } from '#server/people/sign-in/common-passwords.ts';
import {
  type Credentials,
  secondFactorOf,
  wrongCredentials,
} from '#server/people/sign-in/credentials.ts';
import { accountNotice, passwordReset } from '#server/people/sign-in/emails.ts';
import {
  codeLimits,
  countFailure,
  forgetFailures,
  forgetGuesses,
  forgetStrangers,
  type Guess,
  type Limit,
  passkeyLimits,
  passwordLimits,
  refuseGuessing,
} from '#server/people/sign-in/guess-limits.ts';
import { forgetBrowsers } from '#server/people/sign-in/known-browsers.ts';
import { redeemPasskey, wrongPasskey } from '#server/people/sign-in/passkeys.ts';
import { hashPassword, verifyPassword } from '#server/people/sign-in/passwords.ts';
import { takeResetTurn } from '#server/people/sign-in/reset-limit.ts';
import { isUncheckable, redeemCode } from '#server/people/sign-in/second-factor.ts';
import { type TeamMember, userActor, withRights } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { Vault } from '#server/platform/security/vault.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';

interface LoginForm {
  email: string;
  password: string;
  code?: string | undefined;
  passkey?: PasskeyAnswer | undefined;
}

/**
 * Checks email and password, and a code or a passkey if two-factor sign-in is on. The same message for every wrong password;
 * 429 after too many of them. Returns what was checked, too: it may have changed by the time a session starts.
 */
export async function checkCredentials(
  db: Db,
  { email, password, code, passkey }: LoginForm,
  caller: Pick<Guess, 'address' | 'browser'>,
  vault: Vault,
  mailer: Mailer,
): Promise<{ user: TeamMember; checked: Credentials }> {
  const guess = { account: email, ...caller };
  const limits = await passwordLimits(db, vault, guess);
  await refuseGuessing(db, limits);
  const found = await findByEmail(db, email);
  const isKnown = !limits.some(({ isForStrangers }) => isForStrangers);
  if (!(await verifyPassword(password, found?.passwordHash ?? null, isKnown)) || !found) {
    await countFailure(db, limits, found?.id);
    throw wrongCredentials();
  }
  // Concurrent wrong ones may have used up the tries.
  await refuseGuessing(db, limits);
  const { passwordHash, secondFactor, ...person } = found;
  const user = withRights(person);
  if (secondFactor !== null) {
    const codes = await codeLimits(db, vault, user, guess);
    if (passkey) await checkPasskey(db, user.id, passkey, codes, mailer);
    else await checkCode(db, user, code, codes, vault, mailer);
  }
  await forgetFailures(db, vault, guess);
  return { user, checked: { userId: user.id, passwordHash, secondFactor } };
}

/**
 * Signs in with a passkey alone. Nobody can guess one, so guesses at the account's password do not count against it; a
 * network that sends many wrong ones is slowed down. 401 if it is wrong.
 */
export async function checkPasskeyAlone(
  db: Db,
  passkey: PasskeyAnswer,
  address: string,
  vault: Vault,
  mailer: Mailer,
): Promise<{ user: TeamMember; checked: Credentials }> {
  const limits = passkeyLimits(vault, address);
  await refuseGuessing(db, limits);
  const proven = await redeemPasskey(db, passkey, { purpose: 'sign-in', userId: null }, mailer);
  if (!proven) {
    await countFailure(db, limits, undefined);
    throw wrongPasskey();
  }
  return { user: withRights(proven.user), checked: proven.checked };
}

/** Checks that a passkey belongs to whoever has typed the right password. 401 if it is wrong, or another person's. */
async function checkPasskey(
  db: Db,
  userId: UserId,
  passkey: PasskeyAnswer,
  limits: Limit[],
  mailer: Mailer,
): Promise<void> {
  await refuseGuessing(db, limits);
  const proven = await redeemPasskey(db, passkey, { purpose: 'sign-in', userId: null }, mailer);
  if (proven?.user.id !== userId) {
    await countFailure(db, limits, userId);
    throw wrongPasskey();
  }
  await forgetGuesses(db, limits);
}

/** Uses up a code of the authenticator app or a recovery code. 401 if it is missing, wrong, or already used. */
export async function checkCode(
  db: Db,
  user: User,
  code: string | undefined,
  limits: Limit[],
  vault: Vault,
  mailer: Mailer,
  field = 'code',
): Promise<void> {
  if (!code?.trim()) {
    throw new AppError(
      'second_factor_required',
      'Use your passkey, or enter the code that your authenticator app shows or one of your recovery codes.',
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
    // After a restore without the server's secret, for example: waiting for another code would never help.
    const message = (await isUncheckable(db, vault, user.id, code))
      ? 'Codes of authenticator apps cannot be checked at the moment. Use one of your recovery codes.'
      : 'This code is not correct or was already used. Wait for the next one.';
    throw new AppError('wrong_code', message, { [field]: message });
  }
  await refuseGuessing(db, limits);
  await forgetGuesses(db, limits);
}

/** Sends a reset link if the address belongs to an account. Runs as a job, so that response times reveal nothing. */
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
  { vault, mailer, settings }: { vault: Vault; mailer: Mailer; settings: SettingsStore },
): Promise<UserId> {
  refuseCommonPassword(password);
  if (!(await isLinkOpen(db, passwordLinks, token))) throw deadPasswordLink();
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    await lockOwners(trx);
    const user = await lockOwner(trx, token);
    const redeemed = await redeemAccountToken(trx, passwordLinks, token);
    if (!redeemed || !user) throw deadPasswordLink();
    const userId = user.id;
    await trx
      .updateTable('users')
      .set({ passwordHash, acceptedAt: sql<string>`coalesce(accepted_at, now())` })
      .where('id', '=', userId)
      .execute();
    await trx.deleteFrom('sessions').where('userId', '=', userId).execute();
    await forgetBrowsers(trx, userId);
    await endLinks(trx, userId);
    await forgetStrangers(trx, vault, user.email);
    await recordAudit(trx, {
      actor: userActor({ id: userId }),
      action: 'user.password_chosen',
      subjectId: userId,
      reason:
        user.acceptedAt === null ? 'With the link in the invitation.' : 'With a link in an email.',
    });
    // A first password is nothing to warn anyone about.
    if (user.acceptedAt === null) await switchOnWithSecondOwner(trx, settings, mailer);
    else await mailer.enqueue(trx, accountNotice(mailer.config, user, 'password'));
    return userId;
  });
}

async function tellOfRecoveryCode(trx: Trx, user: User, mailer: Mailer): Promise<void> {
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
    .select(['users.id', 'firstName', 'lastName', 'email', 'roles', 'passwordHash'])
    .select(secondFactorOf.as('secondFactor'))
    .where(sql`lower(email)`, '=', email.trim().toLowerCase())
    .executeTakeFirst();
}
