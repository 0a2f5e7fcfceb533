import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  amountCents,
  balanceCents,
  deviceFileName,
  idParams,
  optionalLine,
  paging,
  requiredLine,
  requiredText,
  timestamp,
} from '#contract/fields.ts';
import { causeId, donationId, importId } from '#contract/ids.ts';
import {
  type ImportState,
  importStates,
  type LineOutcome,
  lineOutcomes,
  maxImportBytes,
} from '#core/imports/imports.ts';
import { isTimeZone } from '#core/platform/dates.ts';
import { maxFileNameLength } from '#core/platform/file-names.ts';

/* Imports of donations from an earlier system: upload, mapping, check, booking, and taking back. */

const outcome = z.enum(Object.keys(lineOutcomes) as [LineOutcome, ...LineOutcome[]]);

/** A column of a CSV file, from 0. */
const column = z.int('Choose a column').min(0, 'Choose a column').max(999, 'Choose a column');
const optionalColumn = column.nullable();

/** What a column says, as it stands in the file. */
const words = z.array(requiredLine(50)).max(100, 'At most 100 words').default([]);
const laterColumn = optionalColumn.default(null);

/** How a file of an earlier system is read. */
export const importMapping = z.object(
  {
    /** The name of the system. An ID that it gave means one donation, in whichever file it stands. */
    system: requiredLine(60),
    delimiter: z.enum([',', ';', '\t', '|'], 'Choose what is between the columns'),
    /** Lines before the one with the titles of the columns. */
    skippedLines: z.int('Must be a number').min(0, 'At least 0').max(50, 'At most 50'),
    decimalMark: z.enum(['.', ','], 'Choose a decimal mark'),
    dateOrder: z.enum(['ymd', 'dmy', 'mdy'], 'Choose an order'),
    /** Of the times in the file that have no offset of their own. */
    timeZone: z.string('Choose a time zone').refine(isTimeZone, 'Choose a time zone'),
    /** Without it, donations are known by what their lines say. */
    idColumn: optionalColumn,
    dateColumn: column,
    timeColumn: optionalColumn,
    /** Without it, or where it is empty, times are of the time zone above. */
    zoneColumn: laterColumn,
    amountColumn: column,
    /** What somebody else, such as an employer, gave beside it: a donation of its own. */
    matchColumn: laterColumn,
    refundedColumn: optionalColumn,
    /** Whether all of it was spent before it comes in here, unless a column says it line by line. */
    isSpentBefore: z.boolean('Must be true or false'),
    /** Yes, or how much of a donation was spent before. */
    spentColumn: optionalColumn,
    /** Without it, all amounts are in the currency of the books. */
    currencyColumn: optionalColumn,
    /** Without it, all payments count as completed. */
    statusColumn: optionalColumn,
    /** Without it, all lines are donations. */
    typeColumn: laterColumn,
    /** Words of these two columns that we do not know, and what they mean. */
    donatedWords: words,
    leftOutWords: words,
    causeColumn: optionalColumn,
    nameColumn: optionalColumn,
    firstNameColumn: optionalColumn,
    lastNameColumn: optionalColumn,
    /** The name of a donor that has no other one. */
    organizationColumn: laterColumn,
    emailColumn: optionalColumn,
    phoneColumn: optionalColumn,
    zipColumn: optionalColumn,
    noteColumn: optionalColumn,
    anonymousColumn: optionalColumn,
    paymentColumn: optionalColumn,
  },
  'Say how this file is read',
);
export type ImportMapping = z.infer<typeof importMapping>;

/** How a file seems to be read, without what its first lines do not tell. */
export const importDraft = importMapping.extend({
  system: optionalLine(60),
  dateOrder: importMapping.shape.dateOrder.nullable(),
  dateColumn: optionalColumn,
  amountColumn: optionalColumn,
});
export type ImportDraft = z.infer<typeof importDraft>;

/** A cause, fund, or campaign of the file, and the cause that it becomes here; null for a new one with its name. */
const importedCause = z.object({
  /** Empty for the donations that name none. */
  value: z.string().max(500, 'At most 500 characters'),
  causeId: causeId.nullable(),
});

