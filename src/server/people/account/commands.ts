import type { SessionId } from '#contract/ids.ts';
import type { PasskeyAnswer } from '#contract/people/passkeys.ts';
import { recordOwnChange } from '#server/people/account/record-own-change.ts';
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
import {
  countFailure,
  forgetGuesses,
  refuseGuessing,
  sessionLimits,
} from '#server/people/sign-in/guess-limits.ts';
import { forgetBrowsers } from '#server/people/sign-in/known-browsers.ts';
import { redeemPasskey, wrongPasskey } from '#server/people/sign-in/passkeys.ts';
import { hashPassword, verifyPassword } from '#server/people/sign-in/passwords.ts';
import { confirmSession, endOtherSessions } from '#server/people/sign-in/sessions.ts';
import { type Session, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db } from '#server/platform/db/schema.ts';
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
  if (checked.secondFactor !== null) {
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

/** The same confirmation with one of your passkeys. 401 if it is wrong, 429 after too many wrong ones. */
export async function confirmWithPasskey(
  db: Db,
  session: Session,
  passkey: PasskeyAnswer,
  vault: Vault,
  mailer: Mailer,
): Promise<void> {
  const { id } = session.member;
  const limits = sessionLimits(vault, session.id);
  await refuseGuessing(db, limits);
  const proven = await redeemPasskey(db, passkey, { purpose: 'confirm', userId: id }, mailer);
  if (!proven) {
    await countFailure(db, limits, id);
    throw wrongPasskey();
  }
  await forgetGuesses(db, limits);
  await db.transaction().execute(async (trx) => {
    if (!(await lockIfUnchanged(trx, proven.checked))) throw wrongPasskey();
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
    await recordOwnChange(trx, member, 'password', mailer);
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

function wrongPassword(field: string): AppError {
  const message = 'This password is not correct.';
  return new AppError('wrong_credentials', message, { [field]: message });
}
