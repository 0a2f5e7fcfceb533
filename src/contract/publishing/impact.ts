import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { balanceCents } from '#contract/fields.ts';
import { causeId } from '#contract/ids.ts';

/** Where money is, in cents. It always adds up: given = waiting + allocated + spent + returned − uncovered. */
const moneyPlaces = {
  given: balanceCents,
  waiting: balanceCents,
  /** Allocated to a need and not spent yet. */
  allocated: balanceCents,
  /** Of `allocated`: for needs without a page that everyone can open. */
  allocatedWithoutPage: balanceCents,
  spent: balanceCents,
  /** Of `spent`: without receipts that everyone can open. */
  spentWithoutProof: balanceCents,
  /** Refunded to donors, or taken back by their banks. */
  returned: balanceCents,
  /** Taken back after it was allocated or spent; other donations have to cover it. Almost always 0. */
  uncovered: balanceCents,
};

/** Where all money is, in total and by cause. */
export const getImpact = endpoint({
  method: 'GET',
  path: '/api/impact',
  summary: 'Show where all money is',
  tag: 'Impact',
  access: 'public',
  response: z.object({
    ...moneyPlaces,
    /** The day of the oldest expense without receipts that everyone can open, as YYYY-MM-DD. */
    withoutProofSince: z.iso.date().nullable(),
    causes: z.array(z.object({ id: causeId, name: z.string(), ...moneyPlaces })),
  }),
});
