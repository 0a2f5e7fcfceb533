import type { NominationId } from '#contract/ids.ts';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import { lockNomination } from '#server/vetting/nominations/lock-nomination.ts';
import { assertMayHaveGoal } from '#server/vetting/nominations/policy.ts';
import { getNomination } from '#server/vetting/nominations/queries.ts';
import { assertNoConflict } from '#server/vetting/reviews/conflicts.ts';
import { assertHigherGoalReviewed } from '#server/vetting/reviews/review-gate.ts';

/**
 * Sets the goal of an accepted nomination, in cents, or removes it with null. 409 for any other nomination, and if the
 * settings ask for recommendations that are missing.
 */
export async function setGoal(
  db: Db,
  actor: TeamMember,
  { id, goalAmount }: { id: NominationId; goalAmount: number | null },
  settings: SettingsStore,
): Promise<Nomination> {
  demandRight(actor, 'nominations.decide');
  await db.transaction().execute(async (trx) => {
    const nomination = await lockNomination(trx, id);
    assertMayHaveGoal(nomination);
    await assertNoConflict(trx, actor, id);
    const { vetting } = await settings.read(trx);
    await assertHigherGoalReviewed(trx, nomination, goalAmount, vetting);
    await changeGoal(trx, actor, nomination, goalAmount);
  });
  return getNomination(db, actor, id);
}

export async function changeGoal(
  trx: Trx,
  actor: TeamMember,
  { id, goalCents: before }: { id: NominationId; goalCents: number | null },
  goalCents: number | null,
): Promise<void> {
  if (goalCents === before) return;
  await trx.updateTable('nominations').set({ goalCents }).where('id', '=', id).execute();
  await recordAudit(trx, {
    actor: userActor(actor),
    action: 'nomination.goal_set',
    subjectId: id,
    before: { goalCents: before },
    after: { goalCents },
  });
}
