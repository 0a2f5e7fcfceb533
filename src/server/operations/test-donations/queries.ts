import type { TestDonation } from '#contract/operations/test-donations.ts';
import { after, type Page, type PageInput, toPage } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** The donations of test money that were taken out of the books, newest first. */
export async function listTestDonations(
  db: Db,
  { limit, cursor }: PageInput,
): Promise<Page<TestDonation>> {
  let query = db
    .selectFrom('testDonations')
    .select(['id', 'createdAt', 'amountCents as amount', 'cause', 'firstName', 'lastName', 'email'])
    .select('allocations')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    // One row more than requested shows whether there is a next page.
    .limit(limit + 1);
  if (cursor !== undefined) query = query.where(after('testDonations', cursor));
  return toPage(await query.execute(), limit);
}
