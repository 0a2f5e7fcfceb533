import { sql } from 'kysely';
import type { User } from '#contract/users.ts';
import { violates } from '#server/db/errors.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/schema.ts';
import { invitation } from '#server/features/users/emails.ts';
import { AppError, notFound } from '#server/http/app-error.ts';
import type { Administrator } from '#server/http/session.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { createAccountToken } from '#server/security/tokens.ts';

type UserInput = Omit<User, 'id'>;

/** Adds an administrator and sends the invitation. 409 when the address is taken. */
export async function createUser(
  db: Db,
  _actor: Administrator,
  input: UserInput,
  mailer: Mailer,
): Promise<User> {
  return refusingTakenEmail(input.email, () =>
    db.transaction().execute(async (trx) => {
      const user = { id: newId(), ...input };
      await trx.insertInto('users').values(user).execute();
      const token = await createAccountToken(trx, 'invitation', user.id);
      await mailer.enqueue(trx, invitation(mailer.config, user, token));
      return user;
    }),
  );
}

/** Changes name and address. 404 for an unknown id, 409 when the address is taken. */
export async function updateUser(
  db: Db,
  _actor: Administrator,
  { id, ...input }: User,
): Promise<User> {
  return refusingTakenEmail(input.email, () =>
    db
      .updateTable('users')
      .set(input)
      .where('id', '=', id)
      .returning(['id', 'firstName', 'lastName', 'email'])
      .executeTakeFirstOrThrow(() => notFound('user')),
  );
}

/** Removes an administrator; the sessions go with the row. 409 for oneself and for the last one. */
export async function deleteUser(db: Db, actor: Administrator, id: string): Promise<void> {
  if (id === actor.id) {
    throw new AppError('own_account', 'You cannot delete your own account.');
  }
  await db.transaction().execute(async (trx) => {
    // Two administrators who delete each other at the same moment must not both succeed.
    await sql`lock table users in share row exclusive mode`.execute(trx);
    const { count } = await trx
      .selectFrom('users')
      .select(sql<number>`count(*)`.as('count'))
      .where('passwordHash', 'is not', null)
      .where('id', '<>', id)
      .executeTakeFirstOrThrow();
    if (count === 0) {
      throw new AppError('last_administrator', 'The last administrator cannot be deleted.');
    }
    const { numDeletedRows } = await trx
      .deleteFrom('users')
      .where('id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound('user');
  });
}

async function refusingTakenEmail<T>(email: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!violates(error, 'users_email_unique')) throw error;
    const message = `There is already a user with the address ${email}.`;
    throw new AppError('email_taken', message, { email: message });
  }
}
