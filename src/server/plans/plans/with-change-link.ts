import { runningPlan } from '#server/plans/plans/known-plan.ts';
import { type LinkUser, releaseChangeLink, useChangeLink } from '#server/plans/plans/plan-links.ts';
import { whileReserved } from '#server/plans/plans/reserve-plan.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { KnownPlan } from '#server/provider/payment-provider/provider.ts';

/** Does something with the plan of a link, which is used up unless it fails. */
export async function withLink(
  db: Db,
  token: string,
  work: (plan: KnownPlan, user: LinkUser) => Promise<void>,
): Promise<void> {
  const { planId: id, user } = await useChangeLink(db, token);
  try {
    await whileReserved(db, id, async () => work(await runningPlan(db, id), user));
  } catch (error) {
    await releaseChangeLink(db, token);
    throw error;
  }
}
