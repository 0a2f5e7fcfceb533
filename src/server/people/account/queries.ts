import { sql } from 'kysely';
import type { Account } from '#contract/people/account.ts';
import { newEmailOf } from '#server/people/addresses/queries.ts';
import { isAlive } from '#server/people/sign-in/sessions.ts';
import type { Session } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** How the signed-in administrator signs in, and in which browsers. */
export async function getAccount(db: Db, { id, member }: Session): Promise<Account> {
  const factor = await db
    .selectFrom('secondFactors')
    .select(['enabledAt'])
    .select(
      sql<number>`(select count(*) from recovery_codes where user_id = second_factors.user_id)`.as(
        'recoveryCodesLeft',
      ),
    )
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
  const { newEmail } = await db
    .selectNoFrom(newEmailOf(sql`${member.id}`).as('newEmail'))
    .executeTakeFirstOrThrow();
  return {
    newEmail,
    secondFactor: factor?.enabledAt
      ? { enabledAt: factor.enabledAt, recoveryCodesLeft: factor.recoveryCodesLeft }
      : null,
    sessions: sessions.map((session) => ({ ...session, isCurrent: session.id === id })),
  };
}
