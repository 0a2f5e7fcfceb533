import { sql } from 'kysely';
import type { DecisionId, NominationId } from '#contract/ids.ts';
import type { UndoneDecision } from '#contract/vetting/nominations.ts';
import { flagsOf, nominationStatus } from '#core/vetting/nomination-status.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { reopenAppeal } from '#server/vetting/nominations/decide-appeal.ts';
import { findLastDecision, undoMail } from '#server/vetting/nominations/decision-mails.ts';
import { lockNomination } from '#server/vetting/nominations/lock-nomination.ts';
import { setPageVisibility } from '#server/vetting/nominations/page-visibility.ts';
import { assertUndoable } from '#server/vetting/nominations/policy.ts';
import { getNomination } from '#server/vetting/nominations/queries.ts';
import { changeGoal } from '#server/vetting/nominations/set-goal.ts';
import { assertNoConflict } from '#server/vetting/reviews/conflicts.ts';

/**
 * Undoes the last decision within ten minutes: status, goal, and public page are as before, and its mail is never sent. A page
 * that a colleague saved or unpublished since its rejection stays hidden. 404 for an unknown id, 409 if it is too late
 * or if something was built on it.
 */
export async function undoDecision(
  db: Db,
  actor: TeamMember,
  { id, decisionId }: { id: NominationId; decisionId: DecisionId },
  mailer: Mailer,
): Promise<UndoneDecision> {
  demandRight(actor, 'nominations.decide');
  const staysHidden = await db.transaction().execute(async (trx) => {
    const nomination = await lockNomination(trx, id);
    await assertNoConflict(trx, actor, id);
    const decision = await trx
      .selectFrom('nominationDecisions')
      .selectAll()
      // Not the start of this transaction, which may have waited.
      .select(sql<boolean>`undoable_until > clock_timestamp()`.as('isInTime'))
      .where('id', '=', decisionId)
      .where('nominationId', '=', id)
      .executeTakeFirstOrThrow(() => notFound('decision'));
    const last = await findLastDecision(trx, id);
    const isAnnounced = decision.action === 'complete' && (await isCompletionAnnounced(trx, id));
    assertUndoable({ ...decision, isLast: last?.id === decisionId, isAnnounced }, nomination);
    const { statusBefore } = decision;
    await trx.updateTable('nominations').set(flagsOf[statusBefore]).where('id', '=', id).execute();
    // It may have been set since, too: a nomination that is not accepted keeps the one that it had.
    if (decision.action === 'accept') {
      await changeGoal(trx, actor, nomination, decision.goalBeforeCents);
    }
    if (decision.hidPage) await setPageVisibility(trx, userActor(actor), id, true);
    // It may have been published since it was accepted.
    if (!flagsOf[statusBefore].isAccepted)
      await setPageVisibility(trx, userActor(actor), id, false);
    await trx
      .updateTable('nominationDecisions')
      .set({ undoneAt: sql<string>`now()` })
      .where('id', '=', decisionId)
      .execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'nomination.decision_undone',
      subjectId: id,
      before: { status: nominationStatus(nomination) },
      after: { status: statusBefore },
    });
    await reopenAppeal(trx, decisionId);
    await undoMail(trx, decision, mailer);
    return (
      decision.action === 'reject' &&
      flagsOf[statusBefore].isAccepted &&
      (await isPageWithdrawn(trx, id))
    );
  });
  return { ...(await getNomination(db, actor, id)), staysHidden };
}

/** Whether the public page was published once and is not now. */
async function isPageWithdrawn(trx: Trx, id: NominationId): Promise<boolean> {
  const page = await trx
    .selectFrom('publicPages')
    .select('nominationId')
    .where('nominationId', '=', id)
    .where('publishedAt', 'is not', null)
    .where('isPublished', '=', false)
    .executeTakeFirst();
  return page !== undefined;
}

/** Whether an update has told everybody that it is completed; its mails do not wait. */
async function isCompletionAnnounced(trx: Trx, id: NominationId): Promise<boolean> {
  const update = await trx
    .selectFrom('updates')
    .select('id')
    .where('nominationId', '=', id)
    .where('kind', '=', 'completed')
    .where('publishedAt', 'is not', null)
    .executeTakeFirst();
  return update !== undefined;
}
