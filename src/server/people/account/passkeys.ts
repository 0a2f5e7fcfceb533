import type { PasskeyId } from '#contract/ids.ts';
import type { NewPasskey } from '#contract/people/passkeys.ts';
import { credentialsOf, lockOwnAccount } from '#server/people/sign-in/credentials.ts';
import { accountNotice } from '#server/people/sign-in/emails.ts';
import { forgetBrowsers } from '#server/people/sign-in/known-browsers.ts';
import { checkNewPasskey, passkeyHost } from '#server/people/sign-in/passkeys.ts';
import { createRecoveryCodes, dropNeedlessCodes } from '#server/people/sign-in/second-factor.ts';
import { endOtherSessions } from '#server/people/sign-in/sessions.ts';
import { type Session, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { howMany } from '#server/platform/db/count-rows.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/* How many passkeys somebody can have, and what the first one ends. */

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
    const count = await howMany(trx.selectFrom('passkeys').where('userId', '=', member.id));
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
