import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { CauseId } from '#contract/ids.ts';
import { beginPlanMove } from '#server/plans/plan-moves/begin-plan-move.ts';
import { enqueuePlanMoves } from '#server/plans/plan-moves/plan-move-queue.ts';
import { openPlanMoves } from '#server/plans/plans/open-plan-moves.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { violates } from '#server/platform/db/database-errors.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import { openCauseName } from '#server/vetting/causes/open-cause.ts';

/** Begins to move a cause's running plans to another one: a job tells their donors, and moves each plan 14 days later. */
export async function movePlans(
  db: Db,
  actor: TeamMember,
  { id, toCauseId }: { id: CauseId; toCauseId: CauseId },
  boss: PgBoss,
): Promise<void> {
  demandRight(actor, 'money.write');
  const work = db.transaction().execute(async (trx) => {
    if (!(await lockCause(trx, id))) throw notFound('cause');
    if (id === toCauseId) {
      throw new AppError('invalid_input', 'Please choose another cause from the list.', {
        toCauseId: 'Choose another cause from the list',
      });
    }
    await openCauseName(trx, toCauseId, 'toCauseId');
    const open = await openPlanMoves(trx).where('fromCauseId', '=', id).executeTakeFirst();
    if (open) throw beingMoved(open.toName);
    if (!(await beginPlanMove(trx, { id, toCauseId }, userActor(actor)))) {
      throw new AppError('nothing_left', 'This cause has no running recurring donations.');
    }
    await enqueuePlanMoves(trx, boss);
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
    const cause = await lockCause(trx, id);
    if (cause?.causeState === 'closed') {
      throw new AppError(
        'cause_not_open',
        'This cause is closed, so its recurring donations cannot stay. Open the cause again first.',
      );
    }
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
    .select('causeState')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
}
