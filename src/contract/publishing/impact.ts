import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { balanceCents } from '#contract/fields.ts';
import { publicComment } from '#contract/giving/comments.ts';
import { causeId } from '#contract/ids.ts';
import { workedTime } from '#contract/publishing/needs.ts';

/* Where all money is, for the public page about impact, and how long giving help takes. */

/** Where money is, in cents. It always adds up: given = waiting + allocated + spent + spentBefore + returned −
 * uncovered. */
const moneyPlaces = {
  given: balanceCents,
  waiting: balanceCents,
  /** Allocated to a need and not spent yet. */
  allocated: balanceCents,
  /** Of `allocated`: for needs without a page that everyone can open. */
  allocatedWithoutPage: balanceCents,
  /** Of `allocatedWithoutPage`: not shown at the wish of the people who are helped. */
  allocatedTakenBack: balanceCents,
  spent: balanceCents,
  /** Of `spent`: without receipts that everyone can open. */
  spentWithoutProof: balanceCents,
  /** Of `spentWithoutProof`: not shown at the wish of the people it is about, so that its receipts never will be. */
  spentTakenBack: balanceCents,
  /** Spent before the books were kept here: given in an earlier system, with its proof there. */
  spentBefore: balanceCents,
  /** Refunded to donors, or taken back by their banks. */
  returned: balanceCents,
  /** Taken back after it was allocated or spent; other donations have to cover it. Almost always 0. */
  uncovered: balanceCents,
};

/** Where all money is, in total and by cause. */
export const getImpact = endpoint('GET /api/impact', {
  summary: 'Show where all money is',
  tag: 'Impact',
  access: 'public',
  response: z.object({
    ...moneyPlaces,
    /** The day of the oldest expense whose receipts everyone can open one day and not yet, as YYYY-MM-DD. */
    withoutProofSince: z.iso.date().nullable(),
    /** What volunteers worked, in all; null if nothing is confirmed. */
    worked: workedTime.nullable(),
    /** Donations in kind, which are counted in no sum: how many, and what the team says in public about the newest. */
    things: z.object({ count: z.int(), texts: z.array(z.string()) }),
    /** What payments by card cost so far, which is not part of the donations, and who paid it. */
    cardCosts: z.object({
      costs: z.int(),
      /** What donors added for them. */
      covered: z.int(),
      /** What was paid from donations to causes for running costs. */
      donated: balanceCents,
      /** What the charity put in for them. */
      toppedUp: z.int(),
      /** What is missing, for too long to promise that 100% of a donation goes to its purpose; 0 otherwise. */
      missing: balanceCents,
    }),
    /** What donors say in public, the latest donation first. */
    comments: z.array(publicComment),
    causes: z.array(z.object({ id: causeId, name: z.string(), ...moneyPlaces })),
  }),
});

/**
 * In how many whole days half of those of the last 90 days, with all that still wait, had come so far. Null for fewer
 * than 10 of them, and while half of them wait.
 */
export const getDurations = endpoint('GET /api/impact/durations', {
  summary: 'Show how long donations and proof take',
  tag: 'Impact',
  access: 'public',
  response: z.object({
    /** From a donation to its first allocation to a need. */
    donationToAllocation: z.int().nullable(),
    /** From the day of an expense to the moment when everyone could open its receipts. */
    expenseToProof: z.int().nullable(),
  }),
});
