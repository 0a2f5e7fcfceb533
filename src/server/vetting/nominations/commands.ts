import { sql } from 'kysely';
import type { CauseId, DecisionId, NominationId } from '#contract/ids.ts';
import type { Nomination, UndoneDecision } from '#contract/vetting/nominations.ts';
import type { NomineeKnows, Urgency } from '#core/vetting/nomination-needs.ts';
import {
  applyNominationAction,
  flagsOf,
  isClosedByErasure,
  type NominationAction,
  type NominationStatus,
  nominationStatus,
  statusAfter,
} from '#core/vetting/nomination-status.ts';
import { demandRight, type TeamMember, userActor, type Visitor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { mayMailStranger } from '#server/platform/misuse/mail-limit.ts';
import type { SettingsStore } from '#server/platform/settings/settings-store.ts';
import { assertChecked } from '#server/vetting/checklists/check-gate.ts';
import {
  assertMayDecideAppeal,
  closeAppeal,
  findOpenAppeal,
  reopenAppeal,
} from '#server/vetting/nominations/decide-appeal.ts';
import { assertStillSeen } from '#server/vetting/nominations/decision-history.ts';
import {
  findLastDecision,
  recordDecision,
  undoMail,
} from '#server/vetting/nominations/decision-mails.ts';
import { newNomination, nominationReceived } from '#server/vetting/nominations/emails.ts';
import { setPageVisibility } from '#server/vetting/nominations/page-visibility.ts';
import {
  assertActionAllowed,
  assertMayHaveGoal,
  assertUndoable,
} from '#server/vetting/nominations/policy.ts';
import { getNomination } from '#server/vetting/nominations/queries.ts';
import { assertNoConflict } from '#server/vetting/reviews/conflicts.ts';
import { assertHigherGoalReviewed, assertReviewed } from '#server/vetting/reviews/review-gate.ts';
import {
  createFirstTrackingLink,
  firstTrackingToken,
} from '#server/vetting/tracking-links/commands.ts';

interface NominationInput {
  nominee: string;
  causeId: CauseId;
  description: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  zip: string;
  neededAmount?: number | undefined;
  urgency?: Urgency | undefined;
  nomineeKnows?: NomineeKnows | undefined;
}

/** What whoever submits a nomination gets to know. */
interface SubmittedNomination {
  id: NominationId;
  reference: string;
  /** The secret of a private link to its tracking page. */
  trackingToken: string;
  isConfirmedByEmail: boolean;
}

/**
 * Stores a pending nomination, confirms it to the nominator, unless that address has had enough mail, and informs the
 * team. Once for each key.
 */
export async function submitNomination(
  db: Db,
  visitor: Visitor,
  input: NominationInput,
  mailer: Mailer,
  idempotencyKey: string | null = null,
): Promise<SubmittedNomination> {
  const keyed = { key: idempotencyKey, scope: 'nomination', request: input };
  const stored = await oncePerKey(db, keyed, async (trx) => {
    const id = newId<NominationId>();
    // Locked, so that the cause cannot be deleted before the nomination is stored.
    const cause = await trx
      .selectFrom('causes')
      .select('name')
      .where('id', '=', input.causeId)
      .forKeyShare()
      .executeTakeFirst();
    if (!cause) {
      throw new AppError('invalid_input', 'Please choose a cause from the list.', {
        causeId: 'Choose a cause from the list',
      });
    }
    const { neededAmount: neededCents, ...rest } = input;
    const { reference } = await trx
      .insertInto('nominations')
      .values({ id, neededCents, ...rest })
      .returning('reference')
      .executeTakeFirstOrThrow();
    await recordAudit(trx, {
      actor: 'visitor',
      action: 'nomination.submitted',
      subjectId: id,
      after: { status: 'pending' },
    });
    const { config } = mailer;
    const trackingUrl = await createFirstTrackingLink(trx, id, config);
    const nomination = { id, reference, trackingUrl, causeName: cause.name, ...input };
    const isConfirmedByEmail = await mayMailStranger(
      trx,
      'nomination',
      visitor,
      input.email,
      config,
    );
    if (isConfirmedByEmail) await mailer.enqueue(trx, nominationReceived(config, nomination));
    await mailer.enqueueForTeam(trx, (to) => newNomination(config, to, nomination));
    return { id, isConfirmedByEmail };
  });
  // Not stored with the response: whoever reads the database must not find the link.
  const { reference } = await db
    .selectFrom('nominations')
    .select('reference')
    .where('id', '=', stored.id)
    .executeTakeFirstOrThrow();
  return { ...stored, reference, trackingToken: firstTrackingToken(stored.id, mailer.config) };
}

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

async function changeGoal(
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

/**
 * Of an appeal whose acceptance the nominator was not told, a rejection decides nothing: it waits again. Otherwise, whoever
 * rejected it first could overrule the other person who has to decide.
 */
async function keepAppealOpen(trx: Trx, id: NominationId): Promise<void> {
  const last = await findLastDecision(trx, id);
  if (last?.action === 'accept' && last.mailLeftAt === null) await reopenAppeal(trx, last.id);
}

async function lockNomination(trx: Trx, id: NominationId) {
  const nomination = await trx
    .selectFrom('nominations')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  if (isClosedByErasure(nomination)) {
    throw new AppError(
      'nomination_erased',
      'The personal data of this nomination was erased, so nobody can decide about it anymore.',
    );
  }
  return nomination;
}
