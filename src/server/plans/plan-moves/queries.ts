import { type RawBuilder, sql } from 'kysely';
import type { CauseId } from '#contract/ids.ts';
import type { PlanMove } from '#contract/plans/plan-moves.ts';
import { runningStates } from '#core/plans/plans.ts';
import { openPlanMoves } from '#server/plans/plans/open-plan-moves.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';

/** The running plans of a cause, without those that are being stopped. */
export function runningPlansOf(db: Db, causeId: CauseId | RawBuilder<CauseId>) {
  return db
    .selectFrom('plans')
    .where('plans.causeId', '=', causeId)
    .where('plans.state', 'in', runningStates)
    .where('stopRequestedAt', 'is', null);
}

/** Where the plans of a cause are going. 404 for an unknown cause. */
export async function getPlanMove(db: Db, id: CauseId): Promise<PlanMove> {
  await db
    .selectFrom('causes')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('cause'));
  const { running } = await runningPlansOf(db, id)
    .select(sql<number>`count(*)`.as('running'))
    .executeTakeFirstOrThrow();
  const open = await openPlanMoves(db).where('fromCauseId', '=', id).executeTakeFirst();
  if (!open) return { running, move: null };
  const { plans, lastAt } = await runningPlansOf(db, id)
    .innerJoin('planMovePlans', 'planMovePlans.planId', 'plans.id')
    .select(sql<number>`count(*)`.as('plans'))
    .select(sql<string | null>`max(due_at)`.as('lastAt'))
    .where('moveId', '=', open.id)
    .executeTakeFirstOrThrow();
  const { toCauseId, toName, createdAt, dueAt } = open;
  return {
    running,
    move: {
      to: { id: toCauseId, name: toName },
      requestedAt: createdAt,
      dueAt: lastAt ?? dueAt,
      plans,
    },
  };
}
