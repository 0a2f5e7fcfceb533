import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  amountCents,
  email,
  idParams,
  optionalLine,
  paging,
  pastDay,
  requiredLine,
  requiredText,
  timestamp,
} from '#contract/fields.ts';
import { bankLineId, causeId, depositId, depositLineId, donationId } from '#contract/ids.ts';
import {
  type DepositKind,
  type DepositState,
  depositKinds,
  depositStateWords,
  type LineReturn,
  lineReturns,
  maxDepositLines,
} from '#core/giving/deposits.ts';

/* Deposits: checks, cash, and transfers that are counted, entered, closed, confirmed, and returned. */

const kind = z.enum(Object.keys(depositKinds) as [DepositKind, ...DepositKind[]], 'Choose a kind');
const state = z.enum(Object.keys(depositStateWords) as [DepositState, ...DepositState[]]);
const lineReturn = z.enum(
  Object.keys(lineReturns) as [LineReturn, ...LineReturn[]],
  'Choose what happened',
);
const who = z.object({ name: z.string(), at: timestamp });

/** How the money of a donation that was a line left again; null if it has not, or went back to the donor. */
export const returnedAs = lineReturn.nullable();

/** A line or an imported donation of the same donor with the same amount, and with the same day or number of a check. */
export const alikeLine = z.object({
  /** The deposit with the line, by its number from 1; null for an imported donation. */
  deposit: z.object({ id: depositId, title: z.string(), line: z.int() }).nullable(),
  /** The donation that it is; null for a line of a deposit that is not confirmed. */
  donationId: donationId.nullable(),
  receivedOn: z.iso.date(),
});
export type AlikeLine = z.infer<typeof alikeLine>;

/** A line of a deposit. Amount in cents; `receivedOn` is a day. */
export const depositLine = z.object({
  id: depositLineId,
  kind,
  amount: amountCents,
  receivedOn: z.iso.date(),
  checkNumber: z.string(),
  cause: z.object({ id: causeId, name: z.string() }),
  /** Empty where nobody is named. */
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  note: z.string(),
  /** The line of the bank that it was entered from; null if somebody typed it. */
  bankLineId: bankLineId.nullable(),
  /** What its donor announced, where the line says something else; null otherwise, and once it is confirmed. */
  announced: z
    .object({
      reference: z.string(),
      name: z.string(),
      email: z.string(),
      cause: z.string(),
    })
    .nullable(),
  /** The donation that it became; null before it is confirmed. */
  donationId: donationId.nullable(),
  /** How its money left again; null if it is there. */
  returned: who.extend({ how: lineReturn, reason: z.string() }).nullable(),
  /** What it may have been entered twice with, a few of it, for whoever confirms it; empty once it is confirmed. */
  alike: z.array(alikeLine),
});
export type DepositLine = z.infer<typeof depositLine>;

/** A deposit in a list. Amounts in cents. */
export const depositSummary = z.object({
  id: depositId,
  createdAt: timestamp,
  title: z.string(),
  state,
  /** What was counted before anything was entered. */
  expectedCount: z.int(),
  expectedAmount: z.int(),
  /** What is entered. */
  count: z.int(),
  amount: z.int(),
  countedBy: z.string(),
});
export type DepositSummary = z.infer<typeof depositSummary>;

/** A deposit with its lines. */
export const deposit = depositSummary.extend({
  /** Sent along with every change. */
  revision: z.int(),
  closed: who.nullable(),
  confirmed: who.nullable(),
  /** The last time that it was sent back. */
  sentBack: who.extend({ reason: z.string() }).nullable(),
  /** Why whoever reads it may not confirm it; null if they may, or if it is not closed. */
  confirmObstacle: z.string().nullable(),
  lines: z.array(depositLine),
});
export type Deposit = z.infer<typeof deposit>;

/** What is counted first. */
const counted = {
  title: requiredLine(100),
  expectedCount: z
    .int('Must be a number')
    .min(1, 'Must be at least 1')
    .max(maxDepositLines, `At most ${maxDepositLines}`),
  expectedAmount: amountCents,
};

/** A line as somebody enters it. Names and address may be empty: cash in a box names nobody. */
export const depositLineInput = z.object({
  kind,
  amount: amountCents,
  receivedOn: pastDay,
  checkNumber: optionalLine(40),
  causeId,
  firstName: optionalLine(100),
  lastName: optionalLine(100),
  email: z.union([z.literal(''), email], 'Invalid email'),
  note: optionalLine(500),
  /** The line of the bank that it was entered from, which has its amount and its day; absent if somebody typed it. */
  bankLineId: bankLineId.optional(),
});

const revision = z.int('Must be a number');
const shared = { tag: 'Deposits' } as const;
const ofOne = { ...shared, params: idParams(depositId) } as const;

