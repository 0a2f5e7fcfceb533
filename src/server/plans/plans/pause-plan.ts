import type { PlanId } from '#contract/ids.ts';
import { formatDay } from '#core/platform/dates.ts';
import { changeAtProvider, type PlanServices } from '#server/plans/plans/change-at-provider.ts';
import { changeByTeam } from '#server/plans/plans/change-by-team.ts';
import { runningPlan } from '#server/plans/plans/known-plan.ts';
import { startOf } from '#server/plans/plans/plan-days.ts';
import { findPlanLink } from '#server/plans/plans/plan-links.ts';
import { whileReserved } from '#server/plans/plans/reserve-plan.ts';
import { demandRight, type TeamMember } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/** Somebody of the team pauses a plan until a day. */
export async function pausePlan(
  db: Db,
  actor: TeamMember,
  { id, until }: { id: PlanId; until: string },
  services: PlanServices,
): Promise<void> {
  demandRight(actor, 'money.write');
  await whileReserved(db, id, async () => {
    const plan = await runningPlan(db, id);
    const pausedUntil = startOf(until, services.mailer);
    await changeByTeam(db, actor, plan, { pausedUntil }, services, {
      words: `it is paused until ${formatDay(until)}.`,
      audit: { action: 'plan.paused' },
    });
  });
}

/** The donor pauses a plan until a day, with any link, as it can stop: nobody is charged more by it. */
export async function pauseOwnPlan(
  db: Db,
  { token, until }: { token: string; until: string },
  services: PlanServices,
): Promise<void> {
  const { planId, user } = await findPlanLink(db, token);
  await whileReserved(db, planId, async () => {
    const plan = await runningPlan(db, planId);
    // An earlier end of a pause would charge sooner, and takes a fresh link, as ending it does.
    if (plan.state !== 'active') {
      throw new AppError(
        'plan_not_active',
        'Your recurring donation can be paused while it is active.',
      );
    }
    await changeAtProvider(
      db,
      plan,
      { pausedUntil: startOf(until, services.mailer) },
      user,
      services,
    );
  });
}
