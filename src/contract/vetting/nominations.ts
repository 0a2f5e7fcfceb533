import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  amountCents,
  balanceCents,
  contactDetails,
  honeypot,
  idParams,
  optionalText,
  paging,
  queryFlag,
  requiredLine,
  requiredText,
  timestamp,
} from '#contract/fields.ts';
import { allocationId, causeId, decisionId, donationId, nominationId } from '#contract/ids.ts';
import { causeReference } from '#contract/vetting/causes.ts';
import { isReasonFor } from '#core/vetting/decision-reasons.ts';
import { nomineeKnowledge, urgencies } from '#core/vetting/nomination-needs.ts';
import { vettingStates } from '#core/vetting/nomination-states.ts';
import {
  nominationActionNames,
  nominationStatuses,
  requestedNominationAction,
} from '#core/vetting/nomination-status.ts';

/* Nominations: the form, the list, one of them for the team, deciding, and undoing a decision. */

/** A nomination as the list shows it. Amounts in cents. */
export const nominationSummary = z.object({
  id: nominationId,
  createdAt: timestamp,
  /** Short enough to say by phone, such as `K7M-4RX`. It names a nomination and opens nothing. */
  reference: z.string(),
  nominee: z.string(),
  cause: causeReference,
  isAccepted: z.boolean(),
  isRejected: z.boolean(),
  isCompleted: z.boolean(),
  /** How far the check is; once there is a decision, how far it was. */
  vettingState: z.enum(vettingStates),
  /** Its nominator has answered since somebody of the team last read the answers. */
  hasUnreadAnswer: z.boolean(),
  /** Whether an appeal against the rejection waits for a decision. */
  hasOpenAppeal: z.boolean(),
  /** Its public page tells that the help did not work out, whatever the status is. */
  didNotWorkOut: z.boolean(),
  /** The sum of the allocation amounts. */
  allocatedAmount: balanceCents,
  /** What the nominee said last about being helped; null: nothing. */
  consentSaid: z.enum(['given', 'declined', 'withdrawn', 'ended']).nullable(),
  /** What it asks for; null without a goal. */
  goalAmount: balanceCents.nullable(),
  allocations: z.array(z.object({ amount: balanceCents })),
});
export type NominationSummary = z.infer<typeof nominationSummary>;

/**
 * A nomination with everything that its reader may see, and the donations allocated to it. The story and the nominator
 * are null for whoever may not read nominations in full, and donors for whoever may not see their contact details.
 */
export const nomination = nominationSummary.extend({
  description: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  zip: z.string().nullable(),
  /** What the nominator asks for; null if the form did not say, too. */
  neededAmount: balanceCents.nullable(),
  urgency: z.enum(urgencies).nullable(),
  nomineeKnows: z.enum(nomineeKnowledge).nullable(),
  /** When its personal data was erased; null if it was not. */
  erasedAt: timestamp.nullable(),
  allocations: z.array(
    z.object({
      id: allocationId,
      createdAt: timestamp,
      amount: balanceCents,
      /** What of the amount is spent; a release leaves it. */
      spentAmount: balanceCents,
      donation: z.object({
        id: donationId,
        firstName: z.string().nullable(),
        lastName: z.string().nullable(),
        email: z.string().nullable(),
        isAvailableToVolunteerTime: z.boolean(),
        isAnonymous: z.boolean(),
        /** What is still allocated although it went back to the donor; a release covers it first. */
        deficitAmount: balanceCents,
      }),
    }),
  ),
  /** The last decision while it can be undone; otherwise null. */
  lastDecision: z
    .object({
      id: decisionId,
      action: z.enum(nominationActionNames),
      /** Until then it can be undone; then its email leaves. */
      undoableUntil: timestamp,
      /** False if the nominator was told before, or was erased, and gets no email about it. */
      sendsMail: z.boolean(),
      /** All email is paused: none leaves before an administrator resumes it. */
      isMailPaused: z.boolean(),
      /** Undoing it hides the public page, which is published. */
      undoHidesPage: z.boolean(),
    })
    .nullable(),
});
export type Nomination = z.infer<typeof nomination>;

/** The nomination form; the specification requires its eight fields, and the rest is optional. */
export const nominationInput = z.object({
  nominee: requiredLine(200),
  causeId,
  description: requiredText(5000),
  ...contactDetails,
  /** How much is needed, in cents. Accepting the nomination offers it as the goal. */
  neededAmount: amountCents.optional(),
  urgency: z.enum(urgencies, 'Choose one of the list').optional(),
  /** Whether the nominee knows of the nomination. */
  nomineeKnows: z.enum(nomineeKnowledge, 'Choose one of the list').optional(),
  website: honeypot,
});

