import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  amountCents,
  email,
  honeypot,
  optionalLine,
  paging,
  requiredLine,
  timestamp,
} from '#contract/fields.ts';
import { deposit } from '#contract/giving/deposits.ts';
import { bankLineId, causeId, expectedTransferId } from '#contract/ids.ts';
import { causeReference } from '#contract/vetting/causes.ts';
import { maxDepositLines } from '#core/giving/deposits.ts';

/* Bank transfers that donors announce, with their references, and entering them into a deposit. */

/** The form of a donor who will donate by bank transfer. Amount in cents; what counts is what the bank says. */
export const bankTransferInput = z.object({
  amount: amountCents,
  causeId,
  firstName: requiredLine(100),
  lastName: requiredLine(100),
  email,
  website: honeypot,
});

/**
 * Gives a donor the reference to write into a bank transfer, also by email. Nothing counts as donated until the money is
 * there. 409 if the charity does not offer it. Honors `Idempotency-Key`.
 */
export const announceTransfer = endpoint('POST /api/bank-transfers', {
  callsPerTenMinutes: 30,
  form: 'bank transfers',
  summary: 'Get the reference for a donation by bank transfer',
  tag: 'Donations',
  access: 'public',
  body: bankTransferInput,
  response: z.object({ reference: z.string() }),
  status: 201,
  errors: ['bank_transfers_off', 'cause_not_open', 'idempotency_key_reused'],
});

/** A bank transfer that a donor announced. Amount in cents. */
export const expectedTransfer = z.object({
  id: expectedTransferId,
  createdAt: timestamp,
  reference: z.string(),
  amount: amountCents,
  cause: causeReference,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** How many lines of the bank were entered with it, and the day of the last one; null for none. */
  arrivals: z.int(),
  lastArrivedOn: z.iso.date().nullable(),
});
export type ExpectedTransfer = z.infer<typeof expectedTransfer>;

/** Bank transfers that donors announced, newest first. */
export const listExpectedTransfers = endpoint('GET /api/expected-transfers', {
  summary: 'List the bank transfers that donors announced',
  reads: 'expected-transfers',
  tag: 'Deposits',
  access: 'contacts.read',
  query: z.object({
    ...paging,
    /** Only those of which nothing has arrived yet. */
    isWaiting: z.enum(['true', 'false'], 'Must be true or false').optional(),
    /** Only the one with this reference, however it is written: `ec7f3k2m8`. */
    reference: optionalLine(50).optional(),
  }),
  response: z.array(expectedTransfer),
  paged: true,
});

/**
 * Begins a deposit with lines of the bank: each becomes a line with its amount, its day, and who announced it, or else who
 * paid, for the cause of `causeId`. 409 for a line that is matched or entered already, for money that left, and without
 * `causeId` for a line that names no announced transfer.
 */
export const enterTransfers = endpoint('POST /api/deposits/from-bank-lines', {
  recent: false,
  summary: 'Begin a deposit with bank transfers that arrived',
  reads: 'bank-lines',
  tag: 'Deposits',
  access: 'money.write',
  body: z.object({
    lineIds: z
      .array(bankLineId, 'Must be a list')
      .min(1, 'Select at least one row')
      .max(maxDepositLines, `At most ${maxDepositLines} rows at once`)
      .refine((ids) => new Set(ids).size === ids.length, 'Each row only once'),
    /** What lines are for that name no announced transfer, or several. */
    causeId: causeId.optional(),
  }),
  response: deposit,
  status: 201,
  errors: ['not_found', 'line_matched', 'line_entered', 'reference_unknown', 'month_locked'],
});
