import type { LatestProof } from '#contract/documents.ts';
import type { NominationId } from '#contract/ids.ts';
import type { PublicReceipt } from '#contract/publishing/needs.ts';
import type { Db } from '#server/platform/db/schema.ts';
import {
  findPublicFiles,
  publicReceipts,
  toPicture,
} from '#server/publishing/files/public-files.ts';
import { provenExpenseColumns, toProvenExpense } from '#server/publishing/needs/proven-expenses.ts';

/**
 * The newest expenses whose receipts everyone can open, at most one of each need, so that a visitor sees different
 * ones. Without a picture of its receipt, an expense is left out.
 */
export async function listLatestProofs(db: Db, limit: number): Promise<LatestProof[]> {
  const rows = await db
    .selectFrom('expenses')
    .innerJoin('publicPages', 'publicPages.nominationId', 'expenses.nominationId')
    .innerJoin('nominations', 'nominations.id', 'expenses.nominationId')
    .select([
      ...provenExpenseColumns,
      'expenses.nominationId',
      'publicPages.shownName as name',
      'publicPages.coverFileId',
    ])
    .where('expenses.isProven', '=', true)
    .where('expenses.undoneAt', 'is', null)
    .where('publicPages.isVisible', '=', true)
    // Ids are in the order in which expenses were recorded.
    .orderBy('expenses.id', 'desc')
    .limit(recentExpenses)
    .execute();
  const receipts = await publicReceipts(
    db,
    rows.map(({ id }) => id),
  );
  const newest = new Map<NominationId, { row: (typeof rows)[number]; receipt: PublicReceipt }>();
  for (const row of rows) {
    const receipt = receipts.get(row.id)?.find(hasPicture);
    if (receipt && !newest.has(row.nominationId)) newest.set(row.nominationId, { row, receipt });
  }
  const chosen = [...newest.values()].slice(0, limit);
  const covers = await findPublicFiles(
    db,
    chosen.flatMap(({ row }) => row.coverFileId ?? []),
  );
  return chosen.map(({ row, receipt }) => {
    const cover = covers.find(({ id }) => id === row.coverFileId);
    return {
      ...toProvenExpense(row),
      receipt,
      need: { id: row.nominationId, name: row.name, cover: cover ? toPicture(cover) : null },
    };
  });
}

/** How many of the newest expenses are looked at for {@link listLatestProofs}. */
const recentExpenses = 24;

function hasPicture({ copies }: PublicReceipt): boolean {
  return copies.some(({ mediaType }) => mediaType.startsWith('image/'));
}
