import { z } from 'zod';
import { leftOut } from '#contract/banking/bank-statements.ts';
import { csvDraft } from '#contract/banking/csv-mapping.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, verbatimText } from '#contract/fields.ts';
import { bankAccountId } from '#contract/ids.ts';

/* Trying how a CSV file of a bank is read, before anything is stored. */

/** The beginning of a CSV file: enough lines to see how it is written. */
const csvSample = verbatimText(30_000);

/** How one line of a CSV file is read. */
export const csvExample = z.object({
  bookedOn: z.iso.date(),
  cents: z.int(),
  balanceCents: z.int().nullable(),
  text: z.string(),
  counterparty: z.string(),
});
export type CsvExample = z.infer<typeof csvExample>;

/**
 * Reads the first lines of a CSV file with a mapping, so that somebody sees whether days and amounts are right. With no
 * mapping, returns the cells of the first lines and a guess.
 */
export const tryCsvMapping = endpoint('POST /api/bank-accounts/:id/csv-mapping/try', {
  tag: 'Bank',
  access: 'money.write',
  recent: false,
  summary: 'Try how a CSV file is read',
  params: idParams(bankAccountId),
  body: z.object({ sample: csvSample, mapping: csvDraft.nullable() }),
  response: z.object({
    /** The titles of the columns, empty in a file without titles, and the cells of up to five lines below. */
    titles: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    /** Up to three lines as they would be read. */
    examples: z.array(csvExample),
    leftOut,
    /** The words in the columns for direction and state that we do not know. */
    unknownDirections: z.array(z.string()),
    unknownStates: z.array(z.string()),
    /** Why a line cannot be read with this mapping; null if all can. */
    problem: z.string().nullable(),
    /** What the file looks like, for a form that was not filled in yet; null where it does not tell. */
    guess: csvDraft,
  }),
  errors: ['not_found', 'statement_unreadable'],
});
