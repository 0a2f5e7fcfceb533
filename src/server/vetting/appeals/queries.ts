import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { DecisionId, FileId, NominationId } from '#contract/ids.ts';
import type { Decision } from '#contract/vetting/decisions.ts';
import type { TrackingPage } from '#contract/vetting/tracking-page.ts';
import { countInWords } from '#core/platform/counts.ts';
import { appealDays, reasonWords, undoMinutes } from '#core/vetting/decision-reasons.ts';
import { may, type TeamMember } from '#server/platform/actor.ts';
import type { Db, Schema } from '#server/platform/db/schema.ts';
import { userNameOf } from '#server/platform/db/user-names.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import { isOnlyDecider } from '#server/vetting/nominations/decide-appeal.ts';
import { findToldStatus } from '#server/vetting/nominations/decision-facts.ts';
import { findPapers, withoutNames } from '#server/vetting/papers/queries.ts';
import { hasConflict } from '#server/vetting/reviews/conflicts.ts';

/* The decisions about a nomination, and which of them can be appealed. */

/** The last rejection that the nominator was told; `isRejected` is what the nomination is now. */
function toldRejection(db: Db, nominationId: NominationId) {
  return db
    .selectFrom('nominationDecisions')
    .innerJoin('nominations', 'nominations.id', 'nominationDecisions.nominationId')
    .leftJoin('appeals', 'appeals.decisionId', 'nominationDecisions.id')
    .select([
      'nominationDecisions.id',
      'isRejected',
      'appeals.id as appealId',
      sql<string>`mail_left_at + make_interval(days => ${appealDays})`.as('canUntil'),
      sql<boolean>`mail_left_at + make_interval(days => ${appealDays}) > clock_timestamp()`.as(
        'isInTime',
      ),
    ])
    .where('nominationDecisions.nominationId', '=', nominationId)
    .where('action', '=', 'reject')
    .where('mailId', 'is not', null)
    .where('mailLeftAt', 'is not', null)
    .where('undoneAt', 'is', null)
    .orderBy('nominationDecisions.position', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The rejection that an appeal can be sent about now. 409 if there is none. */
export async function findAppealable(db: Db, nominationId: NominationId): Promise<DecisionId> {
  const rejection = await toldRejection(db, nominationId);
  const told = await findToldStatus(db, nominationId);
  if (!rejection || told.status !== 'rejected') {
    throw new AppError(
      'appeal_closed',
      'This nomination is not declined, so there is nothing to appeal.',
    );
  }
  if (rejection.appealId !== null) {
    throw new AppError('appeal_closed', 'You have appealed already. There is one appeal.');
  }
  if (!rejection.isInTime) {
    throw new AppError(
      'appeal_closed',
      `An appeal is possible for ${appealDays} days after our email, and they are over.`,
    );
  }
  if (!rejection.isRejected) {
    throw new AppError(
      'appeal_closed',
      `We are looking into this nomination right now. Please come back in ${countInWords(undoMinutes, 'minute')}.`,
    );
  }
  return rejection.id;
}

/**
 * What a nominator who was told of a rejection reads about an appeal against it. That it was accepted after all, they
 * read once the mail about that has left; then, they were not told of a rejection last.
 */
export async function findAppealForNominator(
  db: Db,
  nominationId: NominationId,
): Promise<TrackingPage['appeal']> {
  const rejection = await toldRejection(db, nominationId);
  if (!rejection) return { canUntil: null, sent: null };
  const { appealId, isInTime, canUntil } = rejection;
  if (appealId === null) return { canUntil: isInTime ? canUntil : null, sent: null };
  const { fileIds, ...appeal } = await db
    .selectFrom('appeals')
    .select(['createdAt', 'text', 'outcome', 'decidedAt'])
    .select((row) => filesOf(row).as('fileIds'))
    .where('id', '=', appealId)
    .executeTakeFirstOrThrow();
  const papers = await papersIn(db, fileIds);
  const isUntold = appeal.outcome === 'accepted';
  const sent = { ...appeal, ...(isUntold && { outcome: null, decidedAt: null }) };
  return { canUntil: null, sent: { ...sent, papers: withoutNames(papers) } };
}

function filesOf(row: ExpressionBuilder<Schema, 'appeals'>) {
  return jsonArrayFrom(
    row
      .selectFrom('appealFiles')
      .select('fileId as id')
      .whereRef('appealId', '=', 'appeals.id')
      .orderBy('position'),
  );
}

/** The decisions about a nomination for the team, the latest first. 404 for an unknown nomination. */
export async function listDecisions(
  db: Db,
  reader: TeamMember,
  nominationId: NominationId,
): Promise<Decision[]> {
  await db
    .selectFrom('nominations')
    .select('id')
    .where('id', '=', nominationId)
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  const rows = await db
    .selectFrom('nominationDecisions as decision')
    .select([
      'decision.id',
      'decision.action',
      'decision.createdAt',
      'decision.reason',
      'decision.note',
      'decision.letter',
      'decision.decidedBy as decidedById',
      sql<boolean>`undone_at is not null`.as('isUndone'),
      userNameOf('decision.decidedBy').as('decidedBy'),
    ])
    .where('nominationId', '=', nominationId)
    .orderBy('position', 'desc')
    .execute();
  const appeals = await db
    .selectFrom('appeals')
    .select([
      'appeals.decisionId',
      'appeals.createdAt',
      'appeals.text',
      'appeals.outcome',
      'appeals.decidedAt',
      userNameOf('appeals.decidedBy').as('decidedBy'),
    ])
    .select((row) => filesOf(row).as('fileIds'))
    .where('appeals.nominationId', '=', nominationId)
    .execute();
  const isAlone = await isOnlyDecider(db, reader.id, nominationId);
  const mayDecide =
    may(reader, 'nominations.decide') && !(await hasConflict(db, reader.id, nominationId));
  return Promise.all(
    rows.map(async ({ decidedById, reason, ...decision }) => {
      const appeal = appeals.find(({ decisionId }) => decisionId === decision.id);
      return {
        ...decision,
        reason: reason === null ? null : (reasonWords[reason] ?? reason),
        appeal: appeal
          ? {
              createdAt: appeal.createdAt,
              text: appeal.text,
              outcome: appeal.outcome,
              decidedAt: appeal.decidedAt,
              decidedBy: appeal.decidedBy,
              papers: await papersIn(db, appeal.fileIds),
              mayDecide: mayDecide && (decidedById !== reader.id || isAlone),
              isAlone: decidedById === reader.id && isAlone,
            }
          : null,
      };
    }),
  );
}

async function papersIn(db: Db, files: { id: FileId }[]) {
  const papers = await findPapers(
    db,
    files.map(({ id }) => id),
  );
  return files.flatMap(({ id }) => papers.get(id) ?? []);
}
