import type { PgBoss } from 'pg-boss';
import { carryOutPlanMoves } from '#server/giving/plan-moves/commands.ts';
import type { PlanServices } from '#server/giving/plans/commands.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';

/** Recurring donations whose donors had their 14 days go to another cause. */
export const planMovesQueue: JobQueue = {
  name: 'plan-moves',
  retryLimit: 3,
  retryDelay: 600,
  cron: '43 * * * *',
};

export async function startPlanMoveWorker(
  deps: PlanServices & { db: Db; boss: PgBoss },
): Promise<void> {
  await deps.boss.work(planMovesQueue.name, () => carryOutPlanMoves(deps.db, deps));
}
