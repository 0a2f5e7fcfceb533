import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ExportListName } from '#contract/exports/export-lists.ts';
import type { ExpenseId, FileId, NominationId } from '#contract/ids.ts';
import type { Expense } from '#contract/spending/expenses.ts';
import { pageOf } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { containsParts } from '#server/platform/db/search-form.ts';
import { notFound } from '#server/platform/errors.ts';

/** Every expense of a nomination, newest first, including undone ones. 404 for an unknown nomination. */
export async function listExpenses(db: Db, nominationId: NominationId): Promise<Expense[]> {
  await db
    .selectFrom('nominations')
    .select('id')
    .where('id', '=', nominationId)
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  const rows = await expenses(db)
    .where('nominationId', '=', nominationId)
    .orderBy('paidOn', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toExpense);
}

/** Expenses with these words in whom they paid and what for, or of an amount, the last first, each with its nominee. */
export function findExpenses(
  db: Db,
  { words, cents, limit }: { words: string[]; cents: number | null; limit: number },
) {
  const isAmount = cents === null ? sql`false` : sql`expenses.amount_cents = ${cents}`;
  const query = db
    .selectFrom('expenses')
    .innerJoin('nominations', 'nominations.id', 'expenses.nominationId')
    .select(['expenses.id', 'expenses.nominationId', 'nominee', 'payee', 'purpose'])
    .select(['paidOn', 'amountCents as amount', 'undoneAt'])
    .where(sql<boolean>`(${containsParts('expenses.searched', words)} or ${isAmount})`);
  return pageOf(
    query,
    { limit },
    {
      key: sql.ref('expenses.paidOn'),
      type: 'date',
      direction: 'desc',
      id: 'expenses.id',
      keyOf: ({ paidOn }) => paidOn,
    },
  );
}

/** One expense, in the transaction that has just created it. */
export async function getExpense(db: Db, id: ExpenseId): Promise<Expense> {
  return toExpense(await expenses(db).where('id', '=', id).executeTakeFirstOrThrow());
}

/** What undoing an expense moves, in cents; 0 for an unknown one. */
export async function expenseCents(db: Db, id: ExpenseId): Promise<number> {
  const found = await db
    .selectFrom('expenses')
    .select('amountCents')
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.amountCents ?? 0;
}

/** What releasing the leftovers of a nomination moves, in cents; 0 for an unknown one. */
export async function leftoverCents(db: Db, id: NominationId): Promise<number> {
  const found = await db
    .selectFrom('nominations')
    .select(sql<number>`allocated_cents - spent_cents`.as('cents'))
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.cents ?? 0;
}

function expenses(db: Db) {
  return db
    .selectFrom('expenses')
    .select((row) => [
      'id',
      'createdAt',
      'nominationId',
      'payee',
      'paidOn',
      'amountCents as amount',
      'purpose',
      'receiptKind',
      'paysCardCosts',
      'undoneAt',
      'undoneReason',
      'undoneReceipts',
      'expenseRevision as revision',
      exportedAtSql.as('exportedAt'),
      jsonArrayFrom(
        row
          .selectFrom('expenseReceipts')
          .select('fileId as id')
          .whereRef('expenseReceipts.expenseId', '=', 'expenses.id')
          .orderBy('fileId'),
      ).as('receipts'),
    ]);
}

// Who was paid, when, and for what stands in these.
const withExpenses: ExportListName[] = ['expenses', 'receipts', 'accounting', 'missing-proof'];

const exportedAtSql = sql<string | null>`(select max(audit_entries.created_at) from audit_entries
  where action in ('export.requested', 'export.downloaded') and audit_entries.created_at > expenses.created_at
    and after ->> 'list' = any(${withExpenses}))`;

function toExpense<T extends { receipts: { id: FileId }[]; undoneReceipts: string[] }>({
  receipts,
  undoneReceipts,
  ...row
}: T) {
  return { ...row, receiptIds: [...(undoneReceipts as FileId[]), ...receipts.map(({ id }) => id)] };
}
