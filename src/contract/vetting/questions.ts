import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, messageBody, optionalDay, requiredText, timestamp } from '#contract/fields.ts';
import { answerId, fileId, nominationId, questionId } from '#contract/ids.ts';
import { manyOutcome, selectedIds } from '#contract/many-at-once.ts';
import { nomination } from '#contract/vetting/nominations.ts';

/* Questions to a nominator and the answers, with their papers. */

/** How far a paper is: a file for the team alone. */
export const paperStates = ['uploading', 'processing', 'ready', 'failed'] as const;

/** A paper as whoever sent it sees it: without its name, which may tell who they are. */
export const paper = z.object({
  id: fileId,
  isPicture: z.boolean(),
  state: z.enum(paperStates),
  /** Why it could not be used; empty unless that is so. */
  failure: z.string(),
  bytes: z.int(),
});
export type Paper = z.infer<typeof paper>;

/** A paper as the team sees it, with the pages that were made of it. */
export const teamPaper = paper.extend({
  originalName: z.string().nullable(),
  /** Keys of the pictures of its pages: `src/contract/publishing/file-paths.ts`. */
  pages: z.array(z.string()),
});
export type TeamPaper = z.infer<typeof teamPaper>;

/** One version of an answer. */
const answer = z.object({
  id: answerId,
  version: z.int(),
  createdAt: timestamp,
  text: z.string(),
  papers: z.array(teamPaper),
});

/** A question to the nominator, as the team sees it. */
export const question = z.object({
  id: questionId,
  /** The first question about a nomination has the number 1. */
  position: z.int(),
  text: z.string(),
  /** A day; null if there is none. */
  dueOn: z.iso.date().nullable(),
  askedAt: timestamp,
  /** Who asked; null once that person is removed. */
  askedBy: z.string().nullable(),
  /** `closed`: by somebody of the team. `decided`: by a decision that the nominator was told. */
  state: z.enum(['open', 'closed', 'decided']),
  /** Every version, the latest first. */
  answers: z.array(answer),
});
export type Question = z.infer<typeof question>;

const questions = z.array(question);

/** Most questions of one call. */
export const maxQuestionsAtOnce = 10;

/** One or more questions to the nominator. */
export const questionsInput = z.object({
  questions: z
    .array(requiredText(1000), 'Must be a list of questions')
    .min(1, 'Ask at least one question')
    .max(maxQuestionsAtOnce, `At most ${maxQuestionsAtOnce} questions at once`),
  /** By when an answer would help; empty for no day. */
  dueOn: optionalDay.default(''),
});

const shared = { tag: 'Nominations' } as const;
const many = { ...shared, access: 'nominations.decide', recent: false } as const;

/** The questions about a nomination with all versions of their answers, the latest question first. */
export const listQuestions = endpoint('GET /api/nominations/:id/questions', {
  ...shared,
  access: 'nominations.read',
  summary: 'List the questions to a nominator',
  params: idParams(nominationId),
  response: questions,
  errors: ['not_found'],
});

/**
 * Asks the nominator of a pending nomination. One email with a private link leaves for all questions of a call; it has
 * none of their words. 409 once there is a decision.
 */
export const askQuestions = endpoint('POST /api/nominations/:id/questions', {
  ...shared,
  access: 'nominations.decide',
  recent: false,
  summary: 'Ask the nominator',
  records: { 'nomination.questions_asked': 'Asked a nominator' },
  params: idParams(nominationId),
  body: questionsInput,
  response: questions,
  status: 201,
  errors: ['not_found', 'nomination_decided'],
});

/** Closes a question, answered or not: its answer cannot be corrected anymore. */
export const closeQuestion = endpoint('POST /api/questions/:id/close', {
  ...shared,
  access: 'nominations.decide',
  recent: false,
  summary: 'Close a question',
  records: { 'nomination.question_closed': 'Closed a question to a nominator' },
  params: idParams(questionId),
  response: questions,
  errors: ['not_found', 'question_closed'],
});

/**
 * Notes that somebody of the team has read the answers up to this one, for the list of what waits. One that came later
 * stays unread.
 */
export const readAnswers = endpoint('POST /api/nominations/:id/answers-read', {
  ...shared,
  access: 'nominations.decide',
  recent: false,
  summary: 'Note that the answers of a nominator were read',
  records: { 'nomination.answers_read': 'Read the answers of a nominator' },
  params: idParams(nominationId),
  body: z.object({ answerId }),
  errors: ['not_found'],
});

/** Notes that somebody has begun to check a pending nomination, which its nominator can read. */
export const startChecking = endpoint('POST /api/nominations/:id/start-checking', {
  ...shared,
  access: 'nominations.decide',
  recent: false,
  summary: 'Start to check a nomination',
  records: { 'nomination.check_started': 'Started to check a nomination' },
  reads: 'nomination',
  params: idParams(nominationId),
  response: nomination,
  errors: ['not_found', 'nomination_decided'],
});

/** Emails the nominator a new private link to the tracking page. Earlier links stop working. */
export const sendTrackingLink = endpoint('POST /api/nominations/:id/tracking-link', {
  ...shared,
  access: 'nominations.decide',
  recent: false,
  summary: 'Email the nominator a new tracking link',
  records: { 'nomination.link_sent': 'Sent a nominator a new link to their nomination' },
  params: idParams(nominationId),
  response: messageBody,
  errors: ['not_found'],
});

/**
 * Asks the nominators of several nominations the same, each with an email of their own. Those that are decided are left
 * out. Honors `Idempotency-Key`.
 */
export const askMany = endpoint('POST /api/nominations/questions', {
  ...many,
  summary: 'Ask several nominators the same',
  body: questionsInput.extend({ ids: selectedIds(nominationId) }),
  response: manyOutcome(nominationId),
  errors: ['idempotency_key_reused'],
});

/** Notes that somebody has begun to check several nominations. Honors `Idempotency-Key`. */
export const startCheckingMany = endpoint('POST /api/nominations/start-checking', {
  ...many,
  summary: 'Start to check several nominations',
  body: z.object({ ids: selectedIds(nominationId) }),
  response: manyOutcome(nominationId),
  errors: ['idempotency_key_reused'],
});
