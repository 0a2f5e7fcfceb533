import { bookAnswer, type PlanServices, patience } from '#server/plans/plans/change-at-provider.ts';
import { dropTeamChange, keepTeamChange } from '#server/plans/plans/team-change.ts';
import { type TeamMember, userActor } from '#server/platform/actor.ts';
import { type AuditEntry, recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import {
  DefiniteFailure,
  type KnownPlan,
  type PlanChange,
} from '#server/provider/payment-provider/provider.ts';

/**
 * A change of the team: it is in the audit trail before the provider hears of it, so that nothing is done of which the trail
 * does not know, and so is what the provider refuses or leaves open. The donor is told once it is known that it was made.
 */
export async function changeByTeam(
  db: Db,
  member: TeamMember,
  plan: KnownPlan,
  what: PlanChange,
  services: PlanServices,
  { words, audit }: { words: string; audit: Omit<AuditEntry, 'actor' | 'subjectId'> },
): Promise<void> {
  const actor = userActor(member);
  const record = (trx: Trx, entry: Omit<AuditEntry, 'actor' | 'subjectId'>) =>
    recordAudit(trx, { actor, subjectId: plan.id, ...entry });
  await db.transaction().execute(async (trx) => {
    await keepTeamChange(trx, plan.id, words, what);
    await record(trx, audit);
  });
  let isAnswered = false;
  try {
    const fact = await services.payments.changePlan(plan, what, AbortSignal.timeout(patience));
    isAnswered = true;
    await bookAnswer(db, fact, actor, services);
  } catch (error) {
    if (error instanceof DefiniteFailure && !isAnswered) {
      await db.transaction().execute(async (trx) => {
        await dropTeamChange(trx, plan.id);
        await record(trx, { action: 'plan.change_refused' });
      });
      throw error.refusal;
    }
    const reason = isAnswered
      ? 'The payment provider has done it, and it was not booked at once.'
      : 'The payment provider has not said whether it was done.';
    await db.transaction().execute((trx) => record(trx, { action: 'plan.change_open', reason }));
    throw error;
  }
}
