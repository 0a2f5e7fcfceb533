import type { CauseId, PlanId } from '#contract/ids.ts';
import { changeAtProvider, type PlanServices } from '#server/plans/plans/change-at-provider.ts';
import { knownPlan } from '#server/plans/plans/known-plan.ts';
import { whileReserved } from '#server/plans/plans/reserve-plan.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';

/**
 * Moves a plan from one cause to another at the provider, as the team has announced to its donor, if that is still wanted at
 * the time at which nobody else changes the plan. What is to be kept with it is written in the same transaction: whether it
 * was moved, or left because it has ended, is being stopped, or has another cause by now. Throws if the provider does not
 * answer.
 */
export function moveToCause(
  db: Db,
  { id, from, to }: { id: PlanId; from: CauseId; to: CauseId },
  services: PlanServices,
  steps: { isWanted(): Promise<boolean>; also(trx: Trx, isMoved: boolean): Promise<void> },
): Promise<void> {
  return whileReserved(db, id, async () => {
    if (!(await steps.isWanted())) return;
    const plan = await knownPlan(db, id);
    if (!plan || plan.state === 'ended' || plan.isBeingStopped || plan.causeId !== from) {
      await db.transaction().execute((trx) => steps.also(trx, false));
      return;
    }
    await changeAtProvider(db, plan, { causeId: to }, 'system', services, (trx) =>
      steps.also(trx, true),
    );
  });
}
