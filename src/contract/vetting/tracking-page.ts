import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  balanceCents,
  email,
  honeypot,
  messageBody,
  requiredText,
  timestamp,
  token,
} from '#contract/fields.ts';
import { fileId, questionId } from '#contract/ids.ts';
import { paper } from '#contract/vetting/questions.ts';
import { urgencies } from '#core/vetting/nomination-needs.ts';
import { publicStates } from '#core/vetting/nomination-states.ts';

/* A nominator's private page: following a nomination, answering questions, and appealing. */

/** The header with the secret for {@link uploadPaperContent}, whose body is bytes. */
export const trackingTokenHeader = 'tracking-token';

/** Most papers of one answer. */
export const maxPapersPerAnswer = 5;
/** Most papers of one nomination, not counting failed ones: those of all answers, and those that no answer took. */
export const maxPapersPerNomination = 30;
/** Most versions of the answer to one question. */
export const maxVersionsPerAnswer = 20;
/** Largest paper, in bytes; a PDF has a lower limit. */
export const maxPaperBytes = 15 * 1024 * 1024;

/**
 * What the nominator sees of a nomination. Whoever gets the link passed on, such as the nominee, must not learn who
 * nominated: it has nothing about the nominator, nor about who of the team does what.
 */
export const trackingPage = z.object({
  reference: z.string(),
  submittedAt: timestamp,
  nominee: z.string(),
  cause: z.string(),
  description: z.string(),
  neededAmount: balanceCents.nullable(),
  urgency: z.enum(urgencies).nullable(),
  state: z.enum(publicStates),
  /** Since when; null for a decision of long ago, whose moment nobody noted. */
  since: timestamp.nullable(),
  /** It waits for an answer for so long that nobody works on it until there is one. */
  isResting: z.boolean(),
  /** Approved, but the nominee has to agree before money is allocated or anything shows. */
  waitsForConsent: z.boolean(),
  /** Where else to ask for help; empty unless it is declined. */
  otherHelp: z.string(),
  /** Why it is declined, or that a letter says more; null unless it is. */
  whyDeclined: z.string().nullable(),
  /** Once it is declined: until when an appeal can be sent, and the one that was. */
  appeal: z
    .object({
      /** Null if none can be sent anymore. */
      canUntil: timestamp.nullable(),
      sent: z
        .object({
          createdAt: timestamp,
          text: z.string(),
          papers: z.array(paper),
          outcome: z.enum(['accepted', 'upheld']).nullable(),
          decidedAt: timestamp.nullable(),
        })
        .nullable(),
    })
    .nullable(),
  /** Days in which half of those of late or still waiting were decided; null where that says nothing. */
  usualDays: z.int().nullable(),
  questions: z.array(
    z.object({
      id: questionId,
      position: z.int(),
      text: z.string(),
      dueOn: z.iso.date().nullable(),
      askedAt: timestamp,
      /** `closed`: by the team. `decided`: because there is a decision. */
      state: z.enum(['open', 'closed', 'decided']),
      /** Every version of the answer, the latest first. */
      answers: z.array(
        z.object({
          version: z.int(),
          createdAt: timestamp,
          text: z.string(),
          papers: z.array(paper),
        }),
      ),
    }),
  ),
});
export type TrackingPage = z.infer<typeof trackingPage>;

const shared = { tag: 'Nominations', access: 'public' } as const;

/** The nomination behind a private link. A POST, so that the secret is not in the URL. */
export const openTrackingPage = endpoint('POST /api/tracking-page', {
  ...shared,
  // Nobody looks at a nomination more often, and guessing links is hopeless.
  callsPerTenMinutes: 60,
  summary: 'Show the nomination behind a private link',
  body: z.object({ token }),
  response: trackingPage,
  errors: ['invalid_token'],
});

/**
 * Emails new links to an address with nominations, for somebody who lost the email. Earlier links keep working. The
 * response is the same for every address, with nominations or without, and also if it has had too many emails.
 */
export const requestTrackingLinks = endpoint('POST /api/tracking-page/request-links', {
  ...shared,
  callsPerTenMinutes: 30,
  form: 'tracking page',
  summary: 'Request an email with links to your nominations',
  body: z.object({ email, website: honeypot }),
  response: messageBody,
});

const papers = z
  .array(fileId, 'Must be a list of files')
  .max(maxPapersPerAnswer, `At most ${maxPapersPerAnswer} files`)
  .default([]);

/** Answers a question, or corrects the answer with a new version. It replaces the papers, too: name those that stay. */
export const answerQuestion = endpoint('POST /api/tracking-page/answers', {
  ...shared,
  // Each tells the team by mail.
  callsPerTenMinutes: 30,
  summary: 'Answer a question about your nomination',
  records: { 'nomination.question_answered': 'Answered a question about a nomination' },
  body: z.object({
    token,
    questionId,
    text: requiredText(5000),
    papers,
  }),
  response: trackingPage,
  errors: ['invalid_token', 'not_found', 'question_closed', 'too_many_answers', 'file_unusable'],
});

/** Appeals against a rejection, once and within 30 days. Another person decides. */
export const sendAppeal = endpoint('POST /api/tracking-page/appeal', {
  ...shared,
  callsPerTenMinutes: 30,
  summary: 'Appeal against a rejection',
  records: { 'nomination.appealed': 'Appealed against a rejection' },
  body: z.object({
    token,
    text: requiredText(5000),
    papers,
  }),
  response: trackingPage,
  errors: ['invalid_token', 'appeal_closed', 'file_unusable'],
});
