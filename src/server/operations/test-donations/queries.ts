import type { TestDonation } from '#contract/operations/test-donations.ts';
import { newest, type Page, type PageInput, pageOf } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** The donations of test money that were taken out of the books, newest first. */
export async function listTestDonations(
  db: Db,
  { limit, cursor }: PageInput,
): Promise<Page<TestDonation>> {
  const query = db
    .selectFrom('testDonations')
    .select(['id', 'createdAt', 'amountCents as amount', 'cause', 'firstName', 'lastName', 'email'])
    .select('allocations');
  return pageOf(query, { limit, cursor }, newest('testDonations'));
}
