import type { NominationId } from '#contract/ids.ts';
import type { Nomination } from '#contract/vetting/nominations.ts';
import {
  applyNominationAction,
  type NominationAction,
  type NominationStatus,
  nominationStatus,
  statusAfter,
} from '#core/vetting/nomination-status.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { assertChecked } from '#server/vetting/checklists/check-gate.ts';
import {
  assertMayDecideAppeal,
  closeAppeal,
  findOpenAppeal,
  reopenAppeal,
} from '#server/vetting/nominations/decide-appeal.ts';
import { assertStillSeen } from '#server/vetting/nominations/decision-history.ts';
import { findLastDecision, recordDecision } from '#server/vetting/nominations/decision-mails.ts';
import { lockNomination } from '#server/vetting/nominations/lock-nomination.ts';
import { setPageVisibility } from '#server/vetting/nominations/page-visibility.ts';
import { assertActionAllowed } from '#server/vetting/nominations/policy.ts';
import { getNomination } from '#server/vetting/nominations/queries.ts';
import { changeGoal } from '#server/vetting/nominations/set-goal.ts';
import { assertNoConflict } from '#server/vetting/reviews/conflicts.ts';
import { assertReviewed } from '#server/vetting/reviews/review-gate.ts';

/**
 * Accepts, rejects, or completes a nomination; accepting may set its goal. The nominator's mail leaves once the decision
 * can no longer be undone. 409 if its status does not allow it, if a step is missing that the settings ask for, and for
 * whoever has a conflict of interest.
 */
export async function changeNominationStatus(
  db: Db,
  actor: TeamMember,
  { id, action, goalAmount, seenStatus, reason = null, note = '', letter = null }: StatusChange,
  mailer: Mailer,
): Promise<Nomination> {
  demandRight(actor, 'nominations.decide');
  await db.transaction().execute(async (trx) => {
    const nomination = await lockNomination(trx, id);
    await assertStillSeen(trx, nomination, seenStatus);
    assertActionAllowed(nomination, action);
    await assertNoConflict(trx, actor, id);
    if (action === 'accept') {
      const { vetting } = await mailer.settings.read(trx);
      await assertChecked(trx, id, vetting);
      await assertReviewed(trx, id, goalAmount ?? nomination.goalCents, vetting);
    }
    const appeal = action === 'accept' ? await findOpenAppeal(trx, id) : null;
    if (appeal) await assertMayDecideAppeal(trx, actor, appeal);
    const statusBefore = nominationStatus(nomination);
    const { isAccepted, isRejected, isCompleted } = applyNominationAction(nomination, action);
    const changed = { isAccepted, isRejected, isCompleted };
    await trx.updateTable('nominations').set(changed).where('id', '=', id).execute();
    if (goalAmount !== undefined) await changeGoal(trx, actor, nomination, goalAmount);
    const hidPage =
      action === 'reject' && (await setPageVisibility(trx, userActor(actor), id, false));
    await recordAudit(trx, {
      actor: userActor(actor),
      action: `nomination.${statusAfter[action]}`,
      subjectId: id,
      before: { status: statusBefore },
      after: {
        status: nominationStatus(changed),
        ...(reason !== null && { decisionReason: reason }),
        ...(letter !== null && { hasLetter: true }),
      },
    });
    if (action === 'reject') await keepAppealOpen(trx, id);
    const goalBeforeCents = nomination.goalCents;
    const written = { reason, note, letter, decidedBy: actor.id };
    const decision = {
      nominationId: id,
      action,
      statusBefore,
      hidPage,
      goalBeforeCents,
      ...written,
    };
    const decisionId = await recordDecision(trx, decision, mailer);
    if (appeal) await closeAppeal(trx, actor, appeal, { outcome: 'accepted', decisionId });
  });
  return getNomination(db, actor, id);
}

interface StatusChange {
  id: NominationId;
  action: NominationAction;
  goalAmount?: number | undefined;
  /** The status that the caller has seen. */
  seenStatus?: NominationStatus | undefined;
  reason?: string | null;
  note?: string;
  letter?: string | null;
}

/**
 * Of an appeal whose acceptance the nominator was not told, a rejection decides nothing: it waits again. Otherwise, whoever
 * rejected it first could overrule the other person who has to decide.
 */
async function keepAppealOpen(trx: Trx, id: NominationId): Promise<void> {
  const last = await findLastDecision(trx, id);
  if (last?.action === 'accept' && last.mailLeftAt === null) await reopenAppeal(trx, last.id);
}