/**
 * A status change: accept, reject, or complete. Any other combination is `invalid_input`. Accepting may set the goal;
 * left out, the goal stays as it was.
 */
export const nominationStatusInput = z
  .object({
    isAccepted: z.boolean().optional(),
    isRejected: z.boolean().optional(),
    isCompleted: z.boolean().optional(),
    goalAmount: amountCents.optional(),
    /** The status that the caller has seen: 409 `decided_meanwhile` if it is another one. */
    seenStatus: z.enum(nominationStatuses).optional(),
    /** One of `src/core/vetting/decision-reasons.ts` for this decision. */
    decisionReason: z.string().max(50, 'At most 50 characters').optional(),
    /** For the team alone. */
    note: optionalText(2000).optional(),
    /** What the nominator reads instead of the usual words; empty for those. */
    letter: optionalText(5000).optional(),
  })
  .transform(({ goalAmount, seenStatus, decisionReason, note, letter, ...flags }, context) => {
    const action = requestedNominationAction(flags);
    if (action === null) {
      context.addIssue(
        'Send isAccepted and isRejected, one true and one false, or isCompleted: true.',
      );
      return z.NEVER;
    }
    if (goalAmount !== undefined && action !== 'accept') {
      context.addIssue('Send goalAmount only with isAccepted: true.');
    }
    const reason = decisionReason ?? null;
    if (reason !== null && (action === 'complete' || !isReasonFor(action, reason))) {
      context.addIssue({
        code: 'custom',
        path: ['decisionReason'],
        message: 'Choose a reason from the list',
      });
    }
    if (letter && action === 'complete') {
      context.addIssue('Send a letter only when you accept or reject.');
    }
    const words = { reason, note: note ?? '', letter: letter || null };
    return { action, goalAmount, seenStatus, ...words };
  });

/** Newest first. Without a filter, it returns every nomination. */
export const listNominations = endpoint('GET /api/nominations', {
  summary: 'List the nominations',
  tag: 'Nominations',
  access: 'lists.read',
  query: z.object({
    ...paging,
    /** Statuses to show, separated by commas; empty shows none. */
    status: z
      .string()
      .transform((text) => text.split(',').filter((part) => part !== ''))
      .pipe(z.array(z.enum(nominationStatuses)))
      .optional(),
    /** Part of the nominee's name, ignoring case. */
    nominee: z.string().max(200, 'At most 200 characters').optional(),
    causeId: causeId.optional(),
    /** How far the check is, of pending nominations. */
    vettingState: z.enum(vettingStates).optional(),
    /** `true`: only those whose nominator has answered since somebody of the team last read the answers. */
    hasUnreadAnswer: queryFlag.optional(),
    /** Those with an appeal that nobody has decided, or whose consent somebody has to see to. */
    waitsFor: z.enum(['appeal', 'consent']).optional(),
    /** Only the nomination with this id or reference; the start of an id is enough. */
    id: z.string().trim().optional(),
    /** Before all others: accepted ones of the cause of this donation. */
    firstFor: donationId.optional(),
  }),
  response: z.array(nominationSummary),
  paged: true,
});

const neighbor = nominationSummary.pick({ id: true, nominee: true });

/** The nominations before and after one in the list: with its order and its filter, which the one itself need not fit. */
export const findNeighbors = endpoint('GET /api/nominations/:id/neighbors', {
  summary: 'Find the nominations before and after one',
  tag: 'Nominations',
  access: 'lists.read',
  params: idParams(nominationId),
  query: listNominations.query.omit({ limit: true, cursor: true, id: true }),
  /** Null at an end of the list. */
  response: z.object({ previous: neighbor.nullable(), next: neighbor.nullable() }),
  errors: ['not_found'],
});
export type Neighbors = z.infer<typeof findNeighbors.response>;

/** One nomination. */
export const getNomination = endpoint('GET /api/nominations/:id', {
  summary: 'Show a nomination',
  reads: 'nomination',
  tag: 'Nominations',
  access: 'lists.read',
  params: idParams(nominationId),
  response: nomination,
  errors: ['not_found'],
});

/**
 * Stores a pending nomination and confirms it by email. After a few confirmations a day to one address, further
 * nominations are stored without one, so that nobody can flood somebody else's mailbox. Honors `Idempotency-Key`.
 */
