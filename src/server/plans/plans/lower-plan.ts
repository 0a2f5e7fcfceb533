import type { PlanId } from '#contract/ids.ts';
import { coverAfterLowering, type PlanParts } from '#core/plans/plan-parts.ts';
import { formatCents } from '#core/platform/money.ts';
import { changeAtProvider, type PlanServices } from '#server/plans/plans/change-at-provider.ts';
import { changeByTeam } from '#server/plans/plans/change-by-team.ts';
import { runningPlan } from '#server/plans/plans/known-plan.ts';
import { checkAmount, outOfRange } from '#server/plans/plans/plan-amounts.ts';
import { findPlanLink } from '#server/plans/plans/plan-links.ts';
import { whileReserved } from '#server/plans/plans/reserve-plan.ts';
import { demandRight, type TeamMember } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { KnownPlan } from '#server/provider/payment-provider/provider.ts';

/** Somebody of the team lowers a plan; only its donor may raise it. */
export async function lowerPlan(
  db: Db,
  actor: TeamMember,
  { id, amount }: { id: PlanId; amount: number },
  services: PlanServices,
): Promise<void> {
  demandRight(actor, 'money.write');
  await whileReserved(db, id, async () => {
    const plan = await runningPlan(db, id);
    const parts = loweredParts(plan, amount, services.mailer, 'only the donor can raise it');
    const what = `it is ${formatCents(amount)} instead of ${formatCents(plan.amountCents)} from the next payment on.`;
    await changeByTeam(db, actor, plan, { parts }, services, {
      words: what,
      audit: {
        action: 'plan.lowered',
        before: { amountCents: plan.amountCents, coverCents: plan.coverCents },
        after: parts,
      },
    });
  });
}

/** The donor lowers the amount, with any link: nobody is charged more by it. */
export async function lowerOwnPlan(
  db: Db,
  { token, amount }: { token: string; amount: number },
  services: PlanServices,
): Promise<void> {
  const { planId, user } = await findPlanLink(db, token);
  await whileReserved(db, planId, async () => {
    const plan = await runningPlan(db, planId);
    const parts = loweredParts(plan, amount, services.mailer, 'raising it takes a fresh link');
    await changeAtProvider(db, plan, { parts }, user, services);
  });
}

/** What each payment consists of with a lower amount. 422 if it is not lower; `otherwise` says who can raise it, or how. */
function loweredParts(
  plan: KnownPlan,
  amountCents: number,
  { config, settings }: Mailer,
  otherwise: string,
): PlanParts {
  const { minCents } = config.donation;
  if (amountCents < minCents) {
    throw outOfRange(
      `Must be at least ${formatCents(minCents)}, and less than ${formatCents(plan.amountCents)}`,
    );
  }
  checkAmount(amountCents, config.donation);
  if (amountCents >= plan.amountCents) {
    throw outOfRange(`Must be less than ${formatCents(plan.amountCents)}: ${otherwise}`);
  }
  const { cardCosts } = settings.current();
  return { amountCents, coverCents: coverAfterLowering(plan.coverCents, amountCents, cardCosts) };
}
