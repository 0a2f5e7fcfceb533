import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { PlanId } from '#contract/ids.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/*
 * One change of a recurring donation waits for the other: a change reads a plan at the provider and writes what it
 * read, with one thing changed. Two at the same time would undo each other, so the second one waits. No transaction is
 * open meanwhile: the provider may be slow.
 */

// A change of somebody else waits this long, in milliseconds.
const patience = 9_000;
const pause = 150;
// A process that died reserves a plan no longer than this. The calls of a change end nine seconds after it began, so a plan is
// never free while one of them is on its way.
const reservedSeconds = 30;

/** Does something with a plan that nobody else changes meanwhile. 503 if somebody does for too long. */
export async function whileReserved<Result>(
  db: Db,
  id: PlanId,
  work: () => Promise<Result>,
): Promise<Result> {
  const until = await reservePlan(db, id);
  try {
    return await work();
  } finally {
    await db
      .updateTable('plans')
      .set({ changingUntil: null })
      .where('id', '=', id)
      .where('changingUntil', '=', until)
      .execute();
  }
}

/** Until when the plan is ours; null for an unknown one, of which nobody can change anything. */
async function reservePlan(db: Db, id: PlanId): Promise<string | null> {
  const giveUpAt = Date.now() + patience;
  for (;;) {
    const reserved = await db
      .updateTable('plans')
      .set({
        changingUntil: sql<string>`clock_timestamp() + make_interval(secs => ${reservedSeconds})`,
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
    if (reserved) return reserved.changingUntil;
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
