import { sql } from 'kysely';
import type { PlanId } from '#contract/ids.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** The open moves, with where they lead: past a cause that was closed meanwhile, before a job has seen to it. */
export function openPlanMoves(db: Db) {
  return db
    .selectFrom('planMoves')
    .innerJoin('causes as announced', 'announced.id', 'planMoves.toCauseId')
    .innerJoin('causes', (join) =>
      join.on(sql<boolean>`causes.id = coalesce(announced.plans_to_id, announced.id)`),
    )
    .select([
      'planMoves.id',
      'fromCauseId',
      'causes.id as toCauseId',
      'planMoves.createdAt',
      'planMoves.dueAt',
      'requestedBy',
    ])
    .select('causes.name as toName')
    .where('cancelledAt', 'is', null)
    .where('doneAt', 'is', null);
}

/** Where a plan is going, for its donor; null if it stays, or the donor was not told yet. */
export async function openMoveOfPlan(db: Db, id: PlanId) {
  const move = await openPlanMoves(db)
    .innerJoin('planMovePlans', 'planMovePlans.moveId', 'planMoves.id')
    .innerJoin('plans', 'plans.id', 'planMovePlans.planId')
    .select('planMovePlans.dueAt as movedAt')
    .where('planMovePlans.planId', '=', id)
    .where('planMovePlans.dueAt', 'is not', null)
    .$narrowType<{ movedAt: string }>()
    .where('outcome', 'is', null)
    .whereRef('plans.causeId', '=', 'planMoves.fromCauseId')
    .executeTakeFirst();
  if (!move) return null;
  return { to: { id: move.toCauseId, name: move.toName }, at: move.movedAt };
}