export const createNomination = endpoint('POST /api/nominations', {
  callsPerTenMinutes: 30,
  form: 'nominations',
  summary: 'Nominate a person, an organization, or a need',
  records: { 'nomination.submitted': 'Submitted a nomination' },
  tag: 'Nominations',
  access: 'public',
  body: nominationInput,
  response: z.object({
    id: nominationId,
    reference: z.string(),
    /** The private link to its tracking page. We do not store it, so it cannot be asked for again. */
    trackingUrl: z.string(),
    /** Whether a confirmation is on its way to the nominator. */
    isConfirmedByEmail: z.boolean(),
  }),
  status: 201,
  errors: ['cause_not_open', 'idempotency_key_reused'],
});

/**
 * Accepts, rejects, or completes a nomination. The nominator's email leaves ten minutes later; until then the decision
 * can be undone, and another decision replaces the email.
 * 409 if the status does not allow it, if the nomination to reject has allocated money, if accepting lacks a step that
 * the settings ask for, or if the caller has a conflict of interest.
 */
export const updateNomination = endpoint('POST /api/nominations/:id', {
  recent: false,
  summary: 'Accept, reject, or complete a nomination',
  records: {
    'nomination.accepted': 'Accepted a nomination',
    'nomination.rejected': 'Rejected a nomination',
    'nomination.completed': 'Completed a nomination',
    'nomination.reopened': 'Reopened a completed nomination',
  },
  reads: 'nomination',
  tag: 'Nominations',
  access: 'nominations.decide',
  params: idParams(nominationId),
  body: nominationStatusInput,
  response: nomination,
  errors: [
    'not_found',
    'illegal_status_change',
    'nomination_holds_money',
    'nomination_erased',
    'decided_meanwhile',
    'own_decision',
    'check_missing',
    'second_review_missing',
    'conflict_of_interest',
  ],
});

/**
 * Sets the goal of an accepted nomination, in cents, or removes it with null. A goal below what is allocated already is
 * reached.
 */
export const setGoal = endpoint('POST /api/nominations/:id/goal', {
  recent: false,
  summary: 'Set the goal of a nomination',
  records: { 'nomination.goal_set': 'Changed the goal of a nomination' },
  reads: 'nomination',
  tag: 'Nominations',
  access: 'nominations.decide',
  params: idParams(nominationId),
  body: z.object({ goalAmount: amountCents.nullable() }),
  response: nomination,
  errors: [
    'not_found',
    'nomination_cannot_receive',
    'nomination_erased',
    'second_review_missing',
    'conflict_of_interest',
  ],
});

/**
 * What the nominator would be told about a decision, and what an administrator should know before making it. Changes
 * nothing.
 */
export const previewDecision = endpoint('GET /api/nominations/:id/decision-preview', {
  summary: 'Preview the email about a decision',
  reads: 'nomination',
  tag: 'Nominations',
  access: 'nominations.decide',
  params: idParams(nominationId),
  query: z.object({ action: z.enum(nominationActionNames) }),
  response: z.object({
    /** Sentences to read before deciding; empty if nothing speaks against deciding with one click. */
    warnings: z.array(z.string()),
    /** Null if the nominator was told before, or was erased, and gets no email. */
    mail: z
      .object({ to: z.string(), subject: z.string(), html: z.string(), text: z.string() })
      .nullable(),
    /** All email is paused: none leaves before an administrator resumes it. */
    isMailPaused: z.boolean(),
  }),
  errors: ['not_found', 'illegal_status_change', 'nomination_holds_money'],
});
export type DecisionPreview = z.infer<typeof previewDecision.response>;

/**
 * Undoes the last decision: the nomination and its public page are as before, and its email is never sent. A page that
 * somebody saved or unpublished since it was rejected stays hidden. 409 if the email has left, if there is a later
 * decision, or if the nomination holds money that its status before does not allow.
 */
export const undoDecision = endpoint('POST /api/nominations/:id/undo-decision', {
  summary: 'Undo a decision',
  records: { 'nomination.decision_undone': 'Undid a decision about a nomination' },
  reads: 'nomination',
  tag: 'Nominations',
  access: 'nominations.decide',
  recent: false,
  params: idParams(nominationId),
  body: z.object({ decisionId }),
  response: nomination.extend({
    /** A rejection was undone, but the page that was public once stays hidden. */
    staysHidden: z.boolean(),
  }),
  errors: [
    'not_found',
    'already_undone',
    'illegal_status_change',
    'nomination_erased',
    'nomination_holds_money',
    'undo_too_late',
    'conflict_of_interest',
  ],
});
export type UndoneDecision = z.infer<typeof undoDecision.response>;
