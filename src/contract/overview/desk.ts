import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { balanceCents, timestamp } from '#contract/fields.ts';
import { causeId, nominationId } from '#contract/ids.ts';
import { proofSummary } from '#contract/spending/missing-proof.ts';

/* The desk: what waits for the signed-in person, and since when. */

/** How much waits, and since when the oldest of it does; null if nothing waits. */
const waiting = z.object({ count: z.int(), oldestAt: timestamp.nullable() });

/** What waits for whoever reads it. A part is null for somebody whose work it is not. Amounts in cents. */
export const desk = z.object({
  /** Nominations that nobody has decided. */
  nominations: waiting.nullable(),
  /** Nominations whose nominator has answered since somebody of the team last read the answers. */
  answers: waiting.nullable(),
  /** Nominations for which a recommendation of the reader is missing, with the oldest ones. */
  reviews: waiting
    .extend({
      oldest: z.array(z.object({ id: nominationId, nominee: z.string(), createdAt: timestamp })),
    })
    .nullable(),
  /** Appeals that nobody has decided. */
  appeals: waiting.nullable(),
  /** Nominations whose nominee has to be asked, or has said something that somebody has to see to. */
  consents: z.int().nullable(),
  /** Causes with money that could go to a need now, the one that has waited longest first. */
  money: z
    .array(
      z.object({
        cause: z.object({ id: causeId, name: z.string() }),
        /** What is available. */
        amount: balanceCents,
        /** The date of the oldest donation with something left. */
        oldestAt: timestamp,
        /** Accepted nominations that miss something of their goal, or have none, and whose nominees agree. */
        needs: z.int(),
        /** What those with a goal miss of it together. */
        missingAmount: balanceCents,
      }),
    )
    .nullable(),
  /** Money whose use the public cannot check yet. */
  proof: proofSummary.nullable(),
  /** What a second person has to approve, and the reader can. */
  approvals: waiting.nullable(),
  /** Offers of time that nobody has answered. */
  volunteers: waiting.nullable(),
  /** Hours of volunteers that nobody has confirmed. */
  hours: waiting.nullable(),
  /** Closed deposits that the reader can confirm. */
  deposits: waiting.nullable(),
  /** Lines of bank accounts that nobody has matched. */
  bankLines: waiting.nullable(),
  /** Emails that could not be sent. */
  mail: waiting.nullable(),
  /** What the payment provider has and we could not book, such as a payment in another currency. */
  payments: waiting.nullable(),
  /** Payments and refunds that failed in the last 7 days. */
  failures: waiting.nullable(),
  /** Recurring donations with an overdue payment. */
  plans: waiting.nullable(),
  /** Donations that employers and funds are said to make, and nobody has asked about. */
  claims: waiting.nullable(),
  /** Public comments of donors that nobody has decided about. */
  comments: waiting.nullable(),
});
export type Desk = z.infer<typeof desk>;

/** What waits for the signed-in person, by their rights. */
export const getDesk = endpoint('GET /api/desk', {
  summary: 'Show what waits for you',
  tag: 'Dashboard',
  access: 'lists.read',
  response: desk,
});
