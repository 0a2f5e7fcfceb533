import { sql } from 'kysely';
import type { UserId } from '#contract/ids.ts';
import type { User } from '#contract/people/users.ts';
import { emailTaken, startAddressChange } from '#server/people/addresses/commands.ts';
import { createAccountToken, endLinks } from '#server/people/sign-in/account-links.ts';
import { invitation } from '#server/people/users/emails.ts';
import { type Administrator, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { violates } from '#server/platform/db/database-errors.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

type UserInput = Omit<User, 'id'>;

/** Adds an administrator and sends the invitation. 409 if the address is taken. */
export async function createUser(
  db: Db,
  actor: Administrator,
  input: UserInput,
  mailer: Mailer,
): Promise<User> {
  return refusingTakenEmail(input.email, () =>
    db.transaction().execute(async (trx) => {
      const user = { id: newId<UserId>(), ...input };
      await trx.insertInto('users').values(user).execute();
      await invite(trx, user, mailer);
      await recordAudit(trx, {
        actor: userActor(actor),
        action: 'user.created',
        subjectId: user.id,
        after: { ...input },
      });
      return user;
    }),
  );
}

/**
 * Changes the name, and starts a change of the address. Returns the user with the address that counts until then. An
 * open invitation is sent again, to the new address. 404 for an unknown id, 409 if the address is taken.
 */
export async function updateUser(
  db: Db,
  actor: Administrator,
  { id, ...input }: User,
  mailer: Mailer,
): Promise<User> {
  return refusingTakenEmail(input.email, () =>
    db.transaction().execute(async (trx) => {
      const { passwordHash, ...before } = await trx
        .selectFrom('users')
        .select(['firstName', 'lastName', 'email', 'passwordHash'])
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow(() => notFound('user'));
      const isMoving = before.email.toLowerCase() !== input.email.toLowerCase();
      const isInvited = passwordHash === null;
      const after = isMoving && !isInvited ? { ...input, email: before.email } : input;
      await saveUser(trx, actor, id, before, after);
      const user = { id, ...after };
      if (isMoving && isInvited) {
        await endLinks(trx, id);
        await invite(trx, user, mailer);
      } else if (isMoving) {
        await startAddressChange(trx, actor, user, input.email, mailer);
      }
      return user;
    }),
  );
}

async function saveUser(
  trx: Trx,
  actor: Administrator,
  id: UserId,
  before: UserInput,
  after: UserInput,
): Promise<void> {
  const changed = (['firstName', 'lastName', 'email'] as const).filter(
    (field) => before[field] !== after[field],
  );
  if (changed.length === 0) return;
  await trx.updateTable('users').set(after).where('id', '=', id).execute();
  const pick = (from: UserInput): Partial<UserInput> =>
    Object.fromEntries(changed.map((field) => [field, from[field]]));
  await recordAudit(trx, {
    actor: userActor(actor),
    action: 'user.updated',
    subjectId: id,
    before: pick(before),
    after: pick(after),
  });
}

async function invite(trx: Trx, user: User, mailer: Mailer): Promise<void> {
  const token = await createAccountToken(trx, 'invitation', user.id);
  await mailer.enqueue(trx, invitation(mailer.config, user, token));
}

/**
 * Removes an administrator; the sessions are deleted with the row. 409 for your own account and for the last one.
 */
export async function deleteUser(db: Db, actor: Administrator, id: UserId): Promise<void> {
  if (id === actor.id) {
    throw new AppError('own_account', 'You cannot delete your own account.');
  }
  await db.transaction().execute(async (trx) => {
    // Two administrators who delete each other at the same time must not both succeed.
    await sql`select pg_advisory_xact_lock(hashtextextended('delete user', 0))`.execute(trx);
    const { count } = await trx
      .selectFrom('users')
      .select(sql<number>`count(*)`.as('count'))
      .where('passwordHash', 'is not', null)
      .where('id', '<>', id)
      .executeTakeFirstOrThrow();
    if (count === 0) {
      throw new AppError('last_administrator', 'The last administrator cannot be deleted.');
    }
    const before = await trx
      .deleteFrom('users')
      .where('id', '=', id)
      .returning(['firstName', 'lastName', 'email'])
      .executeTakeFirstOrThrow(() => notFound('user'));
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'user.deleted',
      subjectId: id,
      before,
    });
  });
}

async function refusingTakenEmail<T>(email: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw violates(error, 'users_email_unique') ? emailTaken(email) : error;
  }
}
