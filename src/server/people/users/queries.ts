import { sql } from 'kysely';
import type { UserId } from '#contract/ids.ts';
import type { ListedUser } from '#contract/people/users.ts';
import { newEmailOf } from '#server/people/addresses/queries.ts';
import { ownersWhoCanSignIn } from '#server/people/owners/owners.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { containsParts } from '#server/platform/db/search-form.ts';
import { notFound } from '#server/platform/errors.ts';

/* Who is of the team, and who gets mail for it. */

/** Everybody of the team, by name. */
export function listUsers(db: Db, config: Config): Promise<ListedUser[]> {
  return selectUsers(db, config).orderBy(sql`lower(first_name), lower(last_name), id`).execute();
}

/** Those with each of these words in the name or the address. */
export function findUsers(db: Db, config: Config, words: string[]): Promise<ListedUser[]> {
  const searched = sql<string>`search_form(' ' || first_name || ' ' || last_name || ' ' || email)`;
  return selectUsers(db, config)
    .where(containsParts(searched, words))
    .orderBy(sql`lower(first_name), lower(last_name), id`)
    .execute();
}

/** One of them. 404 for an unknown id. */
export function getUser(db: Db, config: Config, id: UserId): Promise<ListedUser> {
  return selectUsers(db, config)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('user'));
}

function selectUsers(db: Db, config: Config) {
  return db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'email', 'roles'])
    .select(['acceptedAt', 'lastSignedInAt'])
    .select((row) => newEmailOf(row.ref('users.id')).as('newEmail'))
    .select([
      sql<ListedUser['secondFactors']>`array_remove(array[
        case when exists (
          select from second_factors where user_id = users.id and enabled_at is not null
        ) then 'app' end,
        case when exists (select from passkeys where user_id = users.id) then 'passkey' end
      ], null)`.as('secondFactors'),
      // Those of another provider, which the site had before, do not sign anybody in.
      sql<string | null>`(select ${config.oidc?.name ?? null}::text from provider_links
        where user_id = users.id and issuer = ${config.oidc?.issuer ?? ''})`.as('provider'),
    ]);
}

/**
 * Who gets mail for the team: the configured address, otherwise every owner who has accepted the invitation, otherwise
 * the site's own address. An address that is only invited may be mistyped, and belong to a stranger.
 */
export async function teamAddresses(db: Db, config: Config): Promise<string[]> {
  if (config.teamEmail) return [config.teamEmail];
  const owners = await ownersWhoCanSignIn(db);
  if (owners.length > 0) return owners.map(({ email }) => email);
  // Without the name that may precede it.
  return [/<([^<>]+)>$/.exec(config.mailFrom)?.[1] ?? config.mailFrom];
}
