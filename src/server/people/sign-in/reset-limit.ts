import { sql } from 'kysely';
import type { UserId } from '#contract/ids.ts';
import type { Trx } from '#server/platform/db/schema.ts';

/* How often a password can be mailed for. */

// Enough for somebody who looks in the wrong folder twice; too few to flood an inbox.
const mailsPerHour = 3;
// A link works for half an hour. With at most two in each half, one of the last half hour is always in the inbox when
// there is no turn left, so strangers who request links cannot leave the owner without one.
const mailsPerHalfHour = 2;

/** Whether another reset link may be sent to this account now; counts it if so. */
export async function takeResetTurn(trx: Trx, userId: UserId): Promise<boolean> {
  // Concurrent requests in several processes are counted one after another.
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  await trx
    .deleteFrom('resetMails')
    .where('userId', '=', userId)
    .where('sentAt', '<=', sql<string>`now() - interval '1 hour'`)
    .execute();
  const { inHour, inHalfHour } = await trx
    .selectFrom('resetMails')
    .select([
      sql<number>`count(*)`.as('inHour'),
      sql<number>`count(*) filter (where sent_at > now() - interval '30 minutes')`.as('inHalfHour'),
    ])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  if (inHour >= mailsPerHour || inHalfHour >= mailsPerHalfHour) return false;
  await trx.insertInto('resetMails').values({ userId }).execute();
  return true;
}
