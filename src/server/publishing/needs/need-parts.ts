import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { NominationId } from '#contract/ids.ts';
import type { Need } from '#contract/publishing/needs.ts';
import type { HiddenNames } from '#core/vetting/consent.ts';
import type { Db, Schema } from '#server/platform/db/schema.ts';
import { inOrder, type PublicFile, toProof } from '#server/publishing/files/public-files.ts';
import { provenExpenseColumns, toProvenExpense } from '#server/publishing/needs/proven-expenses.ts';
import { fileIdsOf } from '#server/publishing/updates/queries.ts';

/** From how many donations a nomination has money. */
export function donationsOf(need: ExpressionBuilder<Schema, 'nominations'>) {
  return need
    .selectFrom('allocations')
    .select(sql<number>`count(distinct donation_id)`.as('donations'))
    .whereRef('allocations.nominationId', '=', 'nominations.id')
    .where('allocations.amountCents', '>', 0);
}

/** What was found out about a need. Each value is picked by name, so that nothing internal comes along. */
export async function checksOf(db: Db, nominationId: NominationId): Promise<Need['checks']> {
  const checks = await db
    .selectFrom('checklistPoints')
    .select(['text', 'changedAt'])
    .where('nominationId', '=', nominationId)
    .where('isOnList', '=', true)
    .where('state', '=', 'done')
    .orderBy('position')
    .execute();
  return checks.flatMap(({ text, changedAt }) =>
    changedAt === null ? [] : [{ text, checkedAt: changedAt }],
  );
}

/** The expenses of a need, oldest first, with those of their receipts that are shown. */
export async function expensesOf(
  db: Db,
  nominationId: NominationId,
  shown: PublicFile[],
  /** What could name the nominee, if it is not what the nominee said. */
  names?: HiddenNames | null,
): Promise<Need['expenses']> {
  const rows = await db
    .selectFrom('expenses')
    .innerJoin('nominations', 'nominations.id', 'expenses.nominationId')
    .select((expense) => [
      ...provenExpenseColumns,
      jsonArrayFrom(
        expense
          .selectFrom('expenseReceipts')
          .select('fileId as id')
          .whereRef('expenseReceipts.expenseId', '=', 'expenses.id'),
      ).as('receiptIds'),
    ])
    .where('nominationId', '=', nominationId)
    .where('undoneAt', 'is', null)
    .orderBy('paidOn')
    .orderBy('expenses.id')
    .execute();
  return rows.map(({ receiptIds, ...expense }) => {
    const ids = new Set(receiptIds.map(({ id }) => id));
    const { receipts } = toProof(shown.filter(({ id }) => ids.has(id)));
    return {
      ...toProvenExpense(names === undefined ? expense : { ...expense, hiddenNames: names }),
      receipts,
      isProven: ids.size > 0 && receipts.length === ids.size,
    };
  });
}

/** The published updates about a need, oldest first, with those of their files that are public at this moment. */
export async function updatesOf(
  db: Db,
  nominationId: NominationId,
  shown: PublicFile[],
): Promise<Need['updates']> {
  const rows = await db
    .selectFrom('updates')
    .select((update) => [
      'id',
      sql<string>`published_at`.as('publishedAt'),
      'kind',
      'title',
      'text',
      fileIdsOf(update).as('fileIds'),
    ])
    .where('nominationId', '=', nominationId)
    .where('publishedAt', 'is not', null)
    .orderBy('publishedAt')
    .orderBy('id')
    .execute();
  return rows.map(({ fileIds, ...update }) => ({
    ...update,
    ...toProof(inOrder(shown, fileIds)),
  }));
}
