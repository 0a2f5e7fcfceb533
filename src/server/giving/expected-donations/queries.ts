import { sql } from 'kysely';
import type { ExpectedDonation } from '#contract/giving/expected-donations.ts';
import type { DonationId } from '#contract/ids.ts';
import type { ExpectedDonationState } from '#core/expected-donations.ts';
import { afterPosition, type Page, toPage } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** Expected donations with who named the employer, or asked the fund. */
export function expectedRows(db: Db) {
  return db
    .selectFrom('expectedDonations')
    .leftJoin('donations', 'donations.id', 'expectedDonations.donationId')
    .leftJoin('donors', 'donors.id', 'donations.donorId')
    .select([
      'expectedDonations.id',
      'expectedDonations.createdAt',
      'kind',
      'organization',
      'expectedDonations.donationId',
      sql<
        string | null
      >`coalesce(nullif(adviser_name, ''), donors.first_name || ' ' || donors.last_name)`.as(
        'person',
      ),
      sql<boolean>`coalesce(donations.is_anonymous, false)`.as('isAnonymous'),
      'expectedCents as expectedAmount',
      'state',
      'changedAt',
      'note',
      'paidDonationId',
    ]);
}

/** Expected donations, newest first. */
export async function listExpectedDonations(
  db: Db,
  {
    limit,
    cursor,
    expectedState,
  }: {
    limit: number;
    cursor?: string | undefined;
    expectedState?: ExpectedDonationState | undefined;
  },
): Promise<Page<ExpectedDonation>> {
  let query = expectedRows(db)
    .orderBy('expectedDonations.createdAt', 'desc')
    .orderBy('expectedDonations.id', 'desc')
    // One row more than requested shows whether there is a next page.
    .limit(limit + 1);
  if (expectedState !== undefined) query = query.where('state', '=', expectedState);
  if (cursor !== undefined)
    query = query.where(
      afterPosition('expectedDonations.createdAt', 'expectedDonations.id', cursor),
    );
  return toPage(await query.execute(), limit);
}

/** The employer that may match a donation, and how far that is; null if none was named. */
export async function findEmployer(
  db: Db,
  donationId: DonationId,
): Promise<{ name: string; state: ExpectedDonationState } | null> {
  const row = await db
    .selectFrom('expectedDonations')
    .select(['organization as name', 'state'])
    .where('donationId', '=', donationId)
    .executeTakeFirst();
  return row ?? null;
}

/** How many claims nobody has confirmed or refused, and since when the first of them waits, for the desk. */
export function countClaims(db: Db): Promise<{ count: number; oldestAt: string | null }> {
  return db
    .selectFrom('expectedDonations')
    .select([sql<number>`count(*)`.as('count'), sql<string | null>`min(created_at)`.as('oldestAt')])
    .where('state', '=', 'claimed')
    .executeTakeFirstOrThrow();
}
