import { sql } from 'kysely';
import type { CauseId, PlanId, PlanMoveId } from '#contract/ids.ts';
import { planMoveDays } from '#contract/plans/plan-moves.ts';
import {
  leadPastClosedCauses,
  leaveClosedCauses,
} from '#server/plans/plan-moves/begin-plan-move.ts';
import { planIsMoving, planStays } from '#server/plans/plan-moves/emails.ts';
import { runningPlansOf } from '#server/plans/plan-moves/queries.ts';
import type { PlanServices } from '#server/plans/plans/change-at-provider.ts';
import { moveToCause } from '#server/plans/plans/move-to-cause.ts';
import { openPlanMoves } from '#server/plans/plans/open-plan-moves.ts';
import { mailDonor } from '#server/plans/plans/record-plan.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/*
 * Tells the donors of plans that go to another cause, moves the plans, and leaves them after all. A plan of a move
 * waits for its donor to be told, then for its day. It is moved, or left because it ended or its donor chose another
 * cause meanwhile; or it stays because the team has cancelled the move. Each step is a transaction with its mail, so a
 * process that dies has done it or has not.
 */

/** Does whatever is to be done for moves, plan by plan. What fails is tried again, and the other plans go on. */
export async function workOnPlanMoves(db: Db, services: PlanServices): Promise<void> {
  const failures: unknown[] = [];
  await leadPastClosedCauses(db);
  await leaveClosedCauses(db);
  for (const step of await nextSteps(db)) {
    try {
      if (step.isCancelled) await letStay(db, step, services);
      else if (step.dueAt === null) await tell(db, step, services.mailer);
      else await move(db, step, services);
    } catch (error) {
      failures.push(error);
    }
  }
  for (const { id, fromCauseId, toCauseId } of await openPlanMoves(db).execute()) {
    await finish(db, { id, fromCauseId, toCauseId });
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some plans were not moved');
}

type Step = Awaited<ReturnType<typeof nextSteps>>[number];

/** What is to be done now. Earlier moves come first, so that the last mail about a plan is true. */
function nextSteps(db: Db) {
  return db
    .selectFrom('planMovePlans')
    .innerJoin('planMoves', 'planMoves.id', 'moveId')
    .innerJoin('causes as source', 'source.id', 'fromCauseId')
    .innerJoin('causes as target', 'target.id', 'toCauseId')
    .select(['moveId', 'planId', 'fromCauseId', 'toCauseId', 'planMovePlans.dueAt'])
    .select(['source.name as fromName', 'source.causeState as fromState', 'target.name as toName'])
    .select(sql<boolean>`cancelled_at is not null`.as('isCancelled'))
    .select(sql<boolean>`coalesce(plan_move_plans.due_at <= now(), false)`.as('isDue'))
    .where('outcome', 'is', null)
    .where((row) =>
      row.or([
        row('cancelledAt', 'is not', null),
        row('planMovePlans.dueAt', 'is', null),
        row('planMovePlans.dueAt', '<=', sql<string>`now()`),
      ]),
    )
    .orderBy('moveId')
    .orderBy('planId')
    .execute();
}

/** Tells the donor of a plan that it is moved in 14 days. */
async function tell(db: Db, step: Step, mailer: Mailer): Promise<void> {
  const { moveId, planId, fromCauseId, fromName, fromState, toName } = step;
  await db.transaction().execute(async (trx) => {
    // Whoever cancels the move waits until it is known who was told.
    const open = await trx
      .selectFrom('planMoves')
      .select('id')
      .where('id', '=', moveId)
      .where('cancelledAt', 'is', null)
      .forShare()
      .executeTakeFirst();
    // That an earlier move was cancelled is told first.
    const earlier = await trx
      .selectFrom('planMovePlans')
      .select('moveId')
      .where('planId', '=', planId)
      .where('moveId', '<', moveId)
      .where('outcome', 'is', null)
      .executeTakeFirst();
    if (!open || earlier) return;
    const plan = await runningPlansOf(trx, fromCauseId)
      .selectAll()
      .where('id', '=', planId)
      .executeTakeFirst();
    if (!plan) {
      await decide(trx, step, 'left');
      return;
    }
    const told = await trx
      .updateTable('planMovePlans')
      .set({ dueAt: sql<string>`now() + make_interval(days => ${planMoveDays})` })
      .where('moveId', '=', moveId)
      .where('planId', '=', planId)
      .where('dueAt', 'is', null)
      .where('outcome', 'is', null)
      .returning('dueAt')
      .$narrowType<{ dueAt: string }>()
      .executeTakeFirst();
    // Another process has told them.
    if (!told) return;
    await mailDonor(trx, plan, fromName, mailer, (facts) =>
      planIsMoving(mailer.config, facts, {
        to: toName,
        dueAt: told.dueAt,
        isClosed: fromState === 'closed',
      }),
    );
  });
}

/** Moves a plan at the provider, unless the team has cancelled the move by the time at which nobody else changes the plan. */
async function move(db: Db, step: Step, services: PlanServices): Promise<void> {
  const { moveId, planId, fromCauseId, toCauseId } = step;
  await moveToCause(db, { id: planId, from: fromCauseId, to: toCauseId }, services, {
    isWanted: async () =>
      (await openPlanMoves(db).where('planMoves.id', '=', moveId).executeTakeFirst()) !== undefined,
    also: async (trx, isMoved) => {
      await decide(trx, step, isMoved ? 'moved' : 'left');
    },
  });
}

/** Tells the donor of a plan whose move was cancelled that it stays, if they were told otherwise and it does. */
async function letStay(db: Db, step: Step, services: PlanServices): Promise<void> {
  const { planId, fromCauseId, dueAt, isDue } = step;
  if (!isDue) {
    await db
      .transaction()
      .execute((trx) => tellThatItStays(trx, step, services.mailer, dueAt !== null));
    return;
  }
  // It may be on its way at this moment, or have been moved without an answer: the provider keeps it where it was.
  await moveToCause(db, { id: planId, from: fromCauseId, to: fromCauseId }, services, {
    isWanted: () => isUndecided(db, step),
    also: (trx, isKept) => tellThatItStays(trx, step, services.mailer, isKept),
  });
}

async function tellThatItStays(
  trx: Trx,
  step: Step,
  mailer: Mailer,
  wereTold: boolean,
): Promise<void> {
  const plan = await runningPlansOf(trx, step.fromCauseId)
    .selectAll()
    .where('id', '=', step.planId)
    .executeTakeFirst();
  if (!(await decide(trx, step, plan ? 'stayed' : 'left')) || !plan || !wereTold) return;
  await mailDonor(trx, plan, step.fromName, mailer, (facts) => planStays(mailer.config, facts));
}

type OfPlanMove = { moveId: PlanMoveId; planId: PlanId };

async function isUndecided(db: Db, { moveId, planId }: OfPlanMove): Promise<boolean> {
  const row = await db
    .selectFrom('planMovePlans')
    .select('planId')
    .where('moveId', '=', moveId)
    .where('planId', '=', planId)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether nobody has decided it before. */
async function decide(
  trx: Trx,
  { moveId, planId }: OfPlanMove,
  outcome: 'moved' | 'left' | 'stayed',
): Promise<boolean> {
  const decided = await trx
    .updateTable('planMovePlans')
    .set({ outcome })
    .where('moveId', '=', moveId)
    .where('planId', '=', planId)
    .where('outcome', 'is', null)
    .returning('planId')
    .executeTakeFirst();
  return decided !== undefined;
}

/** Notes that a move is over, once each of its plans is decided. */
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
      .where(
        sql<boolean>`not exists (select from plan_move_plans where move_id = ${id} and outcome is null)`,
      )
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
