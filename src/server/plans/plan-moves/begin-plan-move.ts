import { sql } from 'kysely';
import type { CauseId, PlanMoveId } from '#contract/ids.ts';
import { planMoveDays } from '#contract/plans/plan-moves.ts';
import { runningPlansOf } from '#server/plans/plan-moves/queries.ts';
import { openPlanMoves } from '#server/plans/plans/open-plan-moves.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';

/** Begins to move the running plans of a cause, for whoever may have it done. Returns how many there are. */
export async function beginPlanMove(
  trx: Trx,
  { id, toCauseId }: { id: CauseId; toCauseId: CauseId },
  actor: string,
): Promise<number> {
  const moveId = newId<PlanMoveId>();
  const dueAt = sql<string>`now() + make_interval(days => ${planMoveDays})`;
  await trx
    .insertInto('planMoves')
    .values({ id: moveId, fromCauseId: id, toCauseId, requestedBy: actor, dueAt })
    .execute();
  const count = await addPlans(trx, moveId, id);
  if (count === 0) {
    await trx.deleteFrom('planMoves').where('id', '=', moveId).execute();
    return 0;
  }
  await recordAudit(trx, {
    actor,
    action: 'cause.plans_move_requested',
    subjectId: id,
    after: { cause: toCauseId },
  });
  return count;
}

/**
 * Lets no plan stay with a closed cause: also one whose first payment was under way when it was closed, and one that somebody
 * has moved there.
 */
export async function leaveClosedCauses(db: Db): Promise<void> {
  for (const { id } of await withPlansLeft(db)) {
    await db.transaction().execute(async (trx) => {
      const cause = await trx
        .selectFrom('causes')
        .select('plansToId')
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst();
      // Opened again meanwhile.
      if (!cause?.plansToId) return;
      const open = await openPlanMoves(trx).where('fromCauseId', '=', id).executeTakeFirst();
      if (open) await addPlans(trx, open.id, id);
      else await beginPlanMove(trx, { id, toCauseId: cause.plansToId }, 'system');
    });
  }
}

/**
 * Sends the plans that are on their way to a cause which was closed meanwhile to where its own go: their donors are told
 * anew, and have as long as ever. Those that would come back stay.
 */
export async function leadPastClosedCauses(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: PlanMoveId; isCancelled: boolean }>`
      update plan_moves set
        to_cause_id = case when plans_to_id = from_cause_id then to_cause_id else plans_to_id end,
        cancelled_at = case when plans_to_id = from_cause_id then now() end,
        due_at = now() + make_interval(days => ${planMoveDays}::int)
      from causes where causes.id = to_cause_id and cause_state = 'closed'
        and cancelled_at is null and done_at is null
      returning plan_moves.id, cancelled_at is not null as is_cancelled`.execute(trx);
    const led = rows.filter(({ isCancelled }) => !isCancelled).map(({ id }) => id);
    await trx
      .updateTable('planMovePlans')
      .set({ dueAt: null })
      .where(sql<boolean>`move_id = any(${led}::uuid[])`)
      .where('outcome', 'is', null)
      .execute();
  });
}

/** The closed causes with running plans that are going nowhere. */
function withPlansLeft(db: Db) {
  return db
    .selectFrom('causes')
    .select('causes.id')
    .where('causeState', '=', 'closed')
    .where(({ exists }) =>
      exists(
        runningPlansOf(db, sql.ref<CauseId>('causes.id'))
          .select('plans.id')
          .where(
            sql<boolean>`not exists (select from plan_move_plans
            join plan_moves on plan_moves.id = move_id
            where plan_id = plans.id and from_cause_id = causes.id and cancelled_at is null and done_at is null)`,
          ),
      ),
    )
    .execute();
}

async function addPlans(trx: Trx, moveId: PlanMoveId, id: CauseId): Promise<number> {
  const { numInsertedOrUpdatedRows: count } = await trx
    .insertInto('planMovePlans')
    .columns(['moveId', 'planId'])
    .expression(runningPlansOf(trx, id).select([sql.val(moveId).as('moveId'), 'id']))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(count ?? 0);
}
