import { sql } from 'kysely';
import { recordOwnChange } from '#server/people/account/record-own-change.ts';
import { credentialsOf, lockOwnAccount } from '#server/people/sign-in/credentials.ts';
import { accountNotice } from '#server/people/sign-in/emails.ts';
import { forgetBrowsers } from '#server/people/sign-in/known-browsers.ts';
import {
  createRecoveryCodes,
  dropNeedlessCodes,
  newSecret,
  redeemAuthenticatorCode,
  setUpUri,
} from '#server/people/sign-in/second-factor.ts';
import { endOtherSessions } from '#server/people/sign-in/sessions.ts';
import type { Session } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { Vault } from '#server/platform/security/vault.ts';

/* An authenticator app counts once a code of it was entered; what goes when two-factor sign-in is turned off. */

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
    await recordOwnChange(trx, member, 'two-factor-on', mailer);
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
    await recordOwnChange(trx, member, 'two-factor-off', mailer);
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
    await recordOwnChange(trx, member, 'recovery-codes', mailer);
    return { recoveryCodes };
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

function alreadyOn(): AppError {
  return new AppError('second_factor_on', 'Two-factor sign-in is already on.');
}

function isOff(): AppError {
  return new AppError('second_factor_off', 'Two-factor sign-in is off.');
}
