import { planMovesQueue } from '#server/plans/plan-moves/plan-move-queue.ts';
import { workOnPlanMoves } from '#server/plans/plan-moves/work-on-plan-moves.ts';
import type { PlanServices } from '#server/plans/plans/change-at-provider.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { workerOf } from '#server/platform/jobs/queue.ts';

/** Works on moves when one is asked for or cancelled, and every minute. */
export const planMovesWorker = workerOf(planMovesQueue, (deps: PlanServices & { db: Db }) =>
  workOnPlanMoves(deps.db, deps),
);
