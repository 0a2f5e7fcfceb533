import { sql } from 'kysely';
import type { PlanId } from '#contract/ids.ts';
import type { EndReason } from '#core/plans/plans.ts';
import type { PlanServices } from '#server/plans/plans/change-at-provider.ts';
import { planStopWaits } from '#server/plans/plans/emails.ts';
import { runningPlan } from '#server/plans/plans/known-plan.ts';
import { findPlanLink } from '#server/plans/plans/plan-links.ts';
import { findPlanRow } from '#server/plans/plans/queries.ts';
import { mailDonor, recordPlanEvent } from '#server/plans/plans/record-plan.ts';
import { askProvider } from '#server/plans/plans/repeat-plan-requests.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';

/** Somebody of the team stops a plan, for a reason that only the team reads. */
export async function stopPlan(
  db: Db,
  actor: TeamMember,
  { id, reason }: { id: PlanId; reason: string },
  services: PlanServices,
): Promise<void> {
  demandRight(actor, 'money.write');
  await runningPlan(db, id);
  await requestStop(db, id, { why: 'staff', actor: userActor(actor) }, (trx) =>
    recordAudit(trx, { actor: userActor(actor), action: 'plan.stopped', subjectId: id, reason }),
  );
  await confirmStop(db, id, services);
}

/** The donor stops a plan, with any link. */
export async function stopOwnPlan(db: Db, token: string, services: PlanServices): Promise<void> {
  const { planId, user } = await findPlanLink(db, token);
  const isFirst = await requestStop(db, planId, { why: 'donor', actor: user });
  // Pressing it once more sends no mail once more.
  await (isFirst ? confirmStop : askProvider)(db, planId, services);
}

/** Stops every plan of these donors, before they are erased. Returns how many the provider has not confirmed. */
export async function stopPlansOf(
  db: Db,
  donors: string[],
  actor: TeamMember,
  services: PlanServices,
): Promise<number> {
  const plans = await db
    .selectFrom('plans')
    .select('id')
    .where(sql<boolean>`donor_id = any(${donors}::uuid[])`)
    .where((row) => row.or([row('state', '<>', 'ended'), row('stopRequestedAt', 'is not', null)]))
    .execute();
  let unconfirmed = 0;
  for (const { id } of plans) {
    await requestStop(db, id, { why: 'staff', actor: userActor(actor) });
    if (!(await askProvider(db, id, services))) unconfirmed++;
  }
  return unconfirmed;
}

/**
 * The same as a part of something else that the team does, such as a refund. {@link confirmStop} asks the provider
 * afterward. One that has ended, or is being stopped, stays as it is.
 */
export async function stopPlanWithin(
  trx: Trx,
  actor: TeamMember,
  { id, reason }: { id: PlanId; reason: string },
): Promise<void> {
  demandRight(actor, 'money.write');
  if (!(await keepStop(trx, id, { why: 'staff', actor: userActor(actor) }))) return;
  await recordAudit(trx, {
    actor: userActor(actor),
    action: 'plan.stopped',
    subjectId: id,
    reason,
  });
}

/**
 * Asks the provider once to end a plan that is to end. If it does not confirm, it is asked every minute, and the donor
 * reads that the card may still be charged.
 */
export async function confirmStop(db: Db, id: PlanId, services: PlanServices): Promise<void> {
  if (await askProvider(db, id, services)) return;
  const { mailer } = services;
  await db.transaction().execute(async (trx) => {
    const plan = await findPlanRow(trx, id);
    if (plan.state === 'ended') return;
    await mailDonor(trx, plan, plan.causeName, mailer, (told) =>
      planStopWaits(mailer.config, told),
    );
  });
}

/** Keeps that a plan is to end; whoever asked first is why. Returns whether this was the first time. */
export async function requestStop(
  db: Db,
  id: PlanId,
  { why, actor }: { why: EndReason; actor: string },
  also?: (trx: Trx) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const isFirst = await keepStop(trx, id, { why, actor });
    if (isFirst) await also?.(trx);
    return isFirst;
  });
}

/** Returns whether this call is the one that ends it. */
async function keepStop(
  trx: Trx,
  id: PlanId,
  { why, actor }: { why: EndReason; actor: string },
): Promise<boolean> {
  const plan = await trx
    .updateTable('plans')
    .set({ stopRequestedAt: sql<string>`now()`, endedWhy: why })
    .where('id', '=', id)
    .where('state', 'not in', ['started', 'ended'])
    .where('stopRequestedAt', 'is', null)
    .returning(['id', 'causeId', 'amountCents', 'coverCents', 'interval'])
    .executeTakeFirst();
  if (!plan) return false;
  await recordPlanEvent(trx, plan, 'stop_requested', actor, { why });
  return true;
}
