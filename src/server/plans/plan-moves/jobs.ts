import type { PgBoss } from 'pg-boss';
import { planMovesQueue } from '#server/plans/plan-moves/move-queue.ts';
import { workOnPlanMoves } from '#server/plans/plan-moves/work-on-moves.ts';
import type { PlanServices } from '#server/plans/plans/change-at-provider.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** Works on moves when one is asked for or cancelled, and every minute. */
export async function startPlanMoveWorker(
  deps: PlanServices & { db: Db; boss: PgBoss },
): Promise<void> {
  const { db, boss } = deps;
  const worker: string = await boss.work(planMovesQueue.name, async () => {
    await workOnPlanMoves(db, deps);
    // The notification of a job queued meanwhile has already passed.
    boss.notifyWorker(worker);
  });
}
