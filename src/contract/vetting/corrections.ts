import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { balanceCents, idParams, requiredText, timestamp } from '#contract/fields.ts';
import { nominationCorrectionId, nominationId } from '#contract/ids.ts';
import { nominationInput } from '#contract/vetting/nominations.ts';
import { nomineeKnowledge, urgencies } from '#core/vetting/nomination-needs.ts';

/* Correcting what a nomination says, and what it said before. The description stays in the nominator's own words. */

/** What of a nomination can be corrected. */
export const nominationFacts = z.object({
  nominee: z.string(),
  /** Of the nominator, as all contact details. */
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  zip: z.string(),
  neededAmount: balanceCents.nullable(),
  urgency: z.enum(urgencies).nullable(),
  nomineeKnows: z.enum(nomineeKnowledge).nullable(),
});
export type NominationFacts = z.infer<typeof nominationFacts>;

/** What a nomination says, and what it said before, the last correction first. */
export const nominationCorrections = z.object({
  /** How often it was corrected. */
  revision: z.int(),
  facts: nominationFacts,
  /** Whether the contact details can be corrected: not once they were erased. */
  hasContact: z.boolean(),
  corrections: z.array(
    z.object({
      id: nominationCorrectionId,
      createdAt: timestamp,
      by: z.string(),
      reason: z.string(),
      /** What was corrected, as it was. */
      was: nominationFacts.partial(),
    }),
  ),
});
export type NominationCorrections = z.infer<typeof nominationCorrections>;

const { shape } = nominationInput;
const shared = {
  tag: 'Nominations',
  reads: 'nomination',
  params: idParams(nominationId),
} as const;

/** What a nomination says that can be corrected, and each correction. */
export const getNominationCorrections = endpoint('GET /api/nominations/:id/corrections', {
  ...shared,
  access: 'nominations.read',
  summary: 'Show the corrections of a nomination',
  response: nominationCorrections,
  errors: ['not_found'],
});

/**
 * Corrects what the nominator wrote down wrongly; what is left out stays. What it was can be read here from now on. A public
 * page with the name of the nominee gets the new one. The nominator is told by email of what the tracking page shows.
 */
export const correctNomination = endpoint('POST /api/nominations/:id/corrections', {
  ...shared,
  access: 'nominations.decide',
  recent: false,
  summary: 'Correct the facts of a nomination',
  records: { 'nomination.corrected': 'Corrected a nomination' },
  body: z.object({
    nominee: shape.nominee,
    firstName: shape.firstName.optional(),
    lastName: shape.lastName.optional(),
    phone: shape.phone.optional(),
    zip: shape.zip.optional(),
    neededAmount: shape.neededAmount.nullable(),
    urgency: shape.urgency.nullable(),
    nomineeKnows: shape.nomineeKnows.nullable(),
    /** The version that was seen. */
    revision: z.int({ error: 'Must be a number' }).min(0, 'Must not be negative'),
    reason: requiredText(500),
  }),
  response: nominationCorrections.extend({
    /** Whether the public page was hidden, so that somebody has to look at it and publish it again. */
    hidesPage: z.boolean(),
  }),
  errors: [
    'not_found',
    'nomination_changed',
    'nomination_erased',
    'conflict_of_interest',
    'request_waits',
  ],
});
