import type { NeedReference, ReceiptView } from '#contract/documents.ts';
import type { FileId, NominationId } from '#contract/ids.ts';
import type { Need } from '#contract/publishing/needs.ts';
import { publicComments } from '#server/giving/comments/queries.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';
import {
  findPublicReceipt,
  publicFilesOf,
  toProof,
} from '#server/publishing/files/public-files.ts';
import {
  checksOf,
  donationsOf,
  expensesOf,
  updatesOf,
} from '#server/publishing/needs/need-parts.ts';
import { provenExpenseColumns, toProvenExpense } from '#server/publishing/needs/proven-expenses.ts';
import { publishedNeeds, toSummary } from '#server/publishing/needs/published-needs.ts';
import { readWorkedTime } from '#server/volunteers/public-totals.ts';

/** A published need with its proof. 404 for one that is not published, exactly as for one that does not exist. */
export async function getNeed(db: Db, id: NominationId): Promise<Need> {
  const row = await publishedNeeds(db)
    .select((need) => [
      'publicPages.shownStory as story',
      'publicPages.showsStory',
      donationsOf(need).as('donations'),
    ])
    .where('nominations.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('published need'));
  const files = await publicFilesOf(db, id);
  const { photos, videos } = toProof(files);
  const summary = toSummary(row, files);
  return {
    ...summary,
    story: row.story,
    donations: row.donations ?? 0,
    worked: await readWorkedTime(db, id),
    checks: await checksOf(db, id),
    expenses: await expensesOf(db, id, files),
    photos,
    videos,
    comments: await publicComments(db, id),
    // An update tells a part of the story.
    updates: row.showsStory ? await updatesOf(db, id, files) : [],
  };
}

/** A published need as a form refers to it; null for one that is not published. */
export async function findNeed(db: Db, id: NominationId): Promise<NeedReference | null> {
  const row = await publishedNeeds(db).where('nominations.id', '=', id).executeTakeFirst();
  return row ? { id: row.id, name: row.name, cause: row.cause } : null;
}

/** A published receipt of a published need, and the expenses that it proves. 404 as for {@link getNeed}. */
export async function getReceipt(
  db: Db,
  id: NominationId,
  receiptId: FileId,
): Promise<ReceiptView> {
  const { name } = await db
    .selectFrom('publicPages')
    .select('shownName as name')
    .where('nominationId', '=', id)
    .where('isVisible', '=', true)
    .executeTakeFirstOrThrow(() => notFound('published need'));
  const receipt = await findPublicReceipt(db, id, receiptId);
  const expenses = await db
    .selectFrom('expenses')
    .innerJoin('expenseReceipts', 'expenseReceipts.expenseId', 'expenses.id')
    .innerJoin('nominations', 'nominations.id', 'expenses.nominationId')
    .select(provenExpenseColumns)
    .where('expenseReceipts.fileId', '=', receiptId)
    .where('expenses.nominationId', '=', id)
    .where('expenses.undoneAt', 'is', null)
    .orderBy('expenses.paidOn')
    .orderBy('expenses.id')
    .execute();
  // What neither proves an expense nor belongs to an update is on no page.
  const isShown = expenses.length > 0 || (await isInUpdate(db, id, receiptId));
  if (receipt === null || !isShown) throw notFound('published receipt');
  return { need: { id, name }, receipt, expenses: expenses.map(toProvenExpense) };
}

/** Whether a file belongs to a published update about a need. */
async function isInUpdate(db: Db, id: NominationId, fileId: FileId): Promise<boolean> {
  const update = await db
    .selectFrom('updateFiles')
    .innerJoin('updates', 'updates.id', 'updateFiles.updateId')
    .select('updates.id')
    .where('updateFiles.fileId', '=', fileId)
    .where('updates.nominationId', '=', id)
    .where('updates.publishedAt', 'is not', null)
    .executeTakeFirst();
  return update !== undefined;
}
