import { sql } from 'kysely';
import { z } from 'zod';
import type { NominationId } from '#contract/ids.ts';
import { listNominations } from '#contract/vetting/nominations.ts';
import { withoutHiddenNames } from '#core/consent.ts';
import { nominationStatus, nominationStatusNames } from '#core/nomination-status.ts';
import { receiptKinds } from '#core/receipt-kinds.ts';
import { dayOf, momentIn, periodOfNomination } from '#server/operations/exports/filters.ts';
import {
  bookCurrencyColumn,
  currencyColumn,
  exportList,
  pageById,
  type Source,
} from '#server/operations/exports/list.ts';
import { after, toPage } from '#server/platform/db/paging.ts';
import { getProofSummary, listUnproven } from '#server/spending/missing-proof/queries.ts';
import { listCauses } from '#server/vetting/causes/queries.ts';
import { hiddenNamesSql, nomineeInFiles } from '#server/vetting/consents/gate.ts';
import { nominationsShown } from '#server/vetting/nominations/queries.ts';

/** The nominations, as on the page "Manage Nominations". */
export const nominations = exportList({
  right: 'lists.read',
  filter: listNominations.query.omit({ limit: true, cursor: true, firstFor: true }).strict(),
  async count({ db }, filter) {
    const { count } = await db
      .selectFrom('nominations')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where(nominationsShown(filter))
      .executeTakeFirstOrThrow();
    return count;
  },
  async read({ db, timeZone }, filter, { limit, cursor }) {
    let query = db
      .selectFrom('nominations')
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
      ])
      .where(nominationsShown(filter))
      .orderBy('nominations.createdAt', 'desc')
      .orderBy('nominations.id', 'desc')
      .limit(limit + 1);
    if (cursor !== undefined) query = query.where(after('nominations', cursor));
    return toPage(await query.execute(), limit);
  },
  columns: [
    { title: 'ID', type: 'text', value: (row) => row.id },
    { title: 'Date', type: 'day', value: (row) => row.day },
    { title: 'Time (UTC)', type: 'moment', value: (row) => row.createdAt },
    { title: 'Nominee', type: 'text', value: (row) => row.nominee },
    { title: 'Cause', type: 'text', value: (row) => row.cause },
    { title: 'Status', type: 'text', value: (row) => nominationStatusNames[nominationStatus(row)] },
    { title: 'Allocated Amount', type: 'amount', value: (row) => row.allocatedCents },
    { title: 'Spent', type: 'amount', value: (row) => row.spentCents },
    { title: 'Goal', type: 'amount', value: (row) => row.goalCents },
    bookCurrencyColumn,
    {
      title: 'Description',
      type: 'text',
      value: (row) => row.description,
      right: 'nominations.read',
    },
    { title: 'First Name', type: 'text', value: (row) => row.firstName, right: 'nominations.read' },
    { title: 'Last Name', type: 'text', value: (row) => row.lastName, right: 'nominations.read' },
    { title: 'Email Address', type: 'text', value: (row) => row.email, right: 'nominations.read' },
    { title: 'Phone Number', type: 'text', value: (row) => row.phone, right: 'nominations.read' },
    { title: 'Zip Code', type: 'text', value: (row) => row.zip, right: 'nominations.read' },
  ],
});

/** The causes, of which there are few. */
export const causes = exportList({
  right: 'lists.read',
  filter: z.strictObject({}),
  count: async ({ db }) => (await listCauses(db)).length,
  read: async ({ db }) => ({ items: await listCauses(db), nextCursor: null }),
  columns: [
    { title: 'ID', type: 'text', value: (row) => row.id },
    { title: 'Name', type: 'text', value: (row) => row.name },
    {
      title: 'For Running Costs',
      type: 'text',
      value: (row) => (row.isForRunningCosts ? 'Yes' : 'No'),
    },
    { title: 'Donations', type: 'number', value: (row) => row._count.donations },
    { title: 'Nominations', type: 'number', value: (row) => row._count.nominations },
  ],
});

type PeriodOfNomination = z.infer<typeof periodOfNomination>;

function expensesShown({ db }: Source, { nominationId, from, to }: PeriodOfNomination) {
  let query = db.selectFrom('expenses');
  if (nominationId !== undefined) query = query.where('expenses.nominationId', '=', nominationId);
  // Days already, the same in every time zone.
  if (from !== undefined) query = query.where('paidOn', '>=', from);
  if (to !== undefined) query = query.where('paidOn', '<=', to);
  return query;
}

