import { sql } from 'kysely';
import { adminPaths } from '#contract/admin-pages.ts';
import { countInWords } from '#core/platform/counts.ts';
import { raiseAlert, settleAlert } from '#server/platform/alerting/raise-alert.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import {
  calmMinutes,
  isCardTesting,
  watchedMinutes,
} from '#server/platform/misuse/card-testing.ts';
import { readEndedPayments } from '#server/platform/misuse/queries.ts';

/* When an attack starts and ends. */

const alertKey = 'attack:card-testing';

/** Looks for the signs of an attack, and alerts the team the first time. */
export async function watchForAttack(db: Db, mailer: Mailer): Promise<void> {
  const ended = await readEndedPayments(db);
  if (!isCardTesting(ended)) return;
  const { failedPayments, paidPayments } = ended;
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
        title: 'Somebody seems to be testing stolen cards',
        message: `In the last ${countInWords(watchedMinutes, 'minute')}, ${failedPayments} payments failed and ${paidPayments} succeeded. Until it has been quiet for ${calmMinutes} minutes, browsers must solve a challenge before they can start a donation, which people hardly notice. A network whose payments keep failing cannot start more of them for an hour. Please check the failed payments at the payment provider, and refund what looks like a test.`,
        path: adminPaths.dashboard,
      },
      mailer,
    );
  });
}

/** Returns to normal when no sign of an attack has been seen for a while. */
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

/** Deletes what has expired: counts of closed windows, and solutions that are too old to be used again. */
export async function forgetOldCalls(db: Db): Promise<void> {
  await db.deleteFrom('callCounts').where('endsAt', '<', sql<string>`now()`).execute();
  await db.deleteFrom('usedChallenges').where('expiresAt', '<', sql<string>`now()`).execute();
}
