import { sql } from 'kysely';
import type { DonationId, DonorId, PlanId } from '#contract/ids.ts';
import type { DonorDonation, DonorPlan, DonorTime } from '#contract/publishing/donor-page.ts';
import { returnedAsSql } from '#server/donors/donation-links/queries.ts';
import { findDonorByAddress } from '#server/donors/donors/find-or-make-donor.ts';
import { refuseHeldLinks } from '#server/donors/donors/held-links.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import { hashToken } from '#server/platform/security/tokens.ts';
import { coverLeftSql } from '#server/provider/card-costs/queries.ts';

const mostDonations = 500;

/** What the address that a link was mailed to has given. 400 if the link has expired or never existed. */
export async function openDonorPage(
  db: Db,
  token: string,
): Promise<{ donations: DonorDonation[]; plans: DonorPlan[]; time: DonorTime | null }> {
  const email = await findDonor(db, token);
  return {
    donations: await donationsFrom(db, email),
    plans: await plansFrom(db, email),
    time: await timeFrom(db, email),
  };
}

/** The donations of an address, newest first. */
async function donationsFrom(db: Db, email: string): Promise<DonorDonation[]> {
  const spent = sql<number>`(select coalesce(sum(spent_cents), 0)::bigint from allocations
    where allocations.donation_id = donations.id)`;
  const rows = await db
    .selectFrom('donations')
    .innerJoin('causes', 'causes.id', 'donations.causeId')
    .innerJoin('donors', 'donors.id', 'donations.donorId')
    .leftJoin('publicPages', (join) =>
      join
        .onRef('publicPages.nominationId', '=', 'donations.boundTo')
        .on('publicPages.isVisible', '=', true)
        .on('donations.releasedFromBoundAt', 'is', null),
    )
    .select([
      'donations.id',
      'donations.receivedOn',
      'amountCents as amount',
      coverLeftSql.as('cover'),
      'returnedCents as returned',
      returnedAsSql.as('returnedAs'),
      'allocatedCents as allocated',
      'spentBeforeCents as spentBefore',
      spent.as('spent'),
      'causes.name as cause',
      'shownName as need',
    ])
    .where(sql`lower(donors.email)`, '=', email)
    .orderBy('donations.receivedOn', 'desc')
    .orderBy('donations.createdAt', 'desc')
    .orderBy('donations.id', 'desc')
    .limit(mostDonations)
    .execute();
  return rows.map(({ allocated, ...row }) => ({
    ...row,
    allocated: allocated - row.spent,
    // More than was left may have gone back, after it was allocated.
    waiting: Math.max(0, row.amount - row.returned - row.spentBefore - allocated),
  }));
}

/** The recurring donations of an address that have begun and not ended, the newest first. */
async function plansFrom(db: Db, email: string): Promise<DonorPlan[]> {
  const rows = await plansOf(db, email)
    .innerJoin('causes', 'causes.id', 'plans.causeId')
    .select([
      'plans.id',
      'amountCents as amount',
      'coverCents as cover',
      'interval',
      'causes.name as cause',
      'state',
      'stopRequestedAt',
      'nextChargeAt',
      'pausedUntil',
    ])
    .where('state', '<>', 'ended')
    .orderBy('startedAt', 'desc')
    .orderBy('plans.id', 'desc')
    .execute();
  return rows.map(({ stopRequestedAt, ...plan }) => ({
    ...plan,
    isBeingStopped: stopRequestedAt !== null,
  }));
}

/** The confirmed hours of an address, the latest first, and our thanks for them; null if there are none. */
async function timeFrom(db: Db, email: string): Promise<DonorTime | null> {
  // Also what somebody of the team entered before the first donation.
  const own = sql<boolean>`lower(coalesce(donors.email, volunteer_offers.email)) = ${email}`;
  const offers = db
    .selectFrom('volunteerOffers')
    .leftJoin('donors', 'donors.id', 'volunteerOffers.donorId')
    .where(own);
  const rows = await offers
    .innerJoin('volunteerHours', 'volunteerHours.offerId', 'volunteerOffers.id')
    .leftJoin('publicPages', (join) =>
      join
        .onRef('publicPages.nominationId', '=', 'volunteerHours.nominationId')
        .on('publicPages.isVisible', '=', true),
    )
    .select([
      'volunteerHours.id',
      'day',
      'minutes',
      'what',
      'publicPages.nominationId',
      'shownName',
    ])
    .where('confirmedAt', 'is not', null)
    .where('undoneAt', 'is', null)
    .orderBy('day', 'desc')
    .orderBy('volunteerHours.id', 'desc')
    .execute();
  if (rows.length === 0) return null;
  const thanks = await offers
    .innerJoin('volunteerThanks', 'volunteerThanks.offerId', 'volunteerOffers.id')
    .select(['volunteerThanks.id', 'volunteerThanks.createdAt', 'volunteerThanks.text'])
    .orderBy('volunteerThanks.createdAt', 'desc')
    .orderBy('volunteerThanks.id', 'desc')
    .execute();
  return {
    minutes: rows.reduce((sum, { minutes }) => sum + minutes, 0),
    hours: rows.map(({ nominationId, shownName, ...entry }) => ({
      ...entry,
      need:
        nominationId === null || shownName === null ? null : { id: nominationId, name: shownName },
    })),
    thanks,
  };
}

/** One of these donations. 404 for one of somebody else, exactly as for one that does not exist. */
export async function findOneDonation(
  db: Db,
  { token, donationId }: { token: string; donationId: DonationId },
): Promise<DonationId> {
  const email = await findDonor(db, token);
  const { id } = await db
    .selectFrom('donations')
    .innerJoin('donors', 'donors.id', 'donations.donorId')
    .select('donations.id')
    .where('donations.id', '=', donationId)
    .where(sql`lower(donors.email)`, '=', email)
    .executeTakeFirstOrThrow(() => notFound('donation'));
  return id;
}

/** One of these recurring donations. 404 for one of somebody else, exactly as for one that does not exist. */
export async function findOnePlan(
  db: Db,
  { token, planId }: { token: string; planId: PlanId },
): Promise<PlanId> {
  const { id } = await plansOf(db, await findDonor(db, token))
    .select('plans.id')
    .where('plans.id', '=', planId)
    .executeTakeFirstOrThrow(() => notFound('recurring donation'));
  return id;
}

function plansOf(db: Db, email: string) {
  return db
    .selectFrom('plans')
    .innerJoin('donors', 'donors.id', 'plans.donorId')
    .where(sql`lower(donors.email)`, '=', email)
    .where('state', '<>', 'started');
}

/** The donor whose address a link was mailed to. */
export async function findDonorOfLink(db: Db, token: string): Promise<DonorId> {
  const donor = await findDonorByAddress(db, await findDonor(db, token));
  if (!donor) throw linkExpired();
  return donor.id;
}

/** The address that a link was mailed to. 400 for an old or unknown one, 409 while links to a new address wait. */
async function findDonor(db: Db, token: string): Promise<string> {
  const { email } = await db
    .selectFrom('donorLinks')
    .select('email')
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow(linkExpired);
  // Also one that was sent before: the address may have been given what is somebody else's.
  const donor = await findDonorByAddress(db, email);
  if (donor) await refuseHeldLinks(db, donor.id);
  return email;
}

function linkExpired(): AppError {
  return new AppError(
    'invalid_token',
    'This link does not work anymore. Please ask for a new one with your email address.',
  );
}
