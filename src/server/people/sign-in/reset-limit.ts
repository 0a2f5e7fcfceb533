import { sql } from 'kysely';
import type { UserId } from '#contract/ids.ts';
import type { Trx } from '#server/platform/db/schema.ts';

// Enough for somebody who looks into the wrong folder twice; too few to flood an inbox with.
const mailsPerHour = 3;

/** Whether one more reset link may be mailed to this account now; counts it if so. */
export async function takeResetTurn(trx: Trx, userId: UserId): Promise<boolean> {
  // Requests that several processes handle at once are counted one after the other.
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  await trx
    .deleteFrom('resetMails')
    .where('userId', '=', userId)
    .where('sentAt', '<=', sql<string>`now() - interval '1 hour'`)
    .execute();
  const { count } = await trx
    .selectFrom('resetMails')
    .select(sql<number>`count(*)`.as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  if (count >= mailsPerHour) return false;
  await trx.insertInto('resetMails').values({ userId }).execute();
  return true;
}
