import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Spending } from '#contract/spending/expenses.ts';
import type { Db } from '#server/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';

/** Every payment of a nomination, newest first, undone ones included. 404 for an unknown nomination. */
export async function listSpendings(db: Db, nominationId: string): Promise<Spending[]> {
  await db
    .selectFrom('nominations')
    .select('id')
    .where('id', '=', nominationId)
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  const rows = await spendings(db)
    .where('nominationId', '=', nominationId)
    .orderBy('paidOn', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toSpending);
}

/** One payment; in the transaction that has just made it. */
export async function getSpending(db: Db, id: string): Promise<Spending> {
  return toSpending(await spendings(db).where('id', '=', id).executeTakeFirstOrThrow());
}

function spendings(db: Db) {
  return db
    .selectFrom('spendings')
    .select((row) => [
      'id',
      'createdAt',
      'nominationId',
      'payee',
      sql<string>`paid_on::text`.as('paidOn'),
      'amountCents as amount',
      'purpose',
      'proof',
      'undoneAt',
      'undoneReason',
      jsonArrayFrom(
        row
          .selectFrom('spendingReceipts')
          .select('fileId as id')
          .whereRef('spendingReceipts.spendingId', '=', 'spendings.id')
          .orderBy('fileId'),
      ).as('receipts'),
    ]);
}

function toSpending<T extends { receipts: { id: string }[] }>({ receipts, ...row }: T) {
  return { ...row, receiptIds: receipts.map(({ id }) => id) };
}
