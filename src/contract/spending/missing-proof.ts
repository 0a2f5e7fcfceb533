import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { balanceCents, paging, timestamp } from '#contract/fields.ts';
import { causeId, nominationId, unprovenMoneyId } from '#contract/ids.ts';

/** What is missing before everybody can see what was done with some money. */
export const missingProofs = ['payment', 'rest', 'receipt', 'page'] as const;

/** Money that nobody outside can see the use of yet. Amount in cents. */
export const unprovenMoney = z.object({
  /** Of the payment; of the nomination where its money is not spent. */
  id: unprovenMoneyId,
  nomination: z.object({ id: nominationId, nominee: z.string() }),
  cause: z.object({ id: causeId, name: z.string() }),
  amount: balanceCents,
  /** Whom it was paid to; null while it is not spent. */
  payee: z.string().nullable(),
  /** All that is missing: `payment` where nothing is spent yet, `rest` where a part is. */
  missing: z.array(z.enum(missingProofs)),
  /**
   * When it was paid: by us, which is a day and begins here in UTC, or, while it is not spent, by the donor
   * whose donation has waited longest.
   */
  since: timestamp,
  /** Whole days since then. */
  days: z.int(),
});
/** {@link unprovenMoney} as a type. */
export type UnprovenMoney = z.infer<typeof unprovenMoney>;

/** How much money is without proof, in cents, and in how many entries of the list. */
export const proofSummary = z.object({
  count: z.int(),
  amount: balanceCents,
  /** Whole days of the oldest; 0 when there is none. */
  oldestDays: z.int(),
});
/** {@link proofSummary} as a type. */
export type ProofSummary = z.infer<typeof proofSummary>;

const shared = { method: 'GET', tag: 'Proof', access: 'administrator' } as const;

/** What awaits proof, oldest first: allocated money that is not spent, and payments that the public cannot check. */
export const listUnproven = endpoint({
  ...shared,
  path: '/api/proof',
  summary: 'List the money without proof',
  query: z.object(paging),
  response: z.array(unprovenMoney),
  paged: true,
});

/** All of {@link listUnproven} in three numbers. */
export const getProofSummary = endpoint({
  ...shared,
  path: '/api/proof/summary',
  summary: 'Sum up the money without proof',
  response: proofSummary,
});
