import { sql } from 'kysely';
import type { UserId } from '#contract/ids.ts';
import type { ProviderRefusal } from '#contract/people/identity-provider.ts';
import { switchOnWithSecondOwner } from '#server/people/approvals/switch-on.ts';
import type { ProvenIdentity, Provider } from '#server/people/identity-provider/client.ts';
import { hasProvenAnew } from '#server/people/identity-provider/policy.ts';
import { lockOwners } from '#server/people/owners/owners.ts';
import { endLinks } from '#server/people/sign-in/account-links.ts';
import {
  type Credentials,
  credentialsOf,
  lockAccount,
  lockOwnAccount,
} from '#server/people/sign-in/credentials.ts';
import { accountNotice } from '#server/people/sign-in/emails.ts';
import { confirmSession } from '#server/people/sign-in/sessions.ts';
import { type Session, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';

/* Whose account somebody signs in to with the provider of OpenID Connect. */

/** The provider knows them, and we do not let them in. */
export class RefusedByUs extends Error {
  readonly reason: ProviderRefusal;
  constructor(reason: ProviderRefusal) {
    super(`Refused somebody whom the provider signed in: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Whose account somebody signs in to. The provider's own id of the person decides. Only as long as it is unknown does
 * the address: one that the provider has verified, of somebody who was invited and has no second factor here, or else
 * whoever gets hold of a mailbox would get around it.
 */
export async function signInWithProvider(
  db: Db,
  identity: ProvenIdentity,
  { name }: Provider,
  settings: SettingsStore,
  mailer: Mailer,
): Promise<Credentials> {
  return db.transaction().execute(async (trx) => {
    const { isSecondFactorRequired } = await settings.read(trx);
    if (isSecondFactorRequired && identity.factors === 1) throw new RefusedByUs('one-factor');
    const known = await findLinked(trx, identity);
    if (known) return credentialsOf(trx, known);
    await lockOwners(trx);
    const userId = await acceptByAddress(trx, identity, name, settings, mailer);
    return credentialsOf(trx, userId);
  });
}

async function acceptByAddress(
  trx: Trx,
  identity: ProvenIdentity,
  name: string,
  settings: SettingsStore,
  mailer: Mailer,
): Promise<UserId> {
  const email = identity.verifiedEmail;
  if (email === null) throw new RefusedByUs('unverified');
  const user = await trx
    .selectFrom('users')
    .select(['id', 'firstName', 'email', 'acceptedAt'])
    .where(sql`lower(email)`, '=', email.trim().toLowerCase())
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw new RefusedByUs('uninvited');
  if ((await credentialsOf(trx, user.id)).secondFactor !== null) {
    throw new RefusedByUs('connect-first');
  }
  await connect(trx, user.id, identity);
  const actor = userActor(user);
  if (user.acceptedAt === null) {
    await trx
      .updateTable('users')
      .set({ acceptedAt: sql<string>`now()` })
      .where('id', '=', user.id)
      .execute();
    await endLinks(trx, user.id);
    await switchOnWithSecondOwner(trx, settings, mailer);
  } else {
    await mailer.enqueue(trx, accountNotice(mailer.config, user, 'provider-connected'));
  }
  await recordAudit(trx, {
    actor,
    action: user.acceptedAt === null ? 'user.accepted' : 'user.provider_connected',
    subjectId: user.id,
    after: { provider: name },
  });
  return user.id;
}

/** Confirms that whoever is signed in is who they are, with an identity that they proved after `leftAt`. */
export async function confirmWithProvider(
  db: Db,
  session: Session,
  identity: ProvenIdentity,
  leftAt: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if ((await findLinked(trx, identity)) !== session.member.id) throw new RefusedByUs('another');
    const credentials = await credentialsOf(trx, session.member.id);
    if (!hasProvenAnew(identity, leftAt, credentials)) throw new RefusedByUs('not-asked');
    await confirmSession(trx, session);
  });
}

/** Connects the account of whoever is signed in. */
export async function connectProvider(
  db: Db,
  session: Session,
  identity: ProvenIdentity,
  { name }: Provider,
  mailer: Mailer,
): Promise<void> {
  const { member } = session;
  await db.transaction().execute(async (trx) => {
    await lockOwnAccount(trx, session);
    if ((await findLinked(trx, identity)) === member.id) return;
    await connect(trx, member.id, identity);
    await recordAudit(trx, {
      actor: userActor(member),
      action: 'user.provider_connected',
      subjectId: member.id,
      after: { provider: name },
    });
    await mailer.enqueue(trx, accountNotice(mailer.config, member, 'provider-connected'));
  });
}

/** Disconnects the account of whoever is signed in. Does nothing if it is not connected. */
export async function disconnectProvider(
  db: Db,
  session: Session,
  { name, issuer }: Pick<Provider, 'name' | 'issuer'>,
  mailer: Mailer,
): Promise<void> {
  const { member } = session;
  await db.transaction().execute(async (trx) => {
    await lockOwnAccount(trx, session);
    const { numDeletedRows } = await trx
      .deleteFrom('providerLinks')
      .where('userId', '=', member.id)
      .where('issuer', '=', issuer)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return;
    await recordAudit(trx, {
      actor: userActor(member),
      action: 'user.provider_disconnected',
      subjectId: member.id,
      before: { provider: name },
    });
    await mailer.enqueue(trx, accountNotice(mailer.config, member, 'provider-disconnected'));
  });
}

/** The account that an identity belongs to, locked; null if none does. */
async function findLinked(trx: Trx, { issuer, subject }: ProvenIdentity): Promise<UserId | null> {
  const find = async () => {
    const link = await trx
      .selectFrom('providerLinks')
      .select('userId')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst();
    return link?.userId ?? null;
  };
  const userId = await find();
  if (userId === null) return null;
  await lockAccount(trx, userId);
  // Somebody may have disconnected it during the wait for the lock.
  return find();
}

async function connect(
  trx: Trx,
  userId: UserId,
  { issuer, subject }: ProvenIdentity,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('providerLinks')
    .values({ issuer, subject, userId })
    // It is connected with another account, or the account with another identity.
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw new RefusedByUs('taken');
}
