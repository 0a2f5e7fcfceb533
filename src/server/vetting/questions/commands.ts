import { sql } from 'kysely';
import type { AnswerId, NominationId, QuestionId } from '#contract/ids.ts';
import type { Question } from '#contract/vetting/questions.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';
import { findToldStatus } from '#server/vetting/nominations/decision-facts.ts';
import { lockNomination, lockQuestion } from '#server/vetting/questions/lock-question.ts';
import { assertOpen } from '#server/vetting/questions/policy.ts';
import { listQuestions } from '#server/vetting/questions/queries.ts';
import { settleVettingState } from '#server/vetting/questions/vetting-state.ts';

/** Closes a question, answered or not. 409 if it is closed already. */
export async function closeQuestion(
  db: Db,
  actor: TeamMember,
  id: QuestionId,
): Promise<Question[]> {
  demandRight(actor, 'nominations.decide');
  const nominationId = await db.transaction().execute(async (trx) => {
    const question = await lockQuestion(trx, id);
    assertOpen(question, (await findToldStatus(trx, question.nominationId)).status);
    await trx
      .updateTable('questions')
      .set({ closedAt: sql<string>`now()` })
      .where('id', '=', id)
      .execute();
    await settleVettingState(trx, question.nominationId, { wakes: false });
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'nomination.question_closed',
      subjectId: question.nominationId,
      after: { question: question.position },
    });
    return question.nominationId;
  });
  return listQuestions(db, nominationId);
}

/**
 * Notes that somebody of the team has read the answers up to this one; one that came later stays unread. Once it is
 * noted, nothing changes.
 */
export async function readAnswers(
  db: Db,
  actor: TeamMember,
  { id, answerId }: { id: NominationId; answerId: AnswerId },
): Promise<void> {
  demandRight(actor, 'nominations.decide');
  await db.transaction().execute(async (trx) => {
    const { unreadAnswerSince } = await lockNomination(trx, id);
    const answers = await trx
      .selectFrom('answers')
      .innerJoin('questions', 'questions.id', 'answers.questionId')
      .select(['answers.id', 'answers.createdAt'])
      .where('nominationId', '=', id)
      .execute();
    const read = answers.find((answer) => answer.id === answerId);
    if (!read) throw notFound('answer');
    // Ids begin with their time.
    const later = answers.filter((answer) => answer.id > answerId);
    if (unreadAnswerSince === null || unreadAnswerSince > read.createdAt) return;
    const [next = null] = later.map(({ createdAt }) => createdAt).sort();
    await trx
      .updateTable('nominations')
      .set({ unreadAnswerSince: next })
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'nomination.answers_read',
      subjectId: id,
    });
  });
}
