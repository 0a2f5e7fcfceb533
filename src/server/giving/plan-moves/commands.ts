import { sql } from 'kysely';
import { planMoveDays } from '#contract/giving/plan-moves.ts';
import type { CauseId, PlanId, PlanMoveId } from '#contract/ids.ts';
import { runningStates } from '#core/plans.ts';
import { planIsMoving, planStays } from '#server/giving/plan-moves/emails.ts';
import { runningPlansOf } from '#server/giving/plan-moves/queries.ts';
import { moveToCause, type PlanServices } from '#server/giving/plans/commands.ts';
import type { ToldPlan } from '#server/giving/plans/emails.ts';
import { openMoves } from '#server/giving/plans/open-moves.ts';
import { mailDonor } from '#server/giving/plans/record-plan.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { violates } from '#server/platform/db/database-errors.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Message } from '#server/platform/mail/compose.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/** Tells the donors of a cause's running plans that they go to another one, which happens in 14 days. */
export async function movePlans(
  db: Db,
  actor: TeamMember,
  { id, toCauseId }: { id: CauseId; toCauseId: CauseId },
  mailer: Mailer,
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
    const open = await openMoves(trx).where('fromCauseId', '=', id).executeTakeFirst();
    if (open) throw beingMoved(open.toName);
    const plans = await runningPlansOf(trx, id).selectAll().orderBy('id').execute();
    if (plans.length === 0) {
      throw new AppError('nothing_left', 'This cause has no running recurring donations.');
    }
    const { id: moveId, dueAt } = await trx
      .insertInto('planMoves')
      .values({
        id: newId<PlanMoveId>(),
        fromCauseId: id,
        toCauseId,
        requestedBy: userActor(actor),
        dueAt: sql<string>`now() + make_interval(days => ${planMoveDays})`,
      })
      .returning(['id', 'dueAt'])
      .executeTakeFirstOrThrow();
    // However many there are: a statement takes 65,535 parameters.
    const planIds = plans.map((plan) => plan.id);
    await sql`insert into plan_move_plans (move_id, plan_id)
      select ${moveId}, unnest(${planIds}::uuid[])`.execute(trx);
    for (const plan of plans) {
      await mailDonor(trx, plan, from.name, mailer, (told) =>
        planIsMoving(mailer.config, told, { to: to.name, dueAt }),
      );
    }
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

/** Leaves the plans of a cause where they are, and tells whoever was told otherwise. 404 if they are not going anywhere. */
export async function cancelPlanMove(
  db: Db,
  actor: TeamMember,
  id: CauseId,
  mailer: Mailer,
): Promise<void> {
  demandRight(actor, 'money.write');
  await db.transaction().execute(async (trx) => {
    const cause = await lockCause(trx, id);
    const cancelled = await trx
      .updateTable('planMoves')
      .set({ cancelledAt: sql<string>`now()` })
      .where('fromCauseId', '=', id)
      .where('cancelledAt', 'is', null)
      .where('doneAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!cause || !cancelled) throw notFound('move of recurring donations');
    await tellAll(trx, { moveId: cancelled.id, causeId: id, name: cause.name }, mailer, (told) =>
      planStays(mailer.config, told),
    );
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'cause.plans_move_cancelled',
      subjectId: id,
    });
  });
}

/**
 * Moves at the provider what is due. A plan that ended meanwhile, or whose donor chose another cause, is left. What the
 * provider does not answer is tried again.
 */
export async function carryOutPlanMoves(db: Db, services: PlanServices): Promise<void> {
  const due = await openMoves(db).where('dueAt', '<=', sql<string>`now()`).execute();
  for (const move of due) {
    const plans = await db
      .selectFrom('planMovePlans')
      .select('planId')
      .where('moveId', '=', move.id)
      .where('outcome', 'is', null)
      .orderBy('planId')
      .execute();
    let waiting = 0;
    for (const { planId } of plans) {
      const outcome = await moveToCause(
        db,
        { id: planId, moveId: move.id, from: move.fromCauseId, to: move.toCauseId },
        services,
      ).catch(() => null);
      if (outcome === 'cancelled') break;
      if (outcome === null) waiting++;
      else await keepOutcome(db, { moveId: move.id, planId, outcome });
    }
    if (waiting === 0) await finish(db, move);
  }
}

async function finish(
  db: Db,
  { id, fromCauseId, toCauseId }: { id: PlanMoveId; fromCauseId: CauseId; toCauseId: CauseId },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const done = await trx
      .updateTable('planMoves')
      .set({ doneAt: sql<string>`now()` })
      .where('id', '=', id)
      .where('cancelledAt', 'is', null)
      .where('doneAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!done) return;
    await recordAudit(trx, {
      actor: 'system',
      action: 'cause.plans_moved',
      subjectId: fromCauseId,
      after: { cause: toCauseId },
    });
  });
}

async function keepOutcome(
  db: Db,
  { moveId, planId, outcome }: { moveId: PlanMoveId; planId: PlanId; outcome: 'moved' | 'left' },
): Promise<void> {
  await db
    .updateTable('planMovePlans')
    .set({ outcome })
    .where('moveId', '=', moveId)
    .where('planId', '=', planId)
    .execute();
}

async function tellAll(
  trx: Trx,
  { moveId, causeId, name }: { moveId: PlanMoveId; causeId: CauseId; name: string },
  mailer: Mailer,
  write: (told: ToldPlan) => Message,
): Promise<void> {
  const plans = await trx
    .selectFrom('planMovePlans')
    .innerJoin('plans', 'plans.id', 'planMovePlans.planId')
    .selectAll('plans')
    .where('moveId', '=', moveId)
    .where('outcome', 'is', null)
    .where('causeId', '=', causeId)
    .where('state', 'in', runningStates)
    .orderBy('plans.id')
    .execute();
  for (const plan of plans) await mailDonor(trx, plan, name, mailer, write);
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
