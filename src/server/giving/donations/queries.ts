import { sql } from 'kysely';
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres';
import type { OwnGift } from '#contract/documents.ts';
import type { Donation, DonationSummary } from '#contract/giving/donations.ts';
import type { CauseId, DonationId } from '#contract/ids.ts';
import { isPaymentId } from '#core/typed-ids.ts';
import { listDisputes } from '#server/giving/disputes/queries.ts';
import { listRefunds, requestedRefundsSql } from '#server/giving/refunds/queries.ts';
import { type TeamMember, visibleTo } from '#server/platform/actor.ts';
import { after, idStartsWith, type Page, toPage } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';

/** What is left, negative if there is a deficit; written exactly as in the list's partial index. */
const restCentsSql = sql<number>`amount_cents - returned_cents - allocated_cents`;
/** The SQL version of `availableCents` in core. */
const availableCentsSql = sql<number>`greatest(0, ${restCentsSql})`;

interface ListInput {
  limit: number;
  cursor?: string | undefined;
  hideFullyAllocated?: boolean | undefined;
  causeId?: CauseId | undefined;
  id?: string | undefined;
}

/** Paid donations, newest first. */
export async function listDonations(
  db: Db,
  { limit, cursor, hideFullyAllocated, causeId, id }: ListInput,
): Promise<Page<DonationSummary>> {
  let query = summaries(db)
    .orderBy('donations.createdAt', 'desc')
    .orderBy('donations.id', 'desc')
    // One row more than requested shows whether there is a next page.
    .limit(limit + 1);
  if (cursor !== undefined) query = query.where(after('donations', cursor));
  if (hideFullyAllocated) query = query.where(restCentsSql, '>', 0);
  if (causeId !== undefined) query = query.where('donations.causeId', '=', causeId);
  if (id) {
    query = isPaymentId(id)
      ? query.where('donations.paymentIntentId', '=', id)
      : query.where(idStartsWith('donations', id));
  }
  return toPage(await query.execute(), limit);
}

/** One paid donation with everything that its reader may see. 404 for an unknown id. */
export async function getDonation(db: Db, reader: TeamMember, id: DonationId): Promise<Donation> {
  const { contact, ...donation } = await summaries(db)
    .select((row) => [
      requestedRefundsSql.as('requestedRefunds'),
      'donations.paymentIntentId',
      'donations.isAvailableToVolunteerTime',
      jsonBuildObject({
        description: row.ref('donations.description'),
        firstName: row.ref('donations.firstName'),
        lastName: row.ref('donations.lastName'),
        email: row.ref('donations.email'),
        phone: row.ref('donations.phone'),
        zip: row.ref('donations.zip'),
      }).as('contact'),
    ])
    .where('donations.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('donation'));
  const allocations = await db
    .selectFrom('allocations')
    .innerJoin('nominations', 'nominations.id', 'allocations.nominationId')
    .select((row) => [
      'allocations.id',
      'allocations.createdAt',
      'allocations.amountCents as amount',
      'allocations.spentCents as spentAmount',
      jsonBuildObject({
        id: row.ref('nominations.id'),
        nominee: row.ref('nominations.nominee'),
        isCompleted: row.ref('nominations.isCompleted'),
      }).as('nomination'),
    ])
    .where('allocations.donationId', '=', id)
    .where('allocations.amountCents', '>', 0)
    .orderBy('allocations.createdAt')
    .orderBy('allocations.id')
    .execute();
  return {
    ...donation,
    ...visibleTo(reader, 'contacts.read', contact),
    allocations,
    refunds: await listRefunds(db, id),
    disputes: await listDisputes(db, id),
  };
}

function summaries(db: Db) {
  return db
    .selectFrom('donations')
    .innerJoin('causes', 'causes.id', 'donations.causeId')
    .select((row) => [
      'donations.id',
      'donations.createdAt',
      'donations.amountCents as amount',
      availableCentsSql.as('availableAmount'),
      'donations.returnedCents as returnedAmount',
      'donations.deficitCents as deficitAmount',
      row
        .exists(
          row
            .selectFrom('disputes')
            .select('disputes.id')
            .whereRef('disputes.donationId', '=', 'donations.id')
            .where('disputes.status', '=', 'open'),
        )
        .$castTo<boolean>()
        .as('isDisputed'),
      jsonBuildObject({ id: row.ref('causes.id'), name: row.ref('causes.name') }).as('cause'),
      jsonArrayFrom(
        row
          .selectFrom('allocations')
          .select('allocations.amountCents as amount')
          .whereRef('allocations.donationId', '=', 'donations.id')
          .where('allocations.amountCents', '>', 0)
          .orderBy('allocations.createdAt')
          .orderBy('allocations.id'),
      ).as('allocations'),
    ]);
}

/** Of these donations the one that was started or paid last; null if there is none. */
export async function findOwnGift(
  db: Db,
  ids: readonly DonationId[],
): Promise<(OwnGift & { id: DonationId }) | null> {
  if (ids.length === 0) return null;
  const row = await db
    .selectFrom('checkouts')
    .innerJoin('causes', 'causes.id', 'checkouts.causeId')
    .leftJoin('donations', 'donations.id', 'checkouts.id')
    .select([
      'checkouts.id',
      'checkouts.amountCents',
      'checkouts.status',
      'causes.id as causeId',
      'causes.name',
    ])
    .where('checkouts.id', 'in', ids)
    .orderBy((eb) => eb.fn.coalesce('donations.createdAt', 'checkouts.createdAt'), 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { id, amountCents, status, causeId, name: causeName } = row;
  const state =
    status === 'paid' ? 'paid' : status === 'started' || status === 'pending' ? 'open' : 'ended';
  return { id, amount: amountCents, cause: { id: causeId, name: causeName }, state };
}
