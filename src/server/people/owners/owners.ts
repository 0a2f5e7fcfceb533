import { sql } from 'kysely';
import type { UserId } from '#contract/ids.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/** Selects the owners. */
export const isOwner = sql<boolean>`'owner' = any (users.roles)`;

/**
 * Lets one transaction at a time change who is an owner: two who remove each other must not both succeed. To be called
 * before any row of `users` is locked.
 */
export async function lockOwners(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('owners', 0))`.execute(trx);
}

/** Throws 409 unless somebody else is an owner who can sign in; under {@link lockOwners}. */
export async function assertAnotherOwner(trx: Trx, id: UserId): Promise<void> {
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('acceptedAt', 'is not', null)
    .where(isOwner)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  if (!other) {
    throw new AppError(
      'last_owner',
      'The last owner must stay an owner. Make somebody else one first.',
    );
  }
}
