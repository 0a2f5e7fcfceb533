import { sql } from 'kysely';
import { z } from 'zod';
import { receiptKinds } from '#core/receipts/receipt-kinds.ts';
import { withoutHiddenNames } from '#core/vetting/consent.ts';
import { unlessAnonymous } from '#server/donors/donors/anonymity.ts';
import { dayIn, dayOf, hasValue, momentIn, periodOfNomination } from '#server/exports/filters.ts';
import { booksCurrency, exportList, queryList, rowCurrency } from '#server/exports/list.ts';
import { getProofSummary, listUnproven } from '#server/spending/missing-proof/queries.ts';
import { hiddenNamesSql, nomineeInFiles } from '#server/vetting/consents/gate.ts';

/* Lists that can be exported: what was allocated and spent, its receipts, and what has no proof. */

const missingWords = {
  payment: 'Nothing is spent yet',
  rest: 'A part is not spent',
  receipt: 'A receipt is not public',
  page: 'The page is not public',
};

export const spendingLists = {
  /**
   * What is allocated, without what was released, as in the dialogs of donations and nominations. Who asks where the money
   * for a need came from gets this list, so it names nobody who stays anonymous.
   */
  allocations: queryList({
    right: 'lists.read',
    filter: periodOfNomination,
    shown: ({ db, timeZone }, { nominationId, ...days }) =>
      db
        .selectFrom('allocations')
        .where('allocations.amountCents', '>', 0)
        .where(momentIn('allocations.createdAt', days, timeZone))
        .where(hasValue('allocations.nominationId', nominationId)),
    rows: (shown, { timeZone }) =>
      shown
        .innerJoin('donations', 'donations.id', 'allocations.donationId')
        .innerJoin('donors', 'donors.id', 'donations.donorId')
        .innerJoin('nominations', 'nominations.id', 'allocations.nominationId')
        .innerJoin('causes', 'causes.id', 'nominations.causeId')
        .select([
          'allocations.id',
          'allocations.createdAt',
          dayOf('allocations.createdAt', timeZone).as('day'),
          'allocations.amountCents',
          'allocations.spentCents',
          'allocations.currency',
          'allocations.donationId',
          'allocations.nominationId',
          nomineeInFiles.as('nominee'),
          'causes.name as cause',
          'donations.isAnonymous',
          unlessAnonymous('donors.firstName').as('firstName'),
          unlessAnonymous('donors.lastName').as('lastName'),
          unlessAnonymous('donors.email').as('email'),
        ]),
    newest: { id: 'allocations.id' },
    columns: {
      ID: ['text', (row) => row.id],
      Date: ['day', (row) => row.day],
      'Time (UTC)': ['moment', (row) => row.createdAt],
      Amount: ['amount', (row) => row.amountCents],
      Spent: ['amount', (row) => row.spentCents],
      Currency: rowCurrency,
      Donation: ['text', (row) => row.donationId],
      Nomination: ['text', (row) => row.nominationId],
      Nominee: ['text', (row) => row.nominee],
      Cause: ['text', (row) => row.cause],
      Anonymous: ['flag', (row) => row.isAnonymous],
      'Donor First Name': ['text', (row) => row.firstName, 'contacts.read'],
      'Donor Last Name': ['text', (row) => row.lastName, 'contacts.read'],
      'Donor Email Address': ['text', (row) => row.email, 'contacts.read'],
    },
  }),

  /** Every expense, undone ones included, as on the pages of nominations. */
  expenses: queryList({
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
  }),

  /** The receipts that are uploaded, each with the expense that it is for. */
  receipts: queryList({
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
  }),

  /** Money without proof, oldest first, as on the page "Missing Proof". */
  'missing-proof': exportList({
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
      'What Is Missing': [
        'text',
        (row) => row.missing.map((part) => missingWords[part]).join('; '),
      ],
      'Receipts That Are Not Public': ['text', (row) => row.receipts.join('; ')],
    },
  }),
};
