import { sql } from 'kysely';
import type { SessionId, UserId } from '#contract/ids.ts';
import { endLinks } from '#server/people/sign-in/account-links.ts';
import { checkCode } from '#server/people/sign-in/commands.ts';
import { refuseCommonPassword } from '#server/people/sign-in/common-passwords.ts';
import {
  type Credentials,
  credentialsOf,
  lockAccount,
  lockIfUnchanged,
  lockOwnAccount,
} from '#server/people/sign-in/credentials.ts';
import { type AccountChange, accountNotice } from '#server/people/sign-in/emails.ts';
import {
  countFailure,
  forgetGuesses,
  refuseGuessing,
  sessionLimits,
} from '#server/people/sign-in/guess-limits.ts';
import { forgetBrowsers } from '#server/people/sign-in/known-browsers.ts';
import { hashPassword, verifyPassword } from '#server/people/sign-in/passwords.ts';
import {
  createRecoveryCodes,
  newSecret,
  redeemAuthenticatorCode,
  setUpUri,
} from '#server/people/sign-in/second-factor.ts';
import { confirmSession } from '#server/people/sign-in/sessions.ts';
import { type Session, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { Vault } from '#server/platform/security/vault.ts';

/**
 * The confirmation that allows actions requiring a recent one for 10 minutes: a code if two-factor sign-in is on, so
 * that it proves as much as signing in, otherwise the password. 401 if it is wrong, 429 after too many wrong ones.
 */
export async function confirmIdentity(
  db: Db,
  session: Session,
  passwordOrCode: string,
  vault: Vault,
  mailer: Mailer,
): Promise<void> {
  const { member } = session;
  const checked = await credentialsOf(db, member.id);
  if (checked.secondFactorSince !== null) {
    const limits = sessionLimits(vault, session.id);
    await checkCode(db, member, passwordOrCode, limits, vault, mailer, 'passwordOrCode');
  } else {
    await checkOwnPassword(db, session, checked, passwordOrCode, vault, 'passwordOrCode');
  }
  await db.transaction().execute(async (trx) => {
    if (!(await lockIfUnchanged(trx, checked))) throw wrongPassword('passwordOrCode');
    await confirmSession(trx, session);
  });
}

/**
 * Changes your own password, ends your other sessions, and forgets the browsers. 401 if the current one is wrong. With
 * two-factor sign-in, the contract requires a recent code, too.
 */
export async function changePassword(
  db: Db,
  session: Session,
  input: { currentPassword: string; password: string },
  vault: Vault,
  mailer: Mailer,
): Promise<void> {
  const { id: sessionId, member } = session;
  const { currentPassword } = input;
  const checked = await credentialsOf(db, member.id);
  await checkOwnPassword(db, session, checked, currentPassword, vault, 'currentPassword');
  refuseCommonPassword(input.password);
  const passwordHash = await hashPassword(input.password);
  await db.transaction().execute(async (trx) => {
    await lockOwnAccount(trx, session);
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set({ passwordHash })
      .where('id', '=', member.id)
      .where('passwordHash', '=', checked.passwordHash)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw wrongPassword('currentPassword');
    await endLinks(trx, member.id);
    await forgetBrowsers(trx, member.id);
    await endOtherSessions(trx, member.id, sessionId);
    await tell(trx, member, 'password', mailer);
  });
}

/**
 * Creates the secret for an authenticator app. Signing in requires a code only after a first one was entered. 409
 * if two-factor sign-in is on.
 */
export async function startSecondFactor(
  db: Db,
  session: Session,
  vault: Vault,
  siteName: string,
): Promise<{ secret: string; uri: string }> {
  const { member } = session;
  const secret = newSecret();
  const sealed = vault.seal(secret, member.id);
  await db.transaction().execute(async (trx) => {
    await lockOwnAccount(trx, session);
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('secondFactors')
      .values({ userId: member.id, secret: sealed })
      .onConflict((conflict) =>
        conflict
          .column('userId')
          .doUpdateSet({ secret: sealed, lastStep: 0 })
          .where('secondFactors.enabledAt', 'is', null),
      )
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) throw alreadyOn();
  });
  return { secret, uri: setUpUri(siteName, member.email, secret) };
}

/** Turns two-factor sign-in on with a first code, ends your other sessions, and returns the recovery codes. */
export async function turnOnSecondFactor(
  db: Db,
  session: Session,
  code: string,
  vault: Vault,
  mailer: Mailer,
): Promise<{ recoveryCodes: string[] }> {
  const { id: sessionId, member } = session;
  return db.transaction().execute(async (trx) => {
    await lockOwnAccount(trx, session);
    const factor = await trx
      .selectFrom('secondFactors')
      .select('enabledAt')
      .where('userId', '=', member.id)
      .forUpdate()
      .executeTakeFirst();
    if (!factor) throw isOff();
    if (factor.enabledAt !== null) throw alreadyOn();
    const typed = code.replaceAll(/\s/g, '');
    if (!(await redeemAuthenticatorCode(trx, vault, member.id, typed))) {
      const message = 'This code is not correct. Enter the one that the app shows now.';
      throw new AppError('wrong_code', message, { code: message });
    }
    await trx
      .updateTable('secondFactors')
      .set({ enabledAt: sql<string>`now()` })
      .where('userId', '=', member.id)
      .execute();
    const recoveryCodes = await createRecoveryCodes(trx, member.id);
    await forgetBrowsers(trx, member.id);
    await endOtherSessions(trx, member.id, sessionId);
    await tell(trx, member, 'two-factor-on', mailer);
    return { recoveryCodes };
  });
}

