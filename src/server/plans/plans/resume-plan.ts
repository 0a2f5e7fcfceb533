import type { PlanId } from '#contract/ids.ts';
import { changeAtProvider, type PlanServices } from '#server/plans/plans/change-at-provider.ts';
import { changeByTeam } from '#server/plans/plans/change-by-team.ts';
import { runningPlan } from '#server/plans/plans/known-plan.ts';
import { whileReserved } from '#server/plans/plans/reserve-plan.ts';
import { withLink } from '#server/plans/plans/with-change-link.ts';
import { demandRight, type TeamMember } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** Somebody of the team ends the pause of a plan. One that is not paused stays as it is. */
export async function resumePlan(
  db: Db,
  actor: TeamMember,
  id: PlanId,
  services: PlanServices,
): Promise<void> {
  demandRight(actor, 'money.write');
  await whileReserved(db, id, async () => {
    const plan = await runningPlan(db, id);
    if (plan.state !== 'paused') return;
    await changeByTeam(db, actor, plan, { pausedUntil: null }, services, {
      words: 'it is not paused anymore.',
      audit: { action: 'plan.resumed' },
    });
  });
}

/** The donor ends a pause, with a link that is used up by it. */
export function resumeOwnPlan(db: Db, token: string, services: PlanServices): Promise<void> {
  return withLink(db, token, (plan, user) =>
    changeAtProvider(db, plan, { pausedUntil: null }, user, services),
  );
}
