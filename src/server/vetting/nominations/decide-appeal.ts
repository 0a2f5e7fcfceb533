import { sql } from 'kysely';
import type { AppealId, DecisionId, NominationId, UserId } from '#contract/ids.ts';
import { approversOf } from '#server/people/approvals/queries.ts';
import { type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { hasConflict } from '#server/vetting/reviews/conflicts.ts';

/* Who may decide an appeal, and what an undo does to it. */

/** An appeal that nobody has decided, and who rejected the nomination. */
export interface OpenAppeal {
  id: AppealId;
  nominationId: NominationId;
  /** Null for a rejection of before this was noted. */
  rejectedBy: UserId | null;
}

/** The appeal of a nomination that nobody has decided; null if there is none. */
export async function findOpenAppeal(db: Db, id: NominationId): Promise<OpenAppeal | null> {
  const appeal = await db
    .selectFrom('appeals')
    .innerJoin('nominationDecisions', 'nominationDecisions.id', 'appeals.decisionId')
    .select(['appeals.id', 'appeals.nominationId', 'nominationDecisions.decidedBy as rejectedBy'])
    .where('appeals.nominationId', '=', id)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  return appeal ?? null;
}

/** Throws 409 for whoever rejected the nomination, unless nobody else of the team could decide. */
export async function assertMayDecideAppeal(
  db: Db,
  actor: Pick<TeamMember, 'id'>,
  { rejectedBy, nominationId }: Pick<OpenAppeal, 'rejectedBy' | 'nominationId'>,
): Promise<void> {
  if (rejectedBy !== actor.id || (await isOnlyDecider(db, actor.id, nominationId))) return;
  throw new AppError(
    'own_decision',
    'You rejected this nomination, so somebody else of the team decides about the appeal.',
  );
}

/** The same as an answer, for somebody with the right to decide about nominations; with a conflict, nobody may. */
export async function mayDecideAppeal(
  db: Db,
  reader: Pick<TeamMember, 'id'>,
  { rejectedBy, nominationId }: Pick<OpenAppeal, 'rejectedBy' | 'nominationId'>,
): Promise<boolean> {
  if (await hasConflict(db, reader.id, nominationId)) return false;
  return rejectedBy !== reader.id || isOnlyDecider(db, reader.id, nominationId);
}

/** Whether nobody else of the team who can sign in may decide about a nomination: by right, and without a conflict. */
export async function isOnlyDecider(
  db: Db,
  id: UserId,
  nominationId: NominationId,
): Promise<boolean> {
  const people = await approversOf(db, 'nominations.decide');
  const conflicts = await db
    .selectFrom('conflicts')
    .select('userId')
    .where('nominationId', '=', nominationId)
    .execute();
  const excluded = new Set(conflicts.map(({ userId }) => userId));
  return people.every((person) => person.id === id || excluded.has(person.id));
}

/** Notes how an appeal was decided. The caller has locked the nomination. */
export async function closeAppeal(
  trx: Trx,
  actor: TeamMember,
  { id, nominationId }: OpenAppeal,
  { outcome, decisionId }: { outcome: 'accepted' | 'upheld'; decisionId: DecisionId | null },
): Promise<void> {
  await trx
    .updateTable('appeals')
    .set({
      outcome,
      decidedAt: sql<string>`now()`,
      decidedBy: actor.id,
      outcomeDecisionId: decisionId,
    })
    .where('id', '=', id)
    .execute();
  await recordAudit(trx, {
    actor: userActor(actor),
    action: 'nomination.appeal_decided',
    subjectId: nominationId,
    after: { outcome },
  });
}

/** An acceptance was undone, or replaced before anybody was told: the appeal that it decided waits again. */
export async function reopenAppeal(trx: Trx, decisionId: DecisionId): Promise<void> {
  await trx
    .updateTable('appeals')
    .set({ outcome: null, decidedAt: sql<string>`null`, decidedBy: null, outcomeDecisionId: null })
    .where('outcomeDecisionId', '=', decisionId)
    .execute();
}
