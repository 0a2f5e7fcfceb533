import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { balanceCents, idParams, paging, pastDay, timestamp, token } from '#contract/fields.ts';
import { donorId, statementMailingId } from '#contract/ids.ts';
import { printedFile } from '#contract/printed-file.ts';

/* Statements of everything that a donor gave in a period, saved or mailed to many. */

/** How long the link in a mailed statement works, in days: as long as somebody may need for their taxes. */
export const statementLinkDays = 400;

/** First and last day of a period, both included, in the time zone of the charity. */
export const period = z
  .object({ from: pastDay, to: pastDay })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    message: 'Must not be before the first day',
  });

/** What somebody gave in a period. Amounts in cents. */
export const statement = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  donations: z.array(
    z.object({
      receivedOn: z.iso.date(),
      cause: z.string(),
      /** With what was added for card costs. */
      amount: balanceCents,
      /** What of it was added for card costs. */
      cover: balanceCents,
      /** What of it went back to the donor. */
      returned: balanceCents,
      /** The number of its own receipt; null if it has none. */
      receiptNumber: z.string().nullable(),
    }),
  ),
  /** Less what was returned. */
  total: balanceCents,
});
export type Statement = z.infer<typeof statement>;

/** Statements that were mailed to everybody who gave in a period, and how far they are. */
export const statementMailing = z.object({
  id: statementMailingId,
  createdAt: timestamp,
  from: z.iso.date(),
  to: z.iso.date(),
  /** When somebody stopped what had not left; null if nobody did. */
  stoppedAt: timestamp.nullable(),
  /** How many donors it is for. */
  total: z.int(),
  /** How many mails are in the queue or have left. */
  queued: z.int(),
  leftOut: z.int(),
});
export type StatementMailing = z.infer<typeof statementMailing>;

/** Who would get a statement of a period, and who of them was emailed one before with some of its days. */
export const statementsPreview = z.object({
  /** How many donors gave something in the period. */
  donors: z.int(),
  /** How many of them were emailed a statement of exactly this period. */
  haveSame: z.int(),
  /** How many of the others were emailed one of another period that overlaps. */
  haveOverlapping: z.int(),
  /** What these were emailed, the latest first. */
  earlier: z.array(
    statementMailing
      .pick({ id: true, createdAt: true, from: true, to: true })
      /** How many of the donors had this one. */
      .extend({ donors: z.int() }),
  ),
});
export type StatementsPreview = z.infer<typeof statementsPreview>;

/**
 * What becomes of donors who were emailed a statement with some of the days before: `skip` leaves them out, `again` emails
 * them as well. Without a choice, those with a statement of exactly this period are left out, and those with one of another
 * period are a refusal.
 */
const mailedBefore = z.enum(['skip', 'again'], 'Choose who gets one').optional();
export type MailedBefore = z.infer<typeof mailedBefore>;
export const mailingInput = period.safeExtend({ mailedBefore });
export type MailingInput = z.infer<typeof mailingInput>;

const shared = { tag: 'Statements' } as const;

/** The statement of a donor as a PDF. */
export const getDonorStatement = endpoint('GET /api/donors/:id/statement', {
  ...shared,
  summary: 'Get the statement of a donor',
  reads: 'donor',
  access: 'contacts.read',
  params: idParams(donorId),
  query: period,
  response: printedFile,
  errors: ['not_found', 'nothing_left', 'too_many_requests'],
});

/** The latest first. */
export const listStatementMailings = endpoint('GET /api/statement-mailings', {
  ...shared,
  summary: 'List the statements that were mailed',
  access: 'money.write',
  query: z.object(paging),
  response: z.array(statementMailing),
  paged: true,
});

/** Who would get a statement of a period, and who had one of some of these days. */
export const previewStatements = endpoint('GET /api/statement-mailings/preview', {
  ...shared,
  summary: 'Count who would be emailed a statement',
  access: 'money.write',
  query: period,
  response: statementsPreview,
});

/**
 * Mails everybody who gave in a period a link to their statement. Donors with a statement of this period are left out,
 * unless the caller wants otherwise; 409 if nobody else gave, or as long as the caller has not said what becomes of donors
 * with one of another period that overlaps. 422 for days that have not
 * come. A repeat with the same key mails nobody again.
 */
export const mailStatements = endpoint('POST /api/statement-mailings', {
  ...shared,
  recent: true,
  summary: 'Email statements to everybody who gave in a period',
  records: { 'statement_mailing.sent': 'Emailed statements to donors' },
  access: 'money.write',
  body: mailingInput,
  response: statementMailing,
  status: 201,
  errors: ['nobody_to_mail', 'statements_mailed', 'statements_overlap', 'idempotency_key_reused'],
});

/** Stops what of it has not left. */
export const stopStatementMailing = endpoint('POST /api/statement-mailings/:id/stop', {
  ...shared,
  recent: false,
  summary: 'Stop the statements that have not left',
  records: { 'statement_mailing.stopped': 'Stopped an email with statements' },
  access: 'money.write',
  params: idParams(statementMailingId),
  response: statementMailing,
  errors: ['not_found', 'mailing_over'],
});

/** The statement behind the link of an email. A POST, so that the secret is not in the URL. */
export const openStatement = endpoint('POST /api/statement', {
  ...shared,
  callsPerTenMinutes: 60,
  summary: 'Show the statement behind a private link',
  access: 'public',
  body: z.object({ token }),
  response: statement,
  errors: ['invalid_token', 'address_too_new'],
});

/** The same as a PDF. */
export const getStatementPdf = endpoint('POST /api/statement/pdf', {
  ...shared,
  // Drawing takes a second of the machine.
  callsPerTenMinutes: 10,
  summary: 'Get the statement behind a private link as a PDF',
  access: 'public',
  body: z.object({ token }),
  response: printedFile,
  errors: ['invalid_token', 'address_too_new'],
});
