import { sql } from 'kysely';
import type { QueryOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/giving/expected-donations.ts';
import type { ExpectedDonation, FittingDonation } from '#contract/giving/expected-donations.ts';
import type { DonationId, ExpectedDonationId } from '#contract/ids.ts';
import { type ExpectedDonationState, tellingWord } from '#core/giving/expected-donations.ts';
import { donationsFound } from '#server/donors/donors/queries.ts';
import { countWaiting } from '#server/platform/db/count-rows.ts';
import { newest, type Page, pageOf } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { containsPart } from '#server/platform/db/search-form.ts';
import { notFound } from '#server/platform/errors.ts';

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
  { limit, cursor, expectedState }: QueryOf<typeof contract.listExpectedDonations>,
): Promise<Page<ExpectedDonation>> {
  let query = expectedRows(db);
  if (expectedState !== undefined) query = query.where('state', '=', expectedState);
  return pageOf(query, { limit, cursor }, newest('expectedDonations'));
}

/** What fits an expected donation can have arrived so many days before somebody wrote it down. */
const daysBefore = 30;
const mostFitting = 20;

/**
 * Donations that may have paid an expected one, those that fit best first, then the newest. None of the donor who is
 * matched, none that has paid another one, and none that was paid back: these would be refused.
 */
export async function listFittingDonations(
  db: Db,
  timeZone: string,
  { id, search = '' }: { id: ExpectedDonationId; search?: string | undefined },
): Promise<FittingDonation[]> {
  const expected = await db
    .selectFrom('expectedDonations')
    .leftJoin('donations as matched', 'matched.id', 'expectedDonations.donationId')
    .select(['organization', 'matched.donorId'])
    .select(sql<number | null>`coalesce(expected_cents, matched.amount_cents)`.as('cents'))
    .select(sql<string>`expected_donations.created_at::date - ${daysBefore}::int`.as('since'))
    .where('expectedDonations.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('expected donation'));
  const isSameAmount = sql<boolean>`coalesce(donations.amount_cents = ${expected.cents}::bigint, false)`;
  const isSimilarName = containsPart('donors.searched', tellingWord(expected.organization));
  // Two lists instead of an "or", so that each is found with its index.
  const fitting = sql`(select donations.id from donations where amount_cents = ${expected.cents}::bigint
    union select donations.id from donors join donations on donor_id = donors.id where ${isSimilarName})`;
  return db
    .selectFrom('donations')
    .innerJoin('donors', 'donors.id', 'donations.donorId')
    .innerJoin('causes', 'causes.id', 'donations.causeId')
    .select(['donations.id', 'receivedOn', 'causes.name as cause', 'amountCents as amount'])
    .select(sql<string>`trim(donors.first_name || ' ' || donors.last_name)`.as('donor'))
    .select([isSameAmount.as('isSameAmount'), isSimilarName.as('isSimilarName')])
    .where(
      sql<boolean>`not exists (select from expected_donations as other
        where other.paid_donation_id = donations.id and other.id <> ${id})`,
    )
    .where(sql<boolean>`donations.returned_cents < donations.amount_cents`)
    .$if(expected.donorId !== null, (query) => query.where('donorId', '<>', expected.donorId))
    .where(
      search === ''
        ? sql<boolean>`donations.id in ${fitting} and received_on >= ${expected.since}::date`
        : donationsFound(search, timeZone),
    )
    .orderBy(sql`(${isSameAmount})::int + (${isSimilarName})::int`, 'desc')
    .orderBy('receivedOn', 'desc')
    .orderBy('donations.id', 'desc')
    .limit(mostFitting)
    .execute();
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
  return countWaiting(db.selectFrom('expectedDonations').where('state', '=', 'claimed'));
}
