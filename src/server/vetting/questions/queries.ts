import type { NominationId } from '#contract/ids.ts';
import type { Question } from '#contract/vetting/questions.ts';
import type { NominationStatus } from '#core/vetting/nomination-status.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { userNameOf } from '#server/platform/db/user-names.ts';
import { findToldStatus } from '#server/vetting/nominations/decision-facts.ts';
import { findPapers } from '#server/vetting/papers/queries.ts';
import { questionState } from '#server/vetting/questions/policy.ts';

/** The questions about a nomination for the team, the latest first. 404 for an unknown nomination. */
export async function listQuestions(db: Db, nominationId: NominationId): Promise<Question[]> {
  const { status } = await findToldStatus(db, nominationId);
  return findQuestions(db, nominationId, status);
}

/** {@link listQuestions} for what the nominator was told. */
export async function findQuestions(
  db: Db,
  nominationId: NominationId,
  toldStatus: NominationStatus,
): Promise<Question[]> {
  const questions = await db
    .selectFrom('questions')
    .select([
      'questions.id',
      'position',
      'text',
      'dueOn',
      'askedAt',
      'closedAt',
      userNameOf('questions.askedBy').as('askedBy'),
    ])
    .where('nominationId', '=', nominationId)
    .orderBy('position', 'desc')
    .execute();
  const answers = await answersOf(db, nominationId);
  return questions.map(({ closedAt, ...question }) => ({
    ...question,
    state: questionState({ closedAt }, toldStatus),
    answers: answers
      .filter(({ questionId }) => questionId === question.id)
      .map(({ questionId: _, ...answer }) => answer),
  }));
}

async function answersOf(db: Db, nominationId: NominationId) {
  const answers = await db
    .selectFrom('answers')
    .innerJoin('questions', 'questions.id', 'answers.questionId')
    .select(['answers.id', 'answers.questionId', 'version', 'answers.createdAt', 'answers.text'])
    .where('nominationId', '=', nominationId)
    .orderBy('version', 'desc')
    .execute();
  const papers = await papersOf(db, nominationId);
  return answers.map((answer) => ({
    ...answer,
    papers: papers
      .filter(({ answerId }) => answerId === answer.id)
      .map(({ answerId: _, ...paper }) => paper),
  }));
}

async function papersOf(db: Db, nominationId: NominationId) {
  const sent = await db
    .selectFrom('answerFiles')
    .innerJoin('files', 'files.id', 'answerFiles.fileId')
    .select(['answerId', 'fileId'])
    .where('nominationId', '=', nominationId)
    .orderBy('position')
    .execute();
  const papers = await findPapers(
    db,
    sent.map(({ fileId }) => fileId),
  );
  return sent.flatMap(({ answerId, fileId }) => {
    const paper = papers.get(fileId);
    return paper ? [{ answerId, ...paper }] : [];
  });
}
