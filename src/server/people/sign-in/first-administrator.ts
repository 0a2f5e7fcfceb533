import { sql } from 'kysely';
import type { UserId } from '#contract/ids.ts';
import { signInPaths } from '#contract/pages.ts';
import type { User } from '#contract/people/users.ts';
import {
  createAccountToken,
  deadLink,
  isLinkOpen,
  redeemAccountToken,
} from '#server/people/sign-in/account-links.ts';
import {
  commonPasswordMessage,
  isCommonPassword,
  refuseCommonPassword,
} from '#server/people/sign-in/common-passwords.ts';
import type { Credentials } from '#server/people/sign-in/credentials.ts';
import { hashPassword } from '#server/people/sign-in/passwords.ts';
import { type TeamMember, withRights } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { ConfigError } from '#server/platform/config.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/* The first administrator, and the link to become one. */

/** Creates the first administrator with the link that the first start printed. Returns how they sign in, too. */
export async function setUpFirstAdministrator(
  db: Db,
  { token, password, ...person }: Omit<User, 'id'> & { token: string; password: string },
): Promise<{ user: TeamMember; checked: Credentials }> {
  refuseCommonPassword(password);
  if (!(await isLinkOpen(db, ['setup'], token))) throw deadSetUpLink();
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    if (!(await redeemAccountToken(trx, ['setup'], token))) {
      throw deadSetUpLink();
    }
    if (await hasUsers(trx)) {
      throw new AppError('setup_done', 'There is already an administrator. Please log in.');
    }
    const user = { id: newId<UserId>(), ...person };
    await insertFirst(
      trx,
      { ...user, passwordHash },
      'With the link that the first start printed.',
    );
    return {
      user: withRights({ ...user, roles: ['owner'] }),
      checked: { userId: user.id, passwordHash, secondFactor: null },
    };
  });
}

/** An administrator created from the configuration, or the secret of a one-time link for creating the first one. */
type FirstAdministrator = { created: string } | { setupToken: string };

/**
 * Makes sure that somebody can sign in to a new site: creates the configured administrator, or a one-time link
 * for creating one. Null if there are already users.
 */
export async function prepareFirstAdministrator(
  db: Db,
  configured: { email: string; password: string } | null,
): Promise<FirstAdministrator | null> {
  if (configured && isCommonPassword(configured.password)) {
    throw new ConfigError([`ADMIN_PASSWORD is too weak. ${commonPasswordMessage}.`]);
  }
  const passwordHash = configured && (await hashPassword(configured.password));
  return db.transaction().execute(async (trx) => {
    // Several servers may start on a new database at the same time: one administrator is enough.
    await sql`lock table users in share row exclusive mode`.execute(trx);
    if (await hasUsers(trx)) return null;
    if (!configured) return { setupToken: await createAccountToken(trx, 'setup', null) };
    const { email } = configured;
    const user = { id: newId<UserId>(), firstName: 'Admin', lastName: 'User', email, passwordHash };
    await insertFirst(trx, user, 'From the settings of the server.');
    return { created: email };
  });
}

/** What the person who starts the server is told about the first administrator. */
export function firstAdministratorNotice(first: FirstAdministrator, publicUrl: string): string {
  return 'created' in first
    ? 'Created the first administrator, with the address in ADMIN_EMAIL: remove ADMIN_EMAIL and ADMIN_PASSWORD now.'
    : `Nobody can sign in yet. Become the first administrator, once, at ${publicUrl}${signInPaths.setup}?token=${first.setupToken}`;
}

function deadSetUpLink(): AppError {
  return deadLink('Start the server again to get a new one.');
}

async function insertFirst(
  trx: Trx,
  user: User & { passwordHash: string | null },
  reason: string,
): Promise<void> {
  await trx
    .insertInto('users')
    .values({ ...user, roles: ['owner'], acceptedAt: sql<string>`now()` })
    .execute();
  const { id, passwordHash: _, ...after } = user;
  await recordAudit(trx, {
    actor: 'system',
    action: 'site.set_up',
    subjectId: id,
    after,
    reason,
  });
}

async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
