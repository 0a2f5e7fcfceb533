import { sql } from 'kysely';
import type { UserId } from '#contract/ids.ts';
import type { User } from '#contract/people/users.ts';
import {
  addressAboutToChange,
  agreeToNewAddress,
  confirmNewAddress,
} from '#server/people/addresses/emails.ts';
import { isEmailTaken } from '#server/people/addresses/queries.ts';
import {
  createAccountToken,
  deadLink,
  endLinks,
  expiryOf,
  lockOwner,
  redeemAccountToken,
  type TokenPurpose,
} from '#server/people/sign-in/account-links.ts';
import { accountNotice } from '#server/people/sign-in/emails.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { violates } from '#server/platform/db/database-errors.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/* When a new email address of an administrator counts. */

const addressLinks: TokenPurpose[] = ['agree-address', 'confirm-address', 'stop-address'];

/**
 * Starts a change of address, replacing one that was started before. Whoever reads the email of an account can take
 * it over, so the address counts only once the new one is confirmed and its owner has asked for it or agreed. 409 if
 * it is taken.
 */
export async function startAddressChange(
  trx: Trx,
  actor: TeamMember,
  user: User,
  email: string,
  mailer: Mailer,
): Promise<void> {
  if (await isEmailTaken(trx, email)) throw emailTaken(email);
  await endAddressChange(trx, user.id);
  const isAgreed = actor.id === user.id;
  await trx
    .insertInto('addressChanges')
    .values({
      userId: user.id,
      email,
      requestedBy: actor.id,
      expiresAt: expiryOf('confirm-address'),
      isAgreed,
    })
    .execute();
  await recordAudit(trx, {
    actor: userActor(actor),
    action: 'user.address_requested',
    subjectId: user.id,
    before: { email: user.email },
    after: { email },
  });
  const link = (purpose: TokenPurpose) => createAccountToken(trx, purpose, user.id);
  const { config } = mailer;
  const change = { firstName: user.firstName, from: user.email, to: email };
  await mailer.enqueue(trx, confirmNewAddress(config, email, await link('confirm-address')));
  const stopToken = await link('stop-address');
  if (isAgreed) return mailer.enqueue(trx, addressAboutToChange(config, change, stopToken));
  const agreeToken = await link('agree-address');
  const requester = `${actor.firstName} ${actor.lastName}`;
  await mailer.enqueue(
    trx,
    agreeToNewAddress(config, { ...change, requester }, { agreeToken, stopToken }),
  );
}

/** What opening a link has led to. */
type Outcome = 'changed' | 'waits-for-new-address' | 'waits-for-owner';

/** Agrees to a new address or confirms it, whatever the link is for. 400 if it is used up, expired, or stopped. */
export async function confirmAddress(db: Db, token: string, mailer: Mailer): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    const user = await lockOwner(trx, token);
    const redeemed = await redeemAccountToken(trx, ['agree-address', 'confirm-address'], token);
    if (!redeemed || !user) throw deadAddressLink();
    const change = await trx
      .updateTable('addressChanges')
      .set(redeemed.purpose === 'agree-address' ? { isAgreed: true } : { isConfirmed: true })
      .where('userId', '=', user.id)
      .where('expiresAt', '>', sql<string>`now()`)
      .returning(['email', 'isAgreed', 'isConfirmed'])
      .executeTakeFirst();
    if (!change) throw deadAddressLink();
    if (!change.isConfirmed) return 'waits-for-new-address';
    if (!change.isAgreed) return 'waits-for-owner';
    await takeAddress(trx, user, change.email, mailer);
    return 'changed';
  });
}

/** Stops a change of address. 400 if the link is used up or expired, or if the address has changed. */
export async function stopAddressChange(db: Db, token: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await lockOwner(trx, token);
    if (!(await redeemAccountToken(trx, ['stop-address'], token)) || !user) {
      throw deadLink('If your address was changed against your will, tell another administrator.');
    }
    await endAddressChange(trx, user.id);
    await recordAudit(trx, {
      actor: userActor(user),
      action: 'user.address_stopped',
      subjectId: user.id,
    });
  });
}

/** Cancels a change of address in the admin area, one's own or as an owner. 404 for an unknown user. */
export async function cancelAddressChange(db: Db, actor: TeamMember, id: UserId): Promise<void> {
  if (id !== actor.id) demandRight(actor, 'people.write');
  await db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('user'));
    if (!(await endAddressChange(trx, id))) return;
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'user.address_stopped',
      subjectId: id,
    });
  });
}

/** Makes the new address the one that counts, ends links sent to the old one, and tells both. */
async function takeAddress(trx: Trx, user: User, email: string, mailer: Mailer): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email })
    .where('id', '=', user.id)
    .execute()
    .catch((error) => {
      throw violates(error, 'users_email_unique') ? emailTaken(email) : error;
    });
  await endLinks(trx, user.id);
  await recordAudit(trx, {
    actor: userActor(user),
    action: 'user.updated',
    subjectId: user.id,
    before: { email: user.email },
    after: { email },
    reason: 'Confirmed with the links in emails.',
  });
  const { firstName } = user;
  const details = `It was ${user.email} and is ${email} now.`;
  for (const to of [user.email, email]) {
    const notice = accountNotice(mailer.config, { firstName, email: to }, 'email', details);
    await mailer.enqueue(trx, notice);
  }
}

/** Whether there was a change to end. */
async function endAddressChange(trx: Trx, userId: UserId): Promise<boolean> {
  const change = await trx
    .deleteFrom('addressChanges')
    .where('userId', '=', userId)
    .returning('userId')
    .executeTakeFirst();
  await trx
    .deleteFrom('accountTokens')
    .where('userId', '=', userId)
    .where('purpose', 'in', addressLinks)
    .execute();
  return change !== undefined;
}

/** 409 for an address that belongs to somebody else. */
export function emailTaken(email: string): AppError {
  const message = `There is already a user with the address ${email}.`;
  return new AppError('email_taken', message, { email: message });
}

function deadAddressLink(): AppError {
  return deadLink('If the address still has to change, start the change again.');
}
