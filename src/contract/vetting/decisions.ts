import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, optionalText, requiredText, timestamp } from '#contract/fields.ts';
import { decisionId, nominationId } from '#contract/ids.ts';
import { nomination } from '#contract/vetting/nominations.ts';
import { teamPaper } from '#contract/vetting/questions.ts';
import { letterActions } from '#core/vetting/decision-reasons.ts';
import { nominationActionNames } from '#core/vetting/nomination-status.ts';

/* The decisions about a nomination, letters about them, and appeals. */

/** A decision with why, and the appeal against it, as the team sees it. */
export const decision = z.object({
  id: decisionId,
  action: z.enum(nominationActionNames),
  createdAt: timestamp,
  /** Null for one of before this was noted, and once that person is removed. */
  decidedBy: z.string().nullable(),
  /** The reason in words. */
  reason: z.string().nullable(),
  note: z.string(),
  letter: z.string().nullable(),
  isUndone: z.boolean(),
  appeal: z
    .object({
      createdAt: timestamp,
      text: z.string(),
      papers: z.array(teamPaper),
      outcome: z.enum(['accepted', 'upheld']).nullable(),
      decidedAt: timestamp.nullable(),
      decidedBy: z.string().nullable(),
      /** Whether the reader can decide it: not what they rejected themselves, unless there is nobody else. */
      mayDecide: z.boolean(),
      /** Nobody else of the team could decide it. */
      isAlone: z.boolean(),
    })
    .nullable(),
});
export type Decision = z.infer<typeof decision>;

const shared = { tag: 'Nominations' } as const;

/** The decisions about a nomination with reasons, letters, and appeals, the latest first. */
export const listDecisions = endpoint('GET /api/nominations/:id/decisions', {
  ...shared,
  access: 'nominations.read',
  summary: 'List the decisions about a nomination',
  params: idParams(nominationId),
  response: z.array(decision),
  errors: ['not_found'],
});

/** The email with a letter, as the nominator would read it. Changes nothing. */
export const previewLetter = endpoint('POST /api/nominations/:id/letter-preview', {
  ...shared,
  access: 'nominations.decide',
  recent: false,
  summary: 'Preview the email with a letter',
  reads: 'nomination',
  params: idParams(nominationId),
  body: z.object({ action: z.enum(letterActions), letter: requiredText(5000) }),
  response: z.object({ to: z.string(), subject: z.string(), html: z.string(), text: z.string() }),
  errors: ['not_found', 'illegal_status_change', 'nomination_holds_money'],
});

/**
 * Decides an appeal: the nomination stays declined, and that is final. To accept it after all, accept the nomination.
 * 409 `own_decision` for whoever declined it, while somebody else of the team could decide.
 */
export const upholdRejection = endpoint('POST /api/nominations/:id/uphold-rejection', {
  ...shared,
  access: 'nominations.decide',
  recent: false,
  summary: 'Decide an appeal: it stays declined',
  records: { 'nomination.appeal_decided': 'Decided an appeal' },
  reads: 'nomination',
  params: idParams(nominationId),
  body: z.object({
    /** What the nominator reads; empty for the usual words. */
    letter: optionalText(5000).default(''),
  }),
  response: nomination,
  errors: ['not_found', 'appeal_closed', 'own_decision', 'conflict_of_interest'],
});
