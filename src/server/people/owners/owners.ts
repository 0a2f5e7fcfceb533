import { sql } from 'kysely';
import type { UserId } from '#contract/ids.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/* There is always an owner who can sign in. */

/** The owners who have accepted their invitation. */
export function ownersWhoCanSignIn(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'firstName', 'email'])
    .where('acceptedAt', 'is not', null)
    .where(sql<boolean>`'owner' = any (users.roles)`)
    .execute();
}

/**
 * Lets one transaction at a time change who is an owner: two who remove each other must not both succeed, and two who
 * arrive must see each other. To be called before any row of `users` is locked.
 */
export async function lockOwners(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('owners', 0))`.execute(trx);
}

/** Throws 409 unless somebody else is an owner who can sign in; under {@link lockOwners}. */
export async function assertAnotherOwner(trx: Trx, id: UserId): Promise<void> {
  const owners = await ownersWhoCanSignIn(trx);
  if (owners.every((owner) => owner.id === id)) {
    throw new AppError(
      'last_owner',
      'The last owner must stay an owner. Make somebody else one first.',
    );
  }
}
