import { sql } from 'kysely';
import { adminPaths } from '#contract/pages.ts';
import { raiseAlert, settleAlert } from '#server/platform/alerts/alerts.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { calmMinutes, checkoutsPerMinute, isCardTesting } from '#server/platform/misuse/policy.ts';
import { readSignals } from '#server/platform/misuse/queries.ts';

const alertKey = 'attack:card-testing';

/** Looks for the signs of an attack and answers whether there are any. The first time it tells the team. */
export async function watchForAttack(db: Db, mailer: Mailer, factor: number): Promise<boolean> {
  const signals = await readSignals(db, factor);
  if (!isCardTesting(signals, factor)) return false;
  await db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('attacks')
      .values({ kind: 'card-testing' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) {
      await trx.updateTable('attacks').set({ seenAt: sql<string>`now()` }).execute();
      return;
    }
    await raiseAlert(
      trx,
      {
        key: alertKey,
        title: 'somebody seems to try out stolen cards',
        message: `In the last minutes ${signals.failedPayments} payments failed and ${signals.checkoutsLastMinute} were started within one minute. Until it has been calm for ${calmMinutes} minutes, the public forms ask browsers for a proof of work, which people hardly notice, and only ${checkoutsPerMinute * factor} payments can be started per minute. Look at the failed payments at the payment provider, and refund what looks like a test.`,
        path: adminPaths.dashboard,
      },
      mailer,
    );
  });
  return true;
}

/** Goes back to normal when no sign of an attack was seen for a while. */
export async function endCalmAttack(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const over = await trx
      .deleteFrom('attacks')
      .where('seenAt', '<=', sql<string>`now() - make_interval(mins => ${calmMinutes})`)
      .returning('kind')
      .execute();
    if (over.length > 0) await settleAlert(trx, alertKey);
  });
}

/** Forgets what is over: counts of closed windows and proofs that are too old to come back. */
export async function forgetOldCalls(db: Db): Promise<void> {
  await db.deleteFrom('callCounts').where('endsAt', '<', sql<string>`now()`).execute();
  await db.deleteFrom('usedChallenges').where('expiresAt', '<', sql<string>`now()`).execute();
}
