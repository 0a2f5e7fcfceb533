import { sql } from 'kysely';
import { z } from 'zod';
import { listNominations } from '#contract/vetting/nominations.ts';
import { receiptKinds } from '#core/receipts/receipt-kinds.ts';
import { withoutHiddenNames } from '#core/vetting/consent.ts';
import { nominationStatus, nominationStatusNames } from '#core/vetting/nomination-status.ts';
import {
  dayIn,
  dayOf,
  filterOf,
  hasValue,
  momentIn,
  periodOfNomination,
} from '#server/exports/filters.ts';
import { booksCurrency, exportList, queryList, rowCurrency } from '#server/exports/list.ts';
import { getProofSummary, listUnproven } from '#server/spending/missing-proof/queries.ts';
import { listCauses } from '#server/vetting/causes/queries.ts';
import { hiddenNamesSql, nomineeInFiles } from '#server/vetting/consents/gate.ts';
import { nominationsShown } from '#server/vetting/nominations/queries.ts';

/* Lists that can be exported: nominations, causes, expenses, receipts, and missing proof. */

/** The nominations, as on the page "Manage Nominations". */
export const nominations = queryList({
  right: 'lists.read',
  filter: filterOf(listNominations),
  shown: ({ db }, filter) => db.selectFrom('nominations').where(nominationsShown(filter)),
  rows: (shown, { timeZone }) =>
    shown
      .innerJoin('causes', 'causes.id', 'nominations.causeId')
      .select([
        'nominations.id',
        'nominations.createdAt',
        dayOf('nominations.createdAt', timeZone).as('day'),
        nomineeInFiles.as('nominee'),
        'causes.name as cause',
        'isAccepted',
        'isRejected',
        'isCompleted',
        'allocatedCents',
        'spentCents',
        'goalCents',
        'description',
        'firstName',
        'lastName',
        'email',
        'phone',
        'zip',
      ]),
  newest: { moment: 'nominations.createdAt', id: 'nominations.id' },
  columns: {
    ID: ['text', (row) => row.id],
    Date: ['day', (row) => row.day],
    'Time (UTC)': ['moment', (row) => row.createdAt],
    Nominee: ['text', (row) => row.nominee],
    Cause: ['text', (row) => row.cause],
    Status: ['text', (row) => nominationStatusNames[nominationStatus(row)]],
    'Allocated Amount': ['amount', (row) => row.allocatedCents],
    Spent: ['amount', (row) => row.spentCents],
    Goal: ['amount', (row) => row.goalCents],
    Currency: booksCurrency,
    Description: ['text', (row) => row.description, 'nominations.read'],
    'First Name': ['text', (row) => row.firstName, 'nominations.read'],
    'Last Name': ['text', (row) => row.lastName, 'nominations.read'],
    'Email Address': ['text', (row) => row.email, 'nominations.read'],
    'Phone Number': ['text', (row) => row.phone, 'nominations.read'],
    'Zip Code': ['text', (row) => row.zip, 'nominations.read'],
  },
});

/** The causes, of which there are few. */
export const causes = exportList({
  right: 'lists.read',
  filter: z.strictObject({}),
  count: async ({ db }) => (await listCauses(db)).length,
  read: async ({ db }) => ({ items: await listCauses(db), nextCursor: null }),
  columns: {
    ID: ['text', (row) => row.id],
    Name: ['text', (row) => row.name],
    'For Running Costs': ['text', (row) => (row.isForRunningCosts ? 'Yes' : 'No')],
    Donations: ['number', (row) => row._count.donations],
    Nominations: ['number', (row) => row._count.nominations],
  },
});

/** Every expense, undone ones included, as on the pages of nominations. */
export const expenses = queryList({
  right: 'lists.read',
  filter: periodOfNomination,
  shown: ({ db }, { nominationId, ...days }) =>
    db
      .selectFrom('expenses')
      .where(dayIn('paidOn', days))
      .where(hasValue('expenses.nominationId', nominationId)),
  rows: (shown) =>
    shown
      .innerJoin('nominations', 'nominations.id', 'expenses.nominationId')
      .innerJoin('causes', 'causes.id', 'nominations.causeId')
      .select([
        'expenses.id',
        'expenses.createdAt',
        'paidOn',
        'amountCents',
        'currency',
        'payee',
        'purpose',
        hiddenNamesSql.as('hiddenNames'),
        'receiptKind',
        'paysCardCosts',
        'expenses.nominationId',
        nomineeInFiles.as('nominee'),
        'causes.name as cause',
        'undoneAt',
        'undoneReason',
        sql<string>`coalesce((select string_agg(file_id::text, ' ' order by file_id) from expense_receipts
          where expense_id = expenses.id), '')`.as('receipts'),
      ]),
  newest: { id: 'expenses.id' },
  each: ({ hiddenNames, ...row }) => withoutHiddenNames(row, hiddenNames),
  columns: {
    ID: ['text', (row) => row.id],
    'Paid On': ['day', (row) => row.paidOn],
    'Recorded (UTC)': ['moment', (row) => row.createdAt],
    Amount: ['amount', (row) => row.amountCents],
    Currency: rowCurrency,
    Payee: ['text', (row) => row.payee],
    Purpose: ['text', (row) => row.purpose],
    'Kind of Receipt': ['text', (row) => receiptKinds[row.receiptKind]],
    'Pays Card Costs': ['text', (row) => (row.paysCardCosts ? 'Yes' : 'No')],
    Nomination: ['text', (row) => row.nominationId],
    Nominee: ['text', (row) => row.nominee],
    Cause: ['text', (row) => row.cause],
    'Undone (UTC)': ['moment', (row) => row.undoneAt],
    'Why Undone': ['text', (row) => row.undoneReason],
    Receipts: ['text', (row) => row.receipts],
  },
});

