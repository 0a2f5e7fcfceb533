import { sql } from 'kysely';
import type { AnswerId, FileId, NominationId, QuestionId } from '#contract/ids.ts';
import type { ManyOutcome } from '#contract/many-at-once.ts';
import type { Nomination } from '#contract/vetting/nominations.ts';
import type { Question } from '#contract/vetting/questions.ts';
import { maxVersionsPerAnswer } from '#contract/vetting/tracking-page.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { eachRow } from '#server/platform/db/each-row.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { findToldStatus } from '#server/vetting/nominations/decision-facts.ts';
import { getNomination } from '#server/vetting/nominations/queries.ts';
import { assertUsable } from '#server/vetting/papers/assert-usable.ts';
import { tellOfAnswer } from '#server/vetting/questions/answer-readers.ts';
import { answerArrived, questionsAsked } from '#server/vetting/questions/emails.ts';
import { assertOpen, assertPending } from '#server/vetting/questions/policy.ts';
import { listQuestions } from '#server/vetting/questions/queries.ts';
import { enterVettingState, settleVettingState } from '#server/vetting/questions/vetting-state.ts';
import { createTrackingLink } from '#server/vetting/tracking-links/commands.ts';

/** Notes that somebody has begun to check a pending nomination. Once it is noted, nothing changes. */
export async function startChecking(
  db: Db,
  actor: TeamMember,
  id: NominationId,
): Promise<Nomination> {
  demandRight(actor, 'nominations.decide');
  await db.transaction().execute((trx) => noteCheck(trx, actor, id));
  return getNomination(db, actor, id);
}

/** The same for several nominations. */
export function startCheckingMany(
  db: Db,
  actor: TeamMember,
  ids: NominationId[],
  idempotencyKey: string | null,
): Promise<ManyOutcome<NominationId>> {
  demandRight(actor, 'nominations.decide');
  const scope = `start checking ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: { ids } }, (trx) =>
    eachRow(trx, ids, (id) => noteCheck(trx, actor, id)),
  );
}

async function noteCheck(trx: Trx, actor: TeamMember, id: NominationId): Promise<void> {
  const nomination = await lockNomination(trx, id);
  assertPending(nomination);
  if (nomination.vettingState !== 'new') return;
  await enterVettingState(trx, id, 'checking');
  await recordAudit(trx, {
    actor: userActor(actor),
    action: 'nomination.check_started',
    subjectId: id,
  });
}

interface QuestionsInput {
  id: NominationId;
  questions: string[];
  /** A day; empty for none. */
  dueOn: string;
}

/** Asks the nominator of a pending nomination, with one mail for all of these questions. 409 once there is a decision. */
export async function askQuestions(
  db: Db,
  actor: TeamMember,
  input: QuestionsInput,
  mailer: Mailer,
): Promise<Question[]> {
  demandRight(actor, 'nominations.decide');
  await db.transaction().execute((trx) => ask(trx, actor, input, mailer));
  return listQuestions(db, input.id);
}

/** Asks the nominators of several nominations the same. */
export function askMany(
  db: Db,
  actor: TeamMember,
  input: Omit<QuestionsInput, 'id'> & { ids: NominationId[] },
  idempotencyKey: string | null,
  mailer: Mailer,
): Promise<ManyOutcome<NominationId>> {
  demandRight(actor, 'nominations.decide');
  const { ids, ...asked } = input;
  const scope = `ask many ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, (trx) =>
    eachRow(trx, ids, (id) => ask(trx, actor, { ...asked, id }, mailer)),
  );
}

async function ask(
  trx: Trx,
  actor: TeamMember,
  { id, questions, dueOn }: QuestionsInput,
  mailer: Mailer,
): Promise<void> {
  const nomination = await lockNomination(trx, id);
  assertPending(nomination);
  const { last } = await trx
    .selectFrom('questions')
    .select(sql<number>`coalesce(max(position), 0)`.as('last'))
    .where('nominationId', '=', id)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('questions')
    .values(
      questions.map((text, index) => ({
        id: newId<QuestionId>(),
        nominationId: id,
        position: last + index + 1,
        text,
        dueOn: dueOn || null,
        askedBy: actor.id,
      })),
    )
    .execute();
  await settleVettingState(trx, id, { wakes: true });
  await recordAudit(trx, {
    actor: userActor(actor),
    action: 'nomination.questions_asked',
    subjectId: id,
    after: { questions: questions.length },
  });
  const url = await createTrackingLink(trx, id, mailer.config);
  const asked = { ...nomination, count: questions.length, dueOn: dueOn || null, url };
  await mailer.enqueue(trx, questionsAsked(mailer.config, asked));
}

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

interface AnswerInput {
  nominationId: NominationId;
  questionId: QuestionId;
  text: string;
  papers: FileId[];
}

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

async function lockQuestion(trx: Trx, id: QuestionId, of?: NominationId) {
  const { nominationId } = await trx
    .selectFrom('questions')
    .select('nominationId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('question'));
  if (of !== undefined && nominationId !== of) throw notFound('question');
  const { reference, unreadAnswerSince } = await lockNomination(trx, nominationId);
  // After the lock, because somebody may have closed it meanwhile.
  const question = await trx
    .selectFrom('questions')
    .select(['position', 'closedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('question'));
  return { ...question, nominationId, reference, unreadAnswerSince };
}

function lockNomination(trx: Trx, id: NominationId) {
  return trx
    .selectFrom('nominations')
    .select(['isAccepted', 'isRejected', 'isCompleted', 'vettingState', 'reference', 'email'])
    .select('unreadAnswerSince')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('nomination'));
}