/** Turns two-factor sign-in off. 409 if it is already off. */
export async function turnOffSecondFactor(db: Db, session: Session, mailer: Mailer): Promise<void> {
  const { member } = session;
  await db.transaction().execute(async (trx) => {
    await lockOwnAccount(trx, session);
    const { numDeletedRows } = await trx
      .deleteFrom('secondFactors')
      .where('userId', '=', member.id)
      .where('enabledAt', 'is not', null)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw isOff();
    await tell(trx, member, 'two-factor-off', mailer);
  });
}

/**
 * Turns an administrator's two-factor sign-in off from the terminal. 404 for an unknown address, 409 if it is
 * already off.
 */
export async function resetSecondFactor(db: Db, email: string, mailer: Mailer): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select(['id', 'firstName', 'email'])
      .where(sql`lower(email)`, '=', email.trim().toLowerCase())
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(
        () => new AppError('not_found', `There is no administrator with the address ${email}.`),
      );
    const { numDeletedRows } = await trx
      .deleteFrom('secondFactors')
      .where('userId', '=', user.id)
      .where('enabledAt', 'is not', null)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw isOff();
    await recordAudit(trx, {
      actor: 'system',
      action: 'user.two_factor_off',
      subjectId: user.id,
      reason: 'Done on the server, with the command "npm run reset-two-factor".',
    });
    const details = 'The person who runs the server did it.';
    await mailer.enqueue(trx, accountNotice(mailer.config, user, 'two-factor-off', details));
  });
}

/** Creates new recovery codes, which replace the earlier ones. 409 while two-factor sign-in is off. */
export async function renewRecoveryCodes(
  db: Db,
  session: Session,
  mailer: Mailer,
): Promise<{ recoveryCodes: string[] }> {
  const { member } = session;
  return db.transaction().execute(async (trx) => {
    await lockOwnAccount(trx, session);
    const factor = await trx
      .selectFrom('secondFactors')
      .select('userId')
      .where('userId', '=', member.id)
      .where('enabledAt', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!factor) throw isOff();
    const recoveryCodes = await createRecoveryCodes(trx, member.id);
    await tell(trx, member, 'recovery-codes', mailer);
    return { recoveryCodes };
  });
}

/** Ends one of your own sessions. 404 for any other. */
export async function endOneSession(db: Db, actor: TeamMember, id: SessionId): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('userId', '=', actor.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound('session');
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'session.ended',
      subjectId: actor.id,
    });
  });
}

/** Ends all of your own sessions, including this one. */
export async function signOutEverywhere(db: Db, actor: TeamMember): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockAccount(trx, actor.id);
    const { numDeletedRows } = await trx
      .deleteFrom('sessions')
      .where('userId', '=', actor.id)
      .executeTakeFirst();
    await forgetBrowsers(trx, actor.id);
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'session.ended_everywhere',
      subjectId: actor.id,
      before: { sessions: Number(numDeletedRows) },
    });
  });
}

/** Checks the password of the signed-in administrator. 401 if it is wrong, 429 after too many wrong ones. */
async function checkOwnPassword(
  db: Db,
  { id: sessionId, member: { id } }: Session,
  { passwordHash }: Credentials,
  password: string,
  vault: Vault,
  field: string,
): Promise<void> {
  const limits = sessionLimits(vault, sessionId);
  await refuseGuessing(db, limits);
  if (!(await verifyPassword(password, passwordHash))) {
    await countFailure(db, limits, id);
    throw wrongPassword(field);
  }
  await refuseGuessing(db, limits);
  await forgetGuesses(db, limits);
}

async function endOtherSessions(trx: Trx, userId: UserId, sessionId: SessionId): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '<>', sessionId)
    .execute();
}

/** Records a change to the administrator's own account, and emails it to them. */
async function tell(
  trx: Trx,
  actor: TeamMember,
  change: Exclude<AccountChange, 'email' | 'recovery-code-used'>,
  mailer: Mailer,
): Promise<void> {
  const actions = {
    password: 'user.password_changed',
    'two-factor-on': 'user.two_factor_on',
    'two-factor-off': 'user.two_factor_off',
    'recovery-codes': 'user.recovery_codes_made',
  } as const;
  await recordAudit(trx, {
    actor: userActor(actor),
    action: actions[change],
    subjectId: actor.id,
  });
  await mailer.enqueue(trx, accountNotice(mailer.config, actor, change));
}

function wrongPassword(field: string): AppError {
  const message = 'This password is not correct.';
  return new AppError('wrong_credentials', message, { [field]: message });
}

function alreadyOn(): AppError {
  return new AppError('second_factor_on', 'Two-factor sign-in is already on.');
}

function isOff(): AppError {
  return new AppError('second_factor_off', 'Two-factor sign-in is off.');
}
