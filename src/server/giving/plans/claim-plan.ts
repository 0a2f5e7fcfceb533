import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { PlanId } from '#contract/ids.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/*
 * A change reads a plan at the provider and writes what it read, with one thing changed. Two at the same time would undo
 * each other, so the second one waits. No transaction is open meanwhile: the provider may be slow.
 */

// Longer than a call to the provider can take, and how long another change waits for it, in milliseconds.
const claimSeconds = 30;
const patience = 9_000;
const pause = 150;

/** Does something with a plan that nobody else changes meanwhile. 503 if somebody does for too long. */
export async function whileClaimed<Result>(
  db: Db,
  id: PlanId,
  work: () => Promise<Result>,
): Promise<Result> {
  const claim = await claimPlan(db, id);
  try {
    return await work();
  } finally {
    await db
      .updateTable('plans')
      .set({ changingUntil: null })
      .where('id', '=', id)
      .where('changingUntil', '=', claim)
      .execute();
  }
}

/** Until when the plan is ours; null for an unknown one, of which nobody can change anything. */
async function claimPlan(db: Db, id: PlanId): Promise<string | null> {
  const giveUpAt = Date.now() + patience;
  for (;;) {
    const claimed = await db
      .updateTable('plans')
      .set({
        changingUntil: sql<string>`clock_timestamp() + make_interval(secs => ${claimSeconds})`,
      })
      .where('id', '=', id)
      .where((row) =>
        row.or([
          row('changingUntil', 'is', null),
          row('changingUntil', '<', sql<string>`clock_timestamp()`),
        ]),
      )
      .returning('changingUntil')
      .executeTakeFirst();
    if (claimed) return claimed.changingUntil;
    const known = await db.selectFrom('plans').select('id').where('id', '=', id).executeTakeFirst();
    if (!known) return null;
    if (Date.now() > giveUpAt) {
      throw new AppError(
        'payments_unavailable',
        'This recurring donation is being changed in another way right now. Nothing was changed; please try again in a minute.',
      );
    }
    await sleep(pause);
  }
}