/** Every expense, undone ones included, as on the pages of nominations. */
export const expenses = exportList({
  right: 'lists.read',
  filter: periodOfNomination,
  async count(source, filter) {
    const { count } = await expensesShown(source, filter)
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  },
  async read(source, filter, { limit, cursor }) {
    let query = expensesShown(source, filter)
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
      ])
      .orderBy('expenses.id', 'desc')
      .limit(limit + 1);
    if (cursor !== undefined) query = query.where(sql<boolean>`expenses.id < ${cursor}::uuid`);
    const rows = await query.execute();
    return pageById(
      rows.map(({ hiddenNames, ...row }) => withoutHiddenNames(row, hiddenNames)),
      limit,
    );
  },
  columns: [
    { title: 'ID', type: 'text', value: (row) => row.id },
    { title: 'Paid On', type: 'day', value: (row) => row.paidOn },
    { title: 'Recorded (UTC)', type: 'moment', value: (row) => row.createdAt },
    { title: 'Amount', type: 'amount', value: (row) => row.amountCents },
    currencyColumn,
    { title: 'Payee', type: 'text', value: (row) => row.payee },
    { title: 'Purpose', type: 'text', value: (row) => row.purpose },
    { title: 'Kind of Receipt', type: 'text', value: (row) => receiptKinds[row.receiptKind] },
    {
      title: 'Pays Card Costs',
      type: 'text',
      value: (row) => (row.paysCardCosts ? 'Yes' : 'No'),
    },
    { title: 'Nomination', type: 'text', value: (row) => row.nominationId },
    { title: 'Nominee', type: 'text', value: (row) => row.nominee },
    { title: 'Cause', type: 'text', value: (row) => row.cause },
    { title: 'Undone (UTC)', type: 'moment', value: (row) => row.undoneAt },
    { title: 'Why Undone', type: 'text', value: (row) => row.undoneReason },
    { title: 'Receipts', type: 'text', value: (row) => row.receipts },
  ],
});

function receiptsShown({ db, timeZone }: Source, { nominationId, ...days }: PeriodOfNomination) {
  let query = db
    .selectFrom('files')
    .where('files.kind', '=', 'receipt')
    .where('files.state', '=', 'ready')
    .where(momentIn('files.createdAt', days, timeZone));
  if (nominationId !== undefined) query = query.where('files.nominationId', '=', nominationId);
  return query;
}

/** The receipts that are uploaded, each with the expense that it is for. */
export const receipts = exportList<PeriodOfNomination, ReceiptRow>({
  right: 'files.read',
  filter: periodOfNomination,
  async count(source, filter) {
    const { count } = await receiptsShown(source, filter)
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  },
  async read(source, filter, { limit, cursor }) {
    let query = receiptsShown(source, filter)
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
        dayOf('files.createdAt', source.timeZone).as('day'),
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
      ])
      .orderBy('files.id', 'desc')
      .limit(limit + 1);
    if (cursor !== undefined) query = query.where(sql<boolean>`files.id < ${cursor}::uuid`);
    const rows = await query.execute();
    return pageById(
      rows.map(({ hiddenNames, ...row }) => withoutHiddenNames(row, hiddenNames)),
      limit,
    );
  },
  columns: [
    { title: 'ID', type: 'text', value: (row) => row.id },
    { title: 'Added', type: 'day', value: (row) => row.day },
    { title: 'Added (UTC)', type: 'moment', value: (row) => row.createdAt },
    { title: 'Name', type: 'text', value: (row) => row.originalName },
    { title: 'Caption', type: 'text', value: (row) => row.caption },
    { title: 'Public', type: 'flag', value: (row) => row.isPublished },
    { title: 'Nomination', type: 'text', value: (row) => row.nominationId },
    { title: 'Nominee', type: 'text', value: (row) => row.nominee },
    { title: 'Expense', type: 'text', value: (row) => row.expenseId },
    { title: 'Payee', type: 'text', value: (row) => row.payee },
    { title: 'Paid On', type: 'day', value: (row) => row.paidOn },
    { title: 'Amount', type: 'amount', value: (row) => row.amountCents },
    currencyColumn,
    { title: 'Media Type', type: 'text', value: (row) => row.mediaType },
    { title: 'Bytes', type: 'number', value: (row) => row.bytes },
    { title: 'SHA-256', type: 'text', value: (row) => row.sha256 },
  ],
});

interface ReceiptRow {
  id: string;
  createdAt: string;
  day: string;
  nominationId: NominationId;
  nominee: string;
  originalName: string | null;
  mediaType: string | null;
  bytes: number;
  sha256: string | null;
  caption: string;
  isPublished: boolean;
  expenseId: string | null;
  payee: string | null;
  paidOn: string | null;
  amountCents: number | null;
  currency: string | null;
}

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
  columns: [
    { title: 'Since (UTC)', type: 'moment', value: (row) => row.since },
    { title: 'Days', type: 'number', value: (row) => row.days },
    { title: 'Amount', type: 'amount', value: (row) => row.amount },
    bookCurrencyColumn,
    { title: 'Nomination', type: 'text', value: (row) => row.nomination.id },
    { title: 'Nominee', type: 'text', value: (row) => row.nomination.nominee },
    { title: 'Cause', type: 'text', value: (row) => row.cause.name },
    { title: 'Payee', type: 'text', value: (row) => row.payee },
    {
      title: 'What Is Missing',
      type: 'text',
      value: (row) => row.missing.map((part) => missingWords[part]).join('; '),
    },
    {
      title: 'Receipts That Are Not Public',
      type: 'text',
      value: (row) => row.receipts.join('; '),
    },
  ],
});
