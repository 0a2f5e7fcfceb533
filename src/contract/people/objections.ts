import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, messageBody, timestamp } from '#contract/fields.ts';
import { sensitiveChangeId } from '#contract/ids.ts';
import { linkToken } from '#contract/people/sign-in.ts';

/* Objections to sensitive changes, and what is held by them. */

/** Why, at the moment, some of what takes two people is not done, or not by one alone. */
export const hold = z.object({
  /** The change that it is about. */
  id: sensitiveChangeId,
  text: z.string(),
  endsAt: timestamp,
  /** Whether the reader may lift it. */
  mayLift: z.boolean(),
});
export type Hold = z.infer<typeof hold>;

/** What somebody says about a change with the link that they got by email. */
export const changeAnswers = ['object', 'agree'] as const;

/**
 * Answers a change that an email was about. An objection holds everything that takes two people for seven days; `agree` takes
 * it back, and ends the wait that follows from losing a right to approve.
 */
export const answerChange = endpoint('POST /api/auth/answer-change', {
  callsPerTenMinutes: 10,
  summary: 'Object or agree to a change of who approves and how',
  records: {
    'change.objected': 'Objected to a change',
    'change.agreed': 'Agreed to a change',
  },
  tag: 'Sign-in',
  access: 'public',
  body: z.object({ token: linkToken, answer: z.enum(changeAnswers) }),
  response: messageBody,
  errors: ['invalid_token'],
});

/** What holds approvals up at the moment, newest first. */
export const listHolds = endpoint('GET /api/holds', {
  summary: 'List what holds approvals up',
  tag: 'Approvals',
  access: 'lists.read',
  response: z.array(hold),
});

/** Lifts every objection to a change. 409 for whoever made it. */
export const liftHold = endpoint('POST /api/holds/:id/lift', {
  recent: true,
  summary: 'Lift the objections to a change',
  records: { 'change.lifted': 'Lifted the objections to a change' },
  tag: 'Approvals',
  access: 'people.write',
  params: idParams(sensitiveChangeId),
  errors: ['not_found', 'own_request'],
});
