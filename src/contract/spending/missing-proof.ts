import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { balanceCents, paging, timestamp } from '#contract/fields.ts';
import { causeId, nominationId, unprovenMoneyId } from '#contract/ids.ts';

/* Money that nobody can check yet, because its proof is missing. */

/** What is missing before everyone can check what some money was spent on. */
export const missingProofs = ['payment', 'rest', 'receipt', 'page'] as const;

/** Money whose use the public cannot check yet. Amount in cents. */
export const unprovenMoney = z.object({
  /** The id of the expense, or of the nomination if the money is not spent. */
  id: unprovenMoneyId,
  nomination: z.object({ id: nominationId, nominee: z.string() }),
  cause: z.object({ id: causeId, name: z.string() }),
  amount: balanceCents,
  /** Who was paid; null if it is not spent. */
  payee: z.string().nullable(),
  /** Everything that is missing: `payment` if nothing is spent yet, `rest` if a part is. */
  missing: z.array(z.enum(missingProofs)),
  /** The names of the receipts that are not published, of those that have one. */
  receipts: z.array(z.string()),
  /**
   * The day of the expense, which begins here in UTC; if the money is not spent, the date of the oldest allocation
   * in it.
   */
  since: timestamp,
  /** Whole days since then. */
  days: z.int(),
});
export type UnprovenMoney = z.infer<typeof unprovenMoney>;

/** How much money is without proof, in cents, and in how many entries of the list. */
export const proofSummary = z.object({
  count: z.int(),
  amount: balanceCents,
  /** The age of the oldest entry in whole days; 0 if there is none. */
  oldestDays: z.int(),
});
export type ProofSummary = z.infer<typeof proofSummary>;

const shared = { tag: 'Proof' } as const;

/** Money without proof, oldest first: allocated and not spent, or spent on an expense that the public cannot check. */
export const listUnproven = endpoint('GET /api/proof', {
  ...shared,
  access: 'lists.read',
  summary: 'List the money without proof',
  query: z.object(paging),
  response: z.array(unprovenMoney),
  paged: true,
});

/** The count, total, and greatest age of {@link listUnproven}. */
export const getProofSummary = endpoint('GET /api/proof/summary', {
  ...shared,
  access: 'lists.read',
  summary: 'Summarize the money without proof',
  response: proofSummary,
});
