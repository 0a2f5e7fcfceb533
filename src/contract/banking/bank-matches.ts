import { z } from 'zod';
import { bankLine } from '#contract/banking/bank-statements.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, paging, requiredText } from '#contract/fields.ts';
import {
  bankAccountId,
  bankLineId,
  bankMatchId,
  depositId,
  donationId,
  expenseId,
} from '#contract/ids.ts';
import { manyOutcome } from '#contract/many-at-once.ts';
import { targetKinds } from '#core/banking/bank-proposals.ts';
import { maxAtOnce } from '#core/platform/many-at-once.ts';

/* Saying what a line of the bank is, and taking that back. */

/** Part of a line in cents, with the sign of the line. */
const cents = z
  .int('Must be an amount')
  .min(-Number.MAX_SAFE_INTEGER, 'Must be an amount')
  .max(Number.MAX_SAFE_INTEGER, 'Must be an amount')
  .refine((value) => value !== 0, 'Must not be zero');

const recordedParts = [
  z.object({
    kind: z.literal('payout'),
    cents,
    id: z.string('Choose a payout').min(1).max(255, 'At most 255 characters'),
  }),
  z.object({ kind: z.literal('deposit'), cents, id: depositId }),
  z.object({ kind: z.literal('donation'), cents, id: donationId }),
  z.object({ kind: z.literal('expense'), cents, id: expenseId }),
  /** The same money as another line, of another account of the charity. */
  z.object({ kind: z.literal('transfer'), cents, id: bankLineId }),
] as const;

/** What a line, or a part of it, is, if something recorded stands for it. */
const recordedPart = z.discriminatedUnion('kind', recordedParts, 'Choose what it is');
export type RecordedPart = z.infer<typeof recordedPart>;

/** What a line, or a part of it, is. */
export const matchPart = z.discriminatedUnion(
  'kind',
  [
    ...recordedParts,
    /** What the bank charged, or paid back of it. */
    z.object({ kind: z.literal('fee'), cents }),
    /** Not part of these books. */
    z.object({ kind: z.literal('ignored'), cents, reason: requiredText(500) }),
  ],
  'Choose what it is',
);
export type MatchPart = z.infer<typeof matchPart>;

const partsOf = <Part extends z.ZodType>(part: Part) =>
  z.array(part, 'Say what it is').min(1, 'Say what it is').max(50, 'At most 50 parts');

/** Something that a line may be: money that is expected at the bank. */
export const matchTarget = z.object({
  kind: z.enum(targetKinds),
  id: z.string(),
  /** What people call it. */
  name: z.string(),
  day: z.iso.date(),
  /** What of it is not matched yet, in cents; below zero if the money leaves the account. */
  openCents: z.int(),
});

const accountOfLine = z.object({ id: bankAccountId, name: z.string() });
const onItsWay = {
  /** The announced transfer whose reference it names; null if it names none, or several. */
  expected: z.object({ reference: z.string(), name: z.string() }).nullable(),
  /** The deposit that it was entered into, which is not confirmed yet. */
  deposit: z.object({ id: depositId, title: z.string() }).nullable(),
};

/** A line that nobody has matched yet, and what it probably is. */
export const unmatchedLine = bankLine.extend({
  account: accountOfLine,
  proposal: z
    .object({
      kind: z.enum([...targetKinds, 'transfer']),
      id: z.string(),
      name: z.string(),
      /** Whether only the name of a donor speaks for it, so that it is not accepted with others. */
      isByName: z.boolean(),
    })
    .nullable(),
  ...onItsWay,
});
export type UnmatchedLine = z.infer<typeof unmatchedLine>;

/** A line with what it is. */
export const matchedLine = bankLine.extend({
  account: accountOfLine,
  matches: z.array(
    z.object({
      id: bankMatchId,
      kind: z.enum(['payout', 'deposit', 'donation', 'expense', 'fee', 'transfer', 'ignored']),
      cents: z.int(),
      /** What it is in words, such as the title of the deposit. */
      name: z.string(),
      by: z.string(),
    }),
  ),
  /** While nothing is matched: what it may be, what is nearest first. */
  targets: z.array(matchTarget),
  /** While nothing is matched: lines of other accounts with the opposite amount. */
  transfers: z.array(bankLine.extend({ account: accountOfLine })),
  ...onItsWay,
});
export type MatchedLine = z.infer<typeof matchedLine>;

const ofLine = { tag: 'Bank', params: idParams(bankLineId) } as const;
const refusals = [
  'not_found',
  'line_matched',
  'line_entered',
  'target_matched',
  'totals_differ',
  'month_locked',
  'fee_paid_by_donations',
] as const;

/** Lines that nobody has matched yet, oldest first, each with what it probably is. */
export const listUnmatchedLines = endpoint('GET /api/bank-lines/unmatched', {
  tag: 'Bank',
  access: 'contacts.read',
  summary: 'List the lines that are not matched',
  reads: 'bank-lines',
  query: z.object(paging),
  response: z.array(unmatchedLine),
  paged: true,
});

/** A line with what it is, or may be. */
export const getBankLine = endpoint('GET /api/bank-lines/:id', {
  ...ofLine,
  access: 'contacts.read',
  summary: 'Show a line of a bank account',
  reads: 'bank-lines',
  response: matchedLine,
  errors: ['not_found'],
});

/**
 * Says what a line is, in one part or several, which must come to its amount. Fees, money of other books, and transfers
 * that took more than some days wait for a second person above the limit of expenses.
 */
export const matchLine = endpoint('POST /api/bank-lines/:id/match', {
  ...ofLine,
  access: 'money.write',
  recent: false,
  summary: 'Match a line of a bank account',
  records: { 'bank_line.matched': 'Matched a line of a bank account' },
  reads: 'bank-lines',
  approval: 'bank_line',
  body: z.object({ parts: partsOf(matchPart) }),
  response: matchedLine,
  errors: [...refusals, 'idempotency_key_reused'],
});

/**
 * Says of several lines which recorded thing each is; those that it cannot be said of are left out, with the reason. So are
 * donations that only the name of their donor speaks for: somebody looks at each of these.
 */
export const matchLines = endpoint('POST /api/bank-lines/match', {
  tag: 'Bank',
  access: 'money.write',
  recent: false,
  summary: 'Match several lines',
  body: z.object({
    matchedLines: z
      .array(z.object({ id: bankLineId, parts: partsOf(recordedPart) }), 'Must be a list')
      .min(1, 'Select at least one row')
      .max(maxAtOnce, `At most ${maxAtOnce} rows at once`)
      .refine(
        (lines) => new Set(lines.map(({ id }) => id)).size === lines.length,
        'Each row only once',
      ),
  }),
  response: manyOutcome(bankLineId),
});

/**
 * Takes back what was said of a line, and of the other side of its transfers. Fees and money of other books above the limit
 * of expenses wait for a second person.
 */
export const unmatchLine = endpoint('POST /api/bank-lines/:id/unmatch', {
  ...ofLine,
  access: 'money.write',
  recent: false,
  summary: 'Undo the match of a line',
  records: { 'bank_line.unmatched': 'Undid the match of a line of a bank account' },
  reads: 'bank-lines',
  approval: 'bank_line',
  body: z.object({ reason: requiredText(500) }),
  response: matchedLine,
  errors: [
    'not_found',
    'line_not_matched',
    'month_locked',
    'fee_paid_by_donations',
    'idempotency_key_reused',
  ],
});
