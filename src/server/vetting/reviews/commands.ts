import { sql } from 'kysely';
import type { NominationId, ReviewId, UserId } from '#contract/ids.ts';
import type { NominationReviews } from '#contract/vetting/reviews.ts';
import type { Recommendation } from '#core/vetting/reviews.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { auditAction, recordAudit } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import { assertNoConflict } from '#server/vetting/reviews/conflicts.ts';
import { isOpenForChecks, lockNomination } from '#server/vetting/reviews/lock-nomination.ts';
import { areMissing, assertMayReview } from '#server/vetting/reviews/policy.ts';
import { countReviews, findLastReview, listReviews } from '#server/vetting/reviews/queries.ts';

interface ReviewInput {
  id: NominationId;
  recommendation: Recommendation;
  reason: string;
}

/**
 * Stores a recommendation, or a change of one's own as a new version. The same one sent again is no new version. 409 once
 * there is a decision, and for whoever has a conflict of interest.
 */
export async function giveReview(
  db: Db,
  actor: TeamMember,
  { id, recommendation, reason }: ReviewInput,
  settings: SettingsStore,
): Promise<NominationReviews> {
  demandRight(actor, 'nominations.decide');
  await db.transaction().execute(async (trx) => {
    const nomination = await lockNomination(trx, id);
    await assertNoConflict(trx, actor, id);
    const last = await findLastReview(trx, actor.id, id);
    assertMayReview(nomination, {
      hasReviewed: last !== undefined,
      isMissing: areMissing(await countReviews(trx, id), (await settings.read(trx)).vetting),
    });
    if (last?.recommendation === recommendation && last.reason === reason) return;
    const version = (last?.version ?? 0) + 1;
    await trx
      .insertInto('reviews')
      .values({
        id: newId<ReviewId>(),
        nominationId: id,
        reviewer: actor.id,
        version,
        recommendation,
        reason,
      })
      .execute();
    // Without what it recommends: whoever reads the trail may have to recommend something, too.
    await auditAction(trx, actor, 'nomination.reviewed', id, { version });
  });
  return listReviews(db, actor, id, settings);
}

/**
 * Notes that somebody has an interest of their own. Points that they settled are to be settled anew by somebody else, as
 * their recommendation does not count. Once it is noted, nothing changes.
 */
export async function declareConflict(
  db: Db,
  actor: TeamMember,
  { id, reason }: { id: NominationId; reason: string },
  settings: SettingsStore,
): Promise<NominationReviews> {
  demandRight(actor, 'nominations.decide');
  await db.transaction().execute(async (trx) => {
    const nomination = await lockNomination(trx, id);
    const declared = await trx
      .insertInto('conflicts')
      .values({ nominationId: id, userId: actor.id, reason })
      .onConflict((conflict) => conflict.doNothing())
      .returning('userId')
      .executeTakeFirst();
    if (!declared) return;
    await auditAction(trx, actor, 'nomination.conflict_declared', id);
    if (isOpenForChecks(nomination)) await reopenPoints(trx, actor, id);
  });
  return listReviews(db, actor, id, settings);
}

async function reopenPoints(
  trx: Trx,
  actor: TeamMember,
  nominationId: NominationId,
): Promise<void> {
  const settled = await trx
    .selectFrom('checklistPoints')
    .select(['pointId', 'text', 'state', 'revision'])
    .where('nominationId', '=', nominationId)
    .where('changedBy', '=', actor.id)
    .where('state', 'in', ['done', 'not_applicable'])
    .orderBy('position')
    .execute();
  for (const { pointId, text, state, revision } of settled) {
    await trx
      .updateTable('checklistPoints')
      .set({ state: 'in_progress', changedAt: sql<string>`now()`, revision: revision + 1 })
      .where('nominationId', '=', nominationId)
      .where('pointId', '=', pointId)
      .execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'nomination.point_changed',
      subjectId: nominationId,
      before: { pointState: state },
      after: { point: text, pointState: 'in_progress' },
    });
  }
}

/** Takes back what a colleague has declared by mistake. 404 if there is nothing, 409 for one's own. */
export async function liftConflict(
  db: Db,
  actor: TeamMember,
  { id, userId }: { id: NominationId; userId: UserId },
  settings: SettingsStore,
): Promise<NominationReviews> {
  demandRight(actor, 'nominations.decide');
  if (userId === actor.id) {
    throw new AppError(
      'conflict_of_interest',
      'Only a colleague can take back a conflict of interest that you have declared.',
    );
  }
  await db.transaction().execute(async (trx) => {
    await lockNomination(trx, id);
    await assertNoConflict(trx, actor, id);
    const { firstName, lastName } = await trx
      .deleteFrom('conflicts')
      .using('users')
      .whereRef('users.id', '=', 'conflicts.userId')
      .where('conflicts.nominationId', '=', id)
      .where('conflicts.userId', '=', userId)
      .returning(['users.firstName', 'users.lastName'])
      .executeTakeFirstOrThrow(() => notFound('conflict of interest'));
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'nomination.conflict_lifted',
      subjectId: id,
      after: { person: `${firstName} ${lastName}` },
    });
  });
  return listReviews(db, actor, id, settings);
}
