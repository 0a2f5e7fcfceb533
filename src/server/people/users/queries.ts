import { sql } from 'kysely';
import type { UserId } from '#contract/ids.ts';
import type { ListedUser } from '#contract/people/users.ts';
import { newEmailOf } from '#server/people/addresses/queries.ts';
import { isOwner } from '#server/people/owners/owners.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';

/** Everybody of the team, by name. */
export function listUsers(db: Db): Promise<ListedUser[]> {
  return selectUsers(db).orderBy(sql`lower(first_name), lower(last_name), id`).execute();
}

/** One of them. 404 for an unknown id. */
export function getUser(db: Db, id: UserId): Promise<ListedUser> {
  return selectUsers(db)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('user'));
}

function selectUsers(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'email', 'roles'])
    .select((row) => newEmailOf(row.ref('users.id')).as('newEmail'));
}

/**
 * Who gets mail for the team: the configured address, otherwise every owner, otherwise the site's own
 * address.
 */
export async function teamAddresses(db: Db, config: Config): Promise<string[]> {
  if (config.teamEmail) return [config.teamEmail];
  const owners = await db.selectFrom('users').select('email').where(isOwner).execute();
  if (owners.length > 0) return owners.map(({ email }) => email);
  // Without the name that may precede it.
  return [/<([^<>]+)>$/.exec(config.mailFrom)?.[1] ?? config.mailFrom];
}
