import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { balanceCents, idParams, paging, requiredText, timestamp } from '#contract/fields.ts';
import { approvalId } from '#contract/ids.ts';
import { type ApprovalKind, approvalKinds, approvalStatuses } from '#core/people/approvals.ts';

/* What a second person approves, declines, or withdraws. */

/** One line of what is asked for. */
export const approvalFact = z.object({
  label: z.string(),
  value: z.string(),
  /** The page of the admin area that shows more. */
  path: z.string().optional(),
});
export type ApprovalFact = z.infer<typeof approvalFact>;

const kind = z.enum(Object.keys(approvalKinds) as [ApprovalKind, ...ApprovalKind[]]);

/** Something that one person asked for and a second one has to approve before it is done. */
export const approval = z.object({
  id: approvalId,
  createdAt: timestamp,
  /** Until then it can be approved. */
  expiresAt: timestamp,
  kind,
  status: z.enum(approvalStatuses),
  /** What exactly will be done. */
  facts: z.array(approvalFact),
  /** Identifies what is approved; sent along, so that nobody approves what they have not seen. */
  fingerprint: z.string(),
  requestedBy: z.string(),
  /** Who approved or declined it; null if nobody has. */
  decidedBy: z.string().nullable(),
  decidedAt: timestamp.nullable(),
  /** Why it was declined or could not be done. */
  answer: z.string().nullable(),
  /** What the reader may do with it. */
  mayApprove: z.boolean(),
  mayWithdraw: z.boolean(),
});
export type Approval = z.infer<typeof approval>;

const shared = { tag: 'Approvals', access: 'lists.read' } as const;
const ofOne = { ...shared, params: idParams(approvalId) } as const;

/** Whether a second person approves, and from when on. */
export const getApprovalRule = endpoint('GET /api/approval-rule', {
  summary: 'Show whether a second person approves',
  tag: 'Approvals',
  access: 'people.write',
  response: z.object({
    isOn: z.boolean(),
    /** It is switched on by itself once a second owner has chosen a password. */
    startsWithSecondOwner: z.boolean(),
    /** In cents. */
    spendingAboveCents: balanceCents,
    refundAboveCents: balanceCents,
  }),
});

/** What waits for a second person, or everything, newest first. Without a right to it, only one's own requests. */
export const listApprovals = endpoint('GET /api/approvals', {
  ...shared,
  summary: 'List what waits for a second person',
  query: z.object({
    ...paging,
    /** `waiting`: only what can still be approved. */
    show: z.enum(['waiting', 'all']).default('waiting'),
  }),
  response: z.array(approval),
  paged: true,
});

/**
 * What waits for a second person and names an item, or is of a kind, the oldest first: who asked and since when, for
 * whoever looks at the item; what exactly, only whoever may open the request.
 */
export const listWaiting = endpoint('GET /api/approvals/waiting', {
  ...shared,
  summary: 'List what waits for a second person about one item',
  query: z.object({ about: z.uuid('Must be an id').optional(), kind: kind.optional() }),
  response: z.array(
    approval.pick({ id: true, createdAt: true, kind: true, requestedBy: true }).extend({
      mayOpen: z.boolean(),
    }),
  ),
});

/** One request. 404 for whoever may neither approve it nor asked for it. */
export const getApproval = endpoint('GET /api/approvals/:id', {
  ...shared,
  params: idParams(approvalId),
  summary: 'Show what waits for a second person',
  response: approval,
  errors: ['not_found'],
});

/**
 * Approves a request, which is then done at once, in the name of whoever approves it. 409 if it is one's own, or if it
 * cannot be done anymore: the request then ends with the reason.
 */
export const approve = endpoint('POST /api/approvals/:id/approve', {
  ...ofOne,
  recent: true,
  summary: 'Approve what somebody else asked for',
  records: {
    'approval.approved': 'Approved what somebody else asked for',
    'approval.refused': 'Approved what then could not be done',
  },
  body: z.object({ fingerprint: z.string({ error: 'Required' }).max(64, 'Not a fingerprint') }),
  response: approval,
  errors: ['not_found', 'own_request', 'approval_closed', 'approval_changed', 'approvals_held'],
});

/** Declines a request, with a reason for whoever asked. */
export const decline = endpoint('POST /api/approvals/:id/decline', {
  ...ofOne,
  recent: false,
  summary: 'Decline what somebody else asked for',
  records: { 'approval.declined': 'Declined what somebody else asked for' },
  body: z.object({ reason: requiredText(500) }),
  response: approval,
  errors: ['not_found', 'own_request', 'approval_closed'],
});

/** Takes one's own request back. */
export const withdraw = endpoint('POST /api/approvals/:id/withdraw', {
  ...ofOne,
  recent: false,
  summary: 'Withdraw what you asked for',
  records: { 'approval.withdrawn': 'Withdrew what they had asked for' },
  response: approval,
  errors: ['not_found', 'approval_closed'],
});