const lines = z.int();

/** An import in a list. Amounts in cents. */
export const importSummary = z.object({
  id: importId,
  createdAt: timestamp,
  fileName: z.string(),
  state: z.enum(Object.keys(importStates) as [ImportState, ...ImportState[]]),
  /** The earlier system; empty until somebody has said it. */
  system: z.string(),
  uploadedBy: z.string(),
  /** How many lines the file has, and what becomes of them; 0 before it is checked. */
  counts: z.object({ new: lines, known: lines, changed: lines, left_out: lines, problem: lines }),
  /** What the lines that come in amount to. */
  amount: z.int(),
  /** What of that was spent before. */
  spentBefore: z.int(),
  /** How many are donations by now, and of how many the money was taken out again. */
  booked: lines,
  takenBack: lines,
});
export type ImportSummary = z.infer<typeof importSummary>;

/** How one line of a file is read. */
export const importExample = z.object({
  /** Empty if the file has no IDs. */
  externalId: z.string(),
  receivedOn: z.iso.date(),
  amount: amountCents,
  /** What of it was spent before. */
  spentBefore: balanceCents,
  name: z.string(),
  email: z.string(),
  cause: z.string(),
});
export type ImportExample = z.infer<typeof importExample>;

const who = z.object({ name: z.string(), at: timestamp });

/** An import with everything that its page shows. */
export const importDetail = importSummary.extend({
  /** Sent along with every change. */
  revision: z.int(),
  /** The titles of the columns; empty once the file is deleted. */
  titles: z.array(z.string()),
  /** How the file is read; before somebody has said it, what it looks like. */
  mapping: importDraft,
  /** Why it could not be checked, or what is wrong with how it was read. */
  problem: z.string().nullable(),
  /** What looks wrong in what was read: to be looked at before it is imported. */
  warnings: z.array(z.string()),
  /** Words about payments that we do not know: their lines do not come in. */
  unknownWords: z.array(z.string()),
  /** The causes of the lines that come in, most lines first. */
  causes: z.array(
    importedCause.extend({
      lines,
      amount: z.int(),
      /** Why somebody has to choose one; null if a new one can have this name. */
      obstacle: z.string().nullable(),
    }),
  ),
  booking: who.nullable(),
  takenBackBy: who.extend({ reason: z.string() }).nullable(),
});
export type ImportDetail = z.infer<typeof importDetail>;

/** A line of the file, and what becomes of it. */
export const importLine = z.object({
  /** Its place as text, by which lists know it. */
  id: z.string(),
  /** Its place in the file, from 1. */
  line: z.int(),
  /** Empty if the line or the file has none. */
  externalId: z.string(),
  outcome,
  /** What somebody should know about it; empty if there is nothing. */
  remark: z.string(),
  amount: z.int().nullable(),
  donationId: donationId.nullable(),
});
export type ImportLine = z.infer<typeof importLine>;

const shared = { tag: 'Imports' } as const;
const ofOne = { ...shared, params: idParams(importId) } as const;
const revision = z.int('Must be a number');

/** Imports of donations, newest first. */
export const listImports = endpoint('GET /api/imports', {
  ...shared,
  access: 'contacts.read',
  summary: 'List imports of donations',
  query: z.object(paging),
  response: z.array(importSummary),
  paged: true,
});

/** One import. */
export const getImport = endpoint('GET /api/imports/:id', {
  ...ofOne,
  access: 'contacts.read',
  summary: 'Show an import of donations',
  response: importDetail,
  errors: ['not_found'],
});

/** The lines of an import that was checked, in the order of the file. */
export const listImportLines = endpoint('GET /api/imports/:id/lines', {
  ...ofOne,
  access: 'contacts.read',
  summary: 'List the lines of an import',
  query: z.object({
    ...paging,
    /** Only lines of which this becomes; `remarked`: lines that come in and have a remark. */
    show: z.enum([...outcome.options, 'remarked']).optional(),
  }),
  response: z.array(importLine),
  paged: true,
  errors: ['not_found'],
});

