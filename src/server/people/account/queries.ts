import { sql } from 'kysely';
import type { Account } from '#contract/people/account.ts';
import { newEmailOf } from '#server/people/addresses/queries.ts';
import { passkeyProblem } from '#server/people/sign-in/passkeys.ts';
import { isAlive } from '#server/people/sign-in/sessions.ts';
import type { Session } from '#server/platform/actor.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** How the signed-in administrator signs in, and in which browsers. */
export async function getAccount(
  db: Db,
  config: Config,
  { id, member }: Session,
): Promise<Account> {
  const factor = await db
    .selectFrom('secondFactors')
    .select('enabledAt')
    .where('userId', '=', member.id)
    .where('enabledAt', 'is not', null)
    .executeTakeFirst();
  const sessions = await db
    .selectFrom('sessions')
    .select(['id', 'createdAt', 'lastSeenAt', 'browser'])
    .where('userId', '=', member.id)
    .where(isAlive)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('createdAt', 'desc')
    .execute();
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', member.id)
    .orderBy('id')
    .execute();
  const { newEmail, recoveryCodesLeft, hasPassword, connectedAt } = await db
    .selectNoFrom([
      newEmailOf(sql`${member.id}`).as('newEmail'),
      sql<number>`(select count(*) from recovery_codes where user_id = ${member.id})`.as(
        'recoveryCodesLeft',
      ),
      sql<boolean>`(select password_hash is not null from users where id = ${member.id})`.as(
        'hasPassword',
      ),
      sql<string | null>`(select created_at from provider_links
        where user_id = ${member.id} and issuer = ${config.oidc?.issuer ?? ''})`.as('connectedAt'),
    ])
    .executeTakeFirstOrThrow();
  return {
    newEmail,
    authenticatorApp: factor?.enabledAt ? { enabledAt: factor.enabledAt } : null,
    passkeys,
    passkeyProblem: passkeyProblem(config),
    recoveryCodesLeft,
    hasPassword,
    provider: config.oidc && { name: config.oidc.name, connectedAt },
    sessions: sessions.map((session) => ({ ...session, isCurrent: session.id === id })),
  };
}
