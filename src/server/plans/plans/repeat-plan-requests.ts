import { sql } from 'kysely';
import type { PlanId } from '#contract/ids.ts';
import { changeableDays } from '#core/plans/plans.ts';
import {
  bookAnswer,
  changeAtProvider,
  type PlanServices,
} from '#server/plans/plans/change-at-provider.ts';
import { knownPlan } from '#server/plans/plans/known-plan.ts';
import { startOf } from '#server/plans/plans/plan-days.ts';
import { whileReserved } from '#server/plans/plans/reserve-plan.ts';
import type { Db } from '#server/platform/db/schema.ts';

/**
 * Asks the provider to end or pause every plan that is to be, again and again until it has confirmed: what it did not
 * confirm may still be charged.
 */
export async function repeatPlanRequests(db: Db, services: PlanServices): Promise<void> {
  const waiting = await db
    .selectFrom('plans')
    .innerJoin('checkouts', 'checkouts.id', 'plans.id')
    .select('plans.id')
    .where('provider', '=', services.payments.name)
    .where((row) =>
      row.or([row('stopRequestedAt', 'is not', null), row('pauseRequestedAt', 'is not', null)]),
    )
    // Those that are refused again and again stand in the way of no others.
    .orderBy(sql`random()`)
    .limit(100)
    .execute();
  for (const { id } of waiting) await askProvider(db, id, services);
}

/** Asks the provider to end or pause a plan. Returns whether it has confirmed; if not, it is asked again. */
export async function askProvider(db: Db, id: PlanId, services: PlanServices): Promise<boolean> {
  const plan = await knownPlan(db, id);
  if (!plan) return true;
  try {
    if (plan.isBeingStopped) {
      await bookAnswer(db, await services.payments.stopPlan(plan), undefined, services);
    } else if (plan.isToPause) {
      const { last } = changeableDays(new Date(), services.mailer.settings.current().timeZone);
      const pausedUntil = startOf(last, services.mailer);
      await whileReserved(db, id, async () => {
        // Somebody may have changed, paused, or stopped it while we waited.
        const known = await knownPlan(db, id);
        if (!known || known.isBeingStopped || !known.isToPause) return;
        await changeAtProvider(db, known, { pausedUntil }, 'system', services, async (trx) => {
          await trx
            .updateTable('plans')
            .set({ pauseRequestedAt: null })
            .where('id', '=', id)
            .execute();
        });
      });
    }
    return true;
  } catch {
    return false;
  }
}