/** Deposits, newest first. */
export const listDeposits = endpoint('GET /api/deposits', {
  ...shared,
  access: 'contacts.read',
  summary: 'List deposits',
  query: z.object({
    ...paging,
    /** Only those with this in their title, or with a check of this number. */
    search: optionalLine(200).optional(),
  }),
  response: z.array(depositSummary),
  paged: true,
});

/** One deposit with its lines. */
export const getDeposit = endpoint('GET /api/deposits/:id', {
  ...ofOne,
  access: 'contacts.read',
  summary: 'Show a deposit',
  reads: 'deposit',
  response: deposit,
  errors: ['not_found'],
});

/** Begins a deposit with what was counted. Honors `Idempotency-Key`. */
export const addDeposit = endpoint('POST /api/deposits', {
  ...shared,
  access: 'money.write',
  recent: false,
  summary: 'Begin a deposit',
  records: { 'deposit.added': 'Began a deposit' },
  body: z.object(counted),
  response: deposit,
  status: 201,
  errors: ['idempotency_key_reused'],
});

/** Saves an open deposit as it is now, whether it adds up or not. Honors `Idempotency-Key`. */
export const saveDeposit = endpoint('POST /api/deposits/:id', {
  ...ofOne,
  access: 'money.write',
  recent: false,
  summary: 'Save an open deposit',
  records: { 'deposit.saved': 'Entered a deposit' },
  reads: 'deposit',
  body: z.object({
    ...counted,
    revision,
    depositLines: z
      .array(depositLineInput, 'Must be a list')
      .max(maxDepositLines, `At most ${maxDepositLines} lines`),
  }),
  response: deposit,
  errors: [
    'not_found',
    'deposit_changed',
    'deposit_not_open',
    'line_entered',
    'idempotency_key_reused',
  ],
});

/** Deletes an open deposit. */
export const deleteDeposit = endpoint('DELETE /api/deposits/:id', {
  ...ofOne,
  access: 'money.write',
  recent: false,
  summary: 'Delete an open deposit',
  records: { 'deposit.deleted': 'Deleted an open deposit' },
  errors: ['not_found', 'deposit_not_open'],
});

/** Closes a deposit, so that somebody else can confirm it. 409 until count and total match. */
export const closeDeposit = endpoint('POST /api/deposits/:id/close', {
  ...ofOne,
  access: 'money.write',
  recent: false,
  summary: 'Close a deposit',
  records: { 'deposit.closed': 'Closed a deposit' },
  reads: 'deposit',
  body: z.object({ revision }),
  response: deposit,
  errors: ['not_found', 'deposit_changed', 'deposit_not_open', 'totals_differ', 'month_locked'],
});

/** Opens a closed deposit again. */
export const sendDepositBack = endpoint('POST /api/deposits/:id/send-back', {
  ...ofOne,
  access: 'money.write',
  recent: false,
  summary: 'Send a closed deposit back',
  records: { 'deposit.sent_back': 'Sent a deposit back' },
  reads: 'deposit',
  body: z.object({ reason: requiredText(500) }),
  response: deposit,
  errors: ['not_found', 'deposit_not_closed', 'already_confirmed'],
});

/**
 * Confirms a closed deposit: its lines become donations, and donors with an address get their thanks. Whoever closed it
 * cannot, while approvals by a second person are on. Honors `Idempotency-Key`.
 */
export const confirmDeposit = endpoint('POST /api/deposits/:id/confirm', {
  ...ofOne,
  access: 'money.write',
  recent: true,
  summary: 'Confirm a deposit',
  records: { 'deposit.confirmed': 'Confirmed a deposit' },
  reads: 'deposit',
  body: z.object({ revision }),
  response: deposit,
  errors: [
    'not_found',
    'deposit_changed',
    'deposit_not_closed',
    'already_confirmed',
    'same_person',
    'approvals_held',
    'month_locked',
    'idempotency_key_reused',
  ],
});

/**
 * Takes the money of a confirmed line out of its donation: the line was wrong, or the bank did not pay. What was
 * allocated of it is missing then. A line of a bank account that was matched with it keeps it from having been wrong, and
 * only a check or a transfer bounces. Honors `Idempotency-Key`.
 */
export const returnDepositLine = endpoint('POST /api/deposit-lines/:id/return', {
  ...shared,
  access: 'money.write',
  recent: true,
  approval: 'deposit',
  summary: 'Reverse a line of a confirmed deposit, or record that it bounced',
  records: {
    'donation.reversed': 'Reversed a wrong line of a deposit',
    'donation.bounced': 'Recorded that a check or transfer bounced',
  },
  params: idParams(depositLineId),
  body: z.object({ how: lineReturn, reason: requiredText(500) }),
  response: deposit,
  errors: [
    'not_found',
    'deposit_not_confirmed',
    'line_cannot_bounce',
    'already_returned',
    'bank_matched',
  ],
});
