import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { CauseId, PlanMoveId } from '#contract/ids.ts';
import { planMoveDays } from '#contract/plans/plan-moves.ts';
import { enqueuePlanMoves } from '#server/plans/plan-moves/plan-move-queue.ts';
import { runningPlansOf } from '#server/plans/plan-moves/queries.ts';
import { openPlanMoves } from '#server/plans/plans/open-plan-moves.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { violates } from '#server/platform/db/database-errors.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';

/** Begins to move a cause's running plans to another one: a job tells their donors, and moves each plan 14 days later. */
export async function movePlans(
  db: Db,
  actor: TeamMember,
  { id, toCauseId }: { id: CauseId; toCauseId: CauseId },
  boss: PgBoss,
): Promise<void> {
  demandRight(actor, 'money.write');
  const work = db.transaction().execute(async (trx) => {
    const from = await lockCause(trx, id);
    if (!from) throw notFound('cause');
    const to = id === toCauseId ? undefined : await lockCause(trx, toCauseId);
    if (!to) {
      throw new AppError('invalid_input', 'Please choose another cause from the list.', {
        toCauseId: 'Choose another cause from the list',
      });
    }
    const open = await openPlanMoves(trx).where('fromCauseId', '=', id).executeTakeFirst();
    if (open) throw beingMoved(open.toName);
    const { id: moveId } = await trx
      .insertInto('planMoves')
      .values({
        id: newId<PlanMoveId>(),
        fromCauseId: id,
        toCauseId,
        requestedBy: userActor(actor),
        dueAt: sql<string>`now() + make_interval(days => ${planMoveDays})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const plans = runningPlansOf(trx, id).select([sql.val(moveId).as('moveId'), 'id']);
    const { numInsertedOrUpdatedRows: count } = await trx
      .insertInto('planMovePlans')
      .columns(['moveId', 'planId'])
      .expression(plans)
      .executeTakeFirstOrThrow();
    if (!count) {
      throw new AppError('nothing_left', 'This cause has no running recurring donations.');
    }
    await enqueuePlanMoves(trx, boss);
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'cause.plans_move_requested',
      subjectId: id,
      after: { cause: toCauseId },
    });
  });
  await work.catch((error) => {
    // Somebody else has asked for it at the same moment.
    throw violates(error, 'plan_moves_open') ? beingMoved('another cause') : error;
  });
}

function beingMoved(to: string): AppError {
  return new AppError(
    'plans_being_moved',
    `The recurring donations of this cause are going to ${to} already. Cancel that first.`,
  );
}

/** Leaves the plans of a cause where they are: a job tells whoever was told otherwise. 404 if they are not going anywhere. */
export async function cancelPlanMove(
  db: Db,
  actor: TeamMember,
  id: CauseId,
  boss: PgBoss,
): Promise<void> {
  demandRight(actor, 'money.write');
  await db.transaction().execute(async (trx) => {
    const cancelled = await trx
      .updateTable('planMoves')
      .set({ cancelledAt: sql<string>`now()` })
      .where('fromCauseId', '=', id)
      .where('cancelledAt', 'is', null)
      .where('doneAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!cancelled) throw notFound('move of recurring donations');
    await enqueuePlanMoves(trx, boss);
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'cause.plans_move_cancelled',
      subjectId: id,
    });
  });
}

/** A cause that stays while we look. */
function lockCause(trx: Trx, id: CauseId) {
  return trx
    .selectFrom('causes')
    .select(['id', 'name'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
}
