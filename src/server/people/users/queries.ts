import { sql } from 'kysely';
import type { UserId } from '#contract/ids.ts';
import type { User } from '#contract/people/users.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';

const userColumns = ['id', 'firstName', 'lastName', 'email'] as const;

/** Every administrator, by name. */
export function listUsers(db: Db): Promise<User[]> {
  return db
    .selectFrom('users')
    .select(userColumns)
    .orderBy(sql`lower(first_name), lower(last_name), id`)
    .execute();
}

/** One administrator. 404 for an unknown id. */
export function getUser(db: Db, id: UserId): Promise<User> {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('user'));
}

/**
 * Who gets mail for the team: the configured address, otherwise every administrator, otherwise the site's own
 * address.
 */
export async function teamAddresses(db: Db, config: Config): Promise<string[]> {
  if (config.teamEmail) return [config.teamEmail];
  const administrators = await listUsers(db);
  if (administrators.length > 0) return administrators.map(({ email }) => email);
  // Without the name that may precede it.
  return [/<([^<>]+)>$/.exec(config.mailFrom)?.[1] ?? config.mailFrom];
}
