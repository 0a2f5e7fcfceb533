import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { amountCents, balanceCents, paging, requiredText, timestamp } from '#contract/fields.ts';
import { donationId, nominationId, operationsEntryId } from '#contract/ids.ts';
import { operationsKinds } from '#core/ledger/operations-kinds.ts';

/* Card costs and the operations book: what payments cost, who paid it, and putting money in. */

/** Money that pays for card costs came in, or was spent on them. Amount in cents: negative for what was spent. */
export const operationsEntry = z.object({
  id: operationsEntryId,
  createdAt: timestamp,
  kind: z.enum(operationsKinds),
  amount: z.int(),
  /** The donation that it is about; null if it is about none. */
  donationId: donationId.nullable(),
  /** The nomination whose expense it is about; null if it is about none. */
  nominationId: nominationId.nullable(),
  /** Who booked it, in words. */
  actor: z.string(),
  /** Why somebody put money in or took it out; empty otherwise. */
  reason: z.string(),
});
export type OperationsEntry = z.infer<typeof operationsEntry>;

/** What card costs came to, and who paid them. Amounts in cents. */
export const cardCosts = z.object({
  /** What is left to pay costs with; negative for what is missing. */
  balance: z.int(),
  /** What donors added, less what went back to them. */
  covered: z.int(),
  /** What was paid from donations to causes for running costs. */
  donated: balanceCents,
  /** What the charity put in, less what it took out. */
  toppedUp: z.int(),
  costs: z.int(),
  /** Since when costs are not paid; null if they are. */
  belowSince: timestamp.nullable(),
  /** The last payments whose cost is known; null if there is none. */
  lately: z
    .object({
      payments: z.int(),
      /** What was paid with them, and what they cost. */
      paid: balanceCents,
      costs: z.int(),
    })
    .nullable(),
});
export type CardCosts = z.infer<typeof cardCosts>;

/** What card costs came to, and who paid them. */
export const getCardCosts = endpoint('GET /api/card-costs', {
  summary: 'Show what card costs came to, and who paid them',
  tag: 'Card costs',
  access: 'lists.read',
  response: cardCosts,
});

/** Every entry of the operations book, newest first. */
export const listOperationsEntries = endpoint('GET /api/card-costs/entries', {
  summary: 'List what came in for card costs, and what was spent on them',
  tag: 'Card costs',
  access: 'lists.read',
  query: z.object(paging),
  response: z.array(operationsEntry),
  paged: true,
});

/** Money that the charity puts in for card costs, or takes out again. Amount in cents. */
const topUp = z.object({
  amount: amountCents,
  direction: z.enum(['in', 'out'], 'Choose one'),
  reason: requiredText(500),
});
export type TopUp = z.infer<typeof topUp>;

/**
 * Books money that the charity puts in for card costs, or takes out again. Honors `Idempotency-Key`. 409 if it takes out
 * more than it has put in: the rest came from donors.
 */
export const topUpCardCosts = endpoint('POST /api/card-costs/top-ups', {
  recent: true,
  approval: 'top_up',
  summary: 'Put in money for card costs, or take it out',
  records: {
    'card_costs.topped_up': 'Put in money for card costs',
    'card_costs.taken_out': 'Took out money for card costs',
  },
  tag: 'Card costs',
  access: 'money.write',
  body: topUp,
  response: operationsEntry,
  status: 201,
  errors: ['not_put_in'],
});