/** The receipts that are uploaded, each with the expense that it is for. */
export const receipts = queryList({
  right: 'files.read',
  filter: periodOfNomination,
  shown: ({ db, timeZone }, { nominationId, ...days }) =>
    db
      .selectFrom('files')
      .where('files.kind', '=', 'receipt')
      .where('files.state', '=', 'ready')
      .where(momentIn('files.createdAt', days, timeZone))
      .where(hasValue('files.nominationId', nominationId)),
  rows: (shown, { timeZone }) =>
    shown
      .innerJoin('nominations', 'nominations.id', 'files.nominationId')
      .leftJoin('expenses', (join) =>
        join.on('expenses.undoneAt', 'is', null).on(
          sql<boolean>`expenses.id = (select expense_id from expense_receipts
              join expenses as paid on paid.id = expense_id and paid.undone_at is null
              where file_id = files.id order by expense_id limit 1)`,
        ),
      )
      .select([
        'files.id',
        'files.createdAt',
        dayOf('files.createdAt', timeZone).as('day'),
        'files.nominationId',
        nomineeInFiles.as('nominee'),
        'files.originalName',
        'files.mediaType',
        'files.bytes',
        'files.sha256',
        'files.caption',
        'files.isPublished',
        'expenses.id as expenseId',
        'expenses.payee',
        hiddenNamesSql.as('hiddenNames'),
        'expenses.paidOn',
        'expenses.amountCents',
        'expenses.currency',
      ]),
  newest: { id: 'files.id' },
  each: ({ hiddenNames, ...row }) => withoutHiddenNames(row, hiddenNames),
  columns: {
    ID: ['text', (row) => row.id],
    Added: ['day', (row) => row.day],
    'Added (UTC)': ['moment', (row) => row.createdAt],
    Name: ['text', (row) => row.originalName],
    Caption: ['text', (row) => row.caption],
    Public: ['flag', (row) => row.isPublished],
    Nomination: ['text', (row) => row.nominationId],
    Nominee: ['text', (row) => row.nominee],
    Expense: ['text', (row) => row.expenseId],
    Payee: ['text', (row) => row.payee],
    'Paid On': ['day', (row) => row.paidOn],
    Amount: ['amount', (row) => row.amountCents],
    Currency: rowCurrency,
    'Media Type': ['text', (row) => row.mediaType],
    Bytes: ['number', (row) => row.bytes],
    'SHA-256': ['text', (row) => row.sha256],
  },
});

const missingWords = {
  payment: 'Nothing is spent yet',
  rest: 'A part is not spent',
  receipt: 'A receipt is not public',
  page: 'The page is not public',
};

/** Money without proof, oldest first, as on the page "Missing Proof". */
export const missingProof = exportList({
  right: 'lists.read',
  filter: z.strictObject({}),
  count: async ({ db, timeZone }) => (await getProofSummary(db, timeZone)).count,
  read: ({ db, timeZone }, _, page) => listUnproven(db, timeZone, page, { isForFile: true }),
  columns: {
    'Since (UTC)': ['moment', (row) => row.since],
    Days: ['number', (row) => row.days],
    Amount: ['amount', (row) => row.amount],
    Currency: booksCurrency,
    Nomination: ['text', (row) => row.nomination.id],
    Nominee: ['text', (row) => row.nomination.nominee],
    Cause: ['text', (row) => row.cause.name],
    Payee: ['text', (row) => row.payee],
    'What Is Missing': ['text', (row) => row.missing.map((part) => missingWords[part]).join('; ')],
    'Receipts That Are Not Public': ['text', (row) => row.receipts.join('; ')],
  },
});
