import { sql } from 'kysely';
import type { AnswerId, FileId, NominationId, QuestionId } from '#contract/ids.ts';
import { maxVersionsPerAnswer } from '#contract/vetting/tracking-page.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { findToldStatus } from '#server/vetting/nominations/decision-facts.ts';
import { assertUsable } from '#server/vetting/papers/assert-usable.ts';
import { tellOfAnswer } from '#server/vetting/questions/answer-readers.ts';
import { answerArrived } from '#server/vetting/questions/emails.ts';
import { lockQuestion } from '#server/vetting/questions/lock-question.ts';
import { assertOpen } from '#server/vetting/questions/policy.ts';
import { settleVettingState } from '#server/vetting/questions/vetting-state.ts';

/**
 * Stores an answer of the nominator, or a correction as a new version, and tells those who work on it. The same answer sent again
 * is no new version. 404 for a question about another nomination, 409 once the question is closed.
 */
export async function answerQuestion(
  trx: Trx,
  { nominationId, questionId, text, papers }: AnswerInput,
  mailer: Mailer,
): Promise<void> {
  const question = await lockQuestion(trx, questionId, nominationId);
  assertOpen(question, (await findToldStatus(trx, nominationId)).status);
  const last = await findLastVersion(trx, questionId);
  if (last?.text === text && last.papers.join() === papers.join()) return;
  if (last && last.version >= maxVersionsPerAnswer) {
    throw new AppError(
      'too_many_answers',
      `You have answered this question ${last.version} times, which is the limit. Please write to us.`,
    );
  }
  await assertUsable(trx, nominationId, null, papers);
  const id = newId<AnswerId>();
  const version = (last?.version ?? 0) + 1;
  await trx.insertInto('answers').values({ id, questionId, version, text }).execute();
  if (papers.length > 0) {
    await trx
      .insertInto('answerFiles')
      .values(papers.map((fileId, index) => ({ answerId: id, fileId, position: index + 1 })))
      .execute();
  }
  await settleVettingState(trx, nominationId, { wakes: true });
  await trx
    .updateTable('nominations')
    // The first one that nobody has read.
    .set({ unreadAnswerSince: sql<string>`coalesce(unread_answer_since, now())` })
    .where('id', '=', nominationId)
    .execute();
  await recordAudit(trx, {
    actor: 'visitor',
    action: 'nomination.question_answered',
    subjectId: nominationId,
    after: { question: question.position, version },
  });
  // Whoever was told of an answer and has not read it yet finds this one, too.
  if (question.unreadAnswerSince !== null) return;
  const arrived = { id: nominationId, reference: question.reference, isCorrection: version > 1 };
  await tellOfAnswer(trx, nominationId, mailer, (to) => answerArrived(mailer.config, to, arrived));
}

interface AnswerInput {
  nominationId: NominationId;
  questionId: QuestionId;
  text: string;
  papers: FileId[];
}

async function findLastVersion(trx: Trx, questionId: QuestionId) {
  const last = await trx
    .selectFrom('answers')
    .select(['id', 'version', 'text'])
    .where('questionId', '=', questionId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return null;
  const files = await trx
    .selectFrom('answerFiles')
    .select('fileId')
    .where('answerId', '=', last.id)
    .orderBy('position')
    .execute();
  return { ...last, papers: files.map(({ fileId }) => fileId) };
}
