import { sql } from 'kysely';
import type { PasskeyId, SessionId, UserId } from '#contract/ids.ts';
import type { NewPasskey, PasskeyAnswer } from '#contract/people/passkeys.ts';
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
import { accountNotice } from '#server/people/sign-in/emails.ts';
import {
  countFailure,
  forgetGuesses,
  refuseGuessing,
  sessionLimits,
} from '#server/people/sign-in/guess-limits.ts';
import { forgetBrowsers } from '#server/people/sign-in/known-browsers.ts';
import {
  checkNewPasskey,
  passkeyHost,
  redeemPasskey,
  wrongPasskey,
} from '#server/people/sign-in/passkeys.ts';
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
import { newId } from '#server/platform/db/new-id.ts';
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

/** Sets the app up with a first code, ends your other sessions, and returns the recovery codes. */
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

/** Removes the app. Without another second factor, the recovery codes go, too. 409 if there is none. */
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
    await dropNeedlessCodes(trx, member.id);
    await tell(trx, member, 'two-factor-off', mailer);
  });
}

// More devices than anybody has, so that the list stays one that its owner knows.
const mostPasskeys = 20;

/**
 * Adds a passkey. The first second factor ends your other sessions and comes with recovery codes; with another one, the
 * codes that there are go on working. 409 if the browser did not make what we asked for.
 */
export async function addPasskey(
  db: Db,
  session: Session,
  { name, newPasskey }: { name: string; newPasskey: NewPasskey },
  mailer: Mailer,
): Promise<{ recoveryCodes: string[] | null }> {
  const { id: sessionId, member } = session;
  const { config } = mailer;
  const made = await checkNewPasskey(db, config, member.id, newPasskey);
  if (!made) throw passkeyRefused('This passkey could not be added. Please try again.');
  return db.transaction().execute(async (trx) => {
    await lockOwnAccount(trx, session);
    const { secondFactor } = await credentialsOf(trx, member.id);
    const { count } = await trx
      .selectFrom('passkeys')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('userId', '=', member.id)
      .executeTakeFirstOrThrow();
    if (count >= mostPasskeys) {
      throw passkeyRefused(`You have ${mostPasskeys} passkeys. Remove one of them first.`);
    }
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('passkeys')
      .values({
        id: newId<PasskeyId>(),
        userId: member.id,
        ...made,
        rpId: passkeyHost(config),
        name,
      })
      .onConflict((conflict) => conflict.column('credentialId').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) throw passkeyRefused('This passkey is in use already.');
    await tellOfPasskey(trx, member, 'passkey-added', name, mailer);
    if (secondFactor !== null) return { recoveryCodes: null };
    await forgetBrowsers(trx, member.id);
    await endOtherSessions(trx, member.id, sessionId);
    return { recoveryCodes: await createRecoveryCodes(trx, member.id) };
  });
}

/** Gives one of your passkeys another name. 404 for any other. */
export async function renamePasskey(
  db: Db,
  { member }: Session,
  { id, name }: { id: PasskeyId; name: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('passkeys')
      .select('name')
      .where('id', '=', id)
      .where('userId', '=', member.id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('passkey'));
    if (before.name === name) return;
    await trx.updateTable('passkeys').set({ name }).where('id', '=', id).execute();
    await recordAudit(trx, {
      actor: userActor(member),
      action: 'user.passkey_renamed',
      subjectId: member.id,
      before: { passkey: before.name },
      after: { passkey: name },
    });
  });
}

/** Removes one of your passkeys. Without another second factor, the recovery codes go, too. 404 for any other. */
export async function removePasskey(
  db: Db,
  session: Session,
  id: PasskeyId,
  mailer: Mailer,
): Promise<void> {
  const { member } = session;
  await db.transaction().execute(async (trx) => {
    await lockOwnAccount(trx, session);
    const { name } = await trx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('userId', '=', member.id)
      .returning('name')
      .executeTakeFirstOrThrow(() => notFound('passkey'));
    await dropNeedlessCodes(trx, member.id);
    await tellOfPasskey(trx, member, 'passkey-removed', name, mailer);
  });
}

/** Codes that take the place of a second factor are of no use without one, and must not outlive it. */
async function dropNeedlessCodes(trx: Trx, userId: UserId): Promise<void> {
  const { secondFactor } = await credentialsOf(trx, userId);
  if (secondFactor !== null) return;
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
}

/**
 * Removes the passkeys that were made for another host than the site now has: no browser offers them anymore. Whoever
 * starts the server asked for it. Returns how many.
 */
export async function resetPasskeys(db: Db, mailer: Mailer): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('passkeys')
      .where('rpId', '<>', passkeyHost(mailer.config))
      .returning(['userId', 'name'])
      .execute();
    for (const userId of new Set(removed.map((passkey) => passkey.userId))) {
      await dropNeedlessCodes(trx, userId);
      const user = await trx
        .selectFrom('users')
        .select(['firstName', 'email'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      const own = removed.filter((passkey) => passkey.userId === userId);
      const names = own.map(({ name }) => name).join(', ');
      await recordAudit(trx, {
        actor: 'system',
        action: 'user.passkey_removed',
        subjectId: userId,
        before: { passkey: names },
        reason: 'The site has a new address. Done on the server, with "--reset-passkeys".',
      });
      const details = `The site has a new address, at which these cannot work: ${names}. Please add new ones on your account.`;
      await mailer.enqueue(trx, accountNotice(mailer.config, user, 'passkey-removed', details));
    }
    return removed.length;
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
    const { secondFactor } = await credentialsOf(trx, user.id);
    if (secondFactor === null) throw isOff();
    for (const table of ['secondFactors', 'passkeys', 'recoveryCodes'] as const) {
      await trx.deleteFrom(table).where('userId', '=', user.id).execute();
    }
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
    const { secondFactor } = await credentialsOf(trx, member.id);
    if (secondFactor === null) throw isOff();
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
  change: 'password' | 'two-factor-on' | 'two-factor-off' | 'recovery-codes',
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

async function tellOfPasskey(
  trx: Trx,
  member: TeamMember,
  change: 'passkey-added' | 'passkey-removed',
  passkey: string,
  mailer: Mailer,
): Promise<void> {
  const isAdded = change === 'passkey-added';
  await recordAudit(trx, {
    actor: userActor(member),
    action: isAdded ? 'user.passkey_added' : 'user.passkey_removed',
    subjectId: member.id,
    ...(isAdded ? { after: { passkey } } : { before: { passkey } }),
  });
  const details = `Its name is “${passkey}”.`;
  await mailer.enqueue(trx, accountNotice(mailer.config, member, change, details));
}

function passkeyRefused(message: string): AppError {
  return new AppError('passkey_refused', message);
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