/** Uploads a CSV file. `application/octet-stream`, at most 20 MB. Nothing is imported yet. */
export const uploadImport = endpoint('POST /api/imports', {
  ...shared,
  access: 'money.write',
  bytes: maxImportBytes,
  recent: false,
  summary: 'Upload a file with donations',
  records: { 'import.uploaded': 'Uploaded a file with donations' },
  query: z.object({ fileName: deviceFileName(maxFileNameLength) }),
  response: importDetail,
  status: 201,
  errors: ['import_unreadable', 'payload_too_large'],
});

/** Reads the first lines of the file with a mapping, so that somebody sees whether days and amounts are right. */
export const tryImportMapping = endpoint('POST /api/imports/:id/mapping/try', {
  ...ofOne,
  access: 'money.write',
  recent: false,
  summary: 'Try how a file with donations is read',
  reads: 'import',
  body: z.object({ importMapping: importDraft }),
  response: z.object({
    titles: z.array(z.string()),
    /** Up to three lines as they would be read. */
    examples: z.array(importExample),
    /** Why the IDs are none, or why the first line that cannot be read cannot; null if nothing is wrong. */
    problem: z.string().nullable(),
    /** As in the import, of the first lines. */
    unknownWords: z.array(z.string()),
  }),
  errors: ['not_found', 'import_state'],
});

/** Saves how the file is read, for the next file as well, and lets a job read all of it. Nothing is imported yet. */
export const checkImport = endpoint('POST /api/imports/:id/check', {
  ...ofOne,
  access: 'money.write',
  recent: false,
  summary: 'Check a file with donations',
  records: { 'import.checked': 'Said how a file with donations is read' },
  body: z.object({ revision, importMapping }),
  response: importDetail,
  errors: ['not_found', 'import_changed', 'import_state'],
});

/** Says which cause each cause, fund, or campaign of the file becomes. */
export const chooseImportCauses = endpoint('POST /api/imports/:id/causes', {
  ...ofOne,
  access: 'money.write',
  recent: false,
  summary: 'Choose the causes of an import',
  records: { 'import.causes_chosen': 'Chose the causes of an import' },
  body: z.object({
    revision,
    importedCauses: z.array(importedCause, 'Must be a list').max(1_000, 'At most 1,000 causes'),
  }),
  response: importDetail,
  errors: ['not_found', 'import_changed', 'import_state'],
});

/** Imports what was checked. Takes a second person. Honors `Idempotency-Key`. */
export const bookImport = endpoint('POST /api/imports/:id/book', {
  ...ofOne,
  access: 'money.write',
  recent: true,
  approval: 'import',
  summary: 'Import checked donations',
  records: {
    'import.begun': 'Imported donations of an earlier system',
    'import.finished': 'Finished an import of donations',
  },
  body: z.object({ revision }),
  response: importDetail,
  errors: [
    'not_found',
    'import_changed',
    'import_state',
    'import_cause_missing',
    'idempotency_key_reused',
  ],
});

/**
 * Takes the money of an import out of the books again, while none of it has moved. The donations stay with their
 * history, and the same lines can be imported again. Takes a second person. Honors `Idempotency-Key`.
 */
export const takeBackImport = endpoint('POST /api/imports/:id/take-back', {
  ...ofOne,
  access: 'money.write',
  recent: true,
  approval: 'import',
  summary: 'Take an import back',
  records: {
    'import.taking_back': 'Took an import of donations back',
    'import.taken_back': 'Finished taking an import of donations back',
  },
  body: z.object({ reason: requiredText(500) }),
  response: importDetail,
  errors: ['not_found', 'import_state', 'import_moved', 'idempotency_key_reused'],
});

/** Deletes an import of which nothing was imported, with its file. */
export const deleteImport = endpoint('DELETE /api/imports/:id', {
  ...ofOne,
  access: 'money.write',
  recent: false,
  summary: 'Delete an import that was not made',
  records: { 'import.deleted': 'Deleted an import that was not made' },
  errors: ['not_found', 'import_state'],
});
