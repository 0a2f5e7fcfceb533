import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres';
import type { OwnDonation } from '#contract/documents.ts';
import type { FilterOf, QueryOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/giving/donations.ts';
import type { Donation, DonationSummary } from '#contract/giving/donations.ts';
import type { DonationId, NominationId } from '#contract/ids.ts';
import { readWantedAmount } from '#core/donors/donor-search.ts';
import { isPaymentId } from '#core/platform/typed-ids.ts';
import { bindingSql } from '#server/giving/bound-donations/queries.ts';
import { findDedication } from '#server/giving/dedications/queries.ts';
import { listDisputes, listRefunds } from '#server/giving/donations/returns-of.ts';
import { listFormerCauses } from '#server/ledger/move-to-other-cause.ts';
import { requestedRefundsSql } from '#server/ledger/requested-refunds.ts';
import { type TeamMember, visibleTo } from '#server/platform/actor.ts';
import {
  idStartsWith,
  newest,
  type Page,
  type PageInput,
  type PageOrder,
  pageOf,
  pageOfBoth,
} from '#server/platform/db/paging.ts';
import type { Db, Schema } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';
import { costCentsSql, coverLeftSql, feePartsSql } from '#server/provider/card-costs/queries.ts';

/* Donations: the list of the team, one of them, and what is left of it. */

/** What is left, negative if there is a deficit; written exactly as in the list's partial index. */
const restCentsSql = sql<number>`amount_cents - returned_cents - allocated_cents - spent_before_cents`;
/** The SQL version of `availableCents` in core. */
export const availableCentsSql = sql<number>`greatest(0, ${restCentsSql})`;

type Reader = Pick<TeamMember, 'allowed'>;

/** What was typed with a donation, if it is neither the name nor the address of its donor. */
const typedSql = sql<string | null>`case
  when (donations.first_name, donations.last_name, lower(donations.email))
    is distinct from (donors.first_name, donors.last_name, lower(donors.email))
  then donations.first_name || ' ' || donations.last_name || ', ' || donations.email end`;

type Query = QueryOf<typeof contract.listDonations>;

const byDate = newest('donations');
const byAmount = {
  key: sql.ref('donations.amountCents'),
  type: 'bigint',
  id: 'donations.id',
  keyOf: ({ amount }: { amount: number }) => amount,
} as const;
const orders: Record<Query['order'], PageOrder<Pick<DonationSummary, 'createdAt' | 'amount'>>> = {
  newest: byDate,
  oldest: { ...byDate, direction: 'asc' },
  largest: { ...byAmount, direction: 'desc' },
  smallest: { ...byAmount, direction: 'asc' },
};

/** Paid donations, newest first unless asked otherwise; before all others those that can go to a nomination, if one is given. */
export async function listDonations(
  db: Db,
  reader: Reader,
  { limit, cursor, firstFor, ...input }: Query,
): Promise<Page<DonationSummary>> {
  const list = (fits: Expression<SqlBool>) => (page: PageInput) =>
    listShown(db, reader, { ...input, ...page }, fits);
  if (firstFor === undefined) return list(sql<boolean>`true`)({ limit, cursor });
  const fits = fitsSql(firstFor);
  return pageOfBoth({ limit, cursor }, list(fits), list(sql<boolean>`(${fits}) is not true`));
}

/** Whether a donation has something left for the cause of a nomination. */
function fitsSql(id: NominationId) {
  return sql<boolean>`${restCentsSql} > 0 and donations.cause_id = (
    select cause_id from nominations where nominations.id = ${id})`;
}

async function listShown(
  db: Db,
  reader: Reader,
  { limit, cursor, order, ...filter }: Omit<Query, 'firstFor'>,
  fits: Expression<SqlBool>,
): Promise<Page<DonationSummary>> {
  const query = summaries(db).where(donationsShown(filter)).where(fits);
  const { items, nextCursor } = await pageOf(query, { limit, cursor }, orders[order]);
  return {
    nextCursor,
    items: items.map(({ donor, ...row }) => ({
      ...row,
      ...visibleTo(reader, 'contacts.read', { donor }),
    })),
  };
}

/** Which donations a filter of the list shows, as a condition. */
export function donationsShown({
  hideFullyAllocated,
  causeId,
  id,
  amount,
  donorId,
  planId,
  from,
  to,
}: FilterOf<typeof contract.listDonations>) {
  const row = expressionBuilder<Schema, 'donations'>();
  // One that was imported by mistake has no cause anymore.
  const conditions: Expression<SqlBool>[] = [row('donations.causeId', 'is not', null)];
  if (hideFullyAllocated) conditions.push(row(restCentsSql, '>', 0));
  if (causeId !== undefined) conditions.push(row('donations.causeId', '=', causeId));
  if (id) {
    conditions.push(
      isPaymentId(id) ? row('donations.paymentIntentId', '=', id) : idStartsWith('donations', id),
    );
  }
  if (amount) {
    const cents = readWantedAmount(amount);
    conditions.push(
      cents === null ? sql<boolean>`false` : row('donations.amountCents', '=', cents),
    );
  }
  if (donorId !== undefined) conditions.push(row('donations.donorId', '=', donorId));
  if (planId !== undefined) conditions.push(row('donations.planId', '=', planId));
  if (from !== undefined) conditions.push(row('donations.createdAt', '>=', from));
  if (to !== undefined) conditions.push(row('donations.createdAt', '<', to));
  return row.and(conditions);
}

/** One paid donation with everything that its reader may see. 404 for an unknown id. */
export async function getDonation(db: Db, reader: TeamMember, id: DonationId): Promise<Donation> {
  const { contact, donor, feeParts, ...donation } = await summaries(db)
    .select((row) => [
      requestedRefundsSql.as('requestedRefunds'),
      costCentsSql.as('costs'),
      feePartsSql.as('feeParts'),
      'donations.coverCents as cover',
      coverLeftSql.as('coverLeft'),
      'donations.source',
      'donations.planId',
      'donations.receivedOn',
      'donations.paymentIntentId',
      'donations.isAvailableToVolunteerTime',
      jsonBuildObject({
        description: row.ref('donations.description'),
        firstName: row.ref('donors.firstName'),
        lastName: row.ref('donors.lastName'),
        email: row.ref('donors.email'),
        phone: row.ref('donations.phone'),
        zip: row.ref('donations.zip'),
        typed: typedSql,
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
    feeParts: feeParts.map(({ description, type, amountCents }) => ({
      description: description || type,
      amount: amountCents,
    })),
    ...visibleTo(reader, 'contacts.read', {
      ...contact,
      donor,
      dedication: await findDedication(db, donation),
    }),
    allocations,
    formerCauses: await listFormerCauses(db, id),
    refunds: await listRefunds(db, id),
    disputes: await listDisputes(db, id),
  };
}

/** Whether a bank asks for the money of a donation back. */
export const isDisputedSql = sql<boolean>`exists (
  select from disputes where disputes.donation_id = donations.id and disputes.status = 'open')`;

function summaries(db: Db) {
  return db
    .selectFrom('donations')
    .innerJoin('causes', 'causes.id', 'donations.causeId')
    .innerJoin('donors', 'donors.id', 'donations.donorId')
    .select((row) => [
      'donations.id',
      'donations.createdAt',
      'donations.amountCents as amount',
      availableCentsSql.as('availableAmount'),
      'donations.returnedCents as returnedAmount',
      'donations.spentBeforeCents as spentBeforeAmount',
      'donations.deficitCents as deficitAmount',
      'donations.isAnonymous',
      isDisputedSql.as('isDisputed'),
      jsonBuildObject({ id: row.ref('causes.id'), name: row.ref('causes.name') }).as('cause'),
      bindingSql.as('binding'),
      jsonBuildObject({
        id: row.ref('donors.id'),
        firstName: row.ref('donors.firstName'),
        lastName: row.ref('donors.lastName'),
      }).as('donor'),
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
export async function findOwnDonation(
  db: Db,
  ids: readonly DonationId[],
): Promise<(OwnDonation & { id: DonationId }) | null> {
  if (ids.length === 0) return null;
  const row = await db
    .selectFrom('checkouts')
    .innerJoin('causes', 'causes.id', 'checkouts.causeId')
    .leftJoin('donations', 'donations.checkoutId', 'checkouts.id')
    // The checkout of a recurring donation has its ID.
    .leftJoin('plans', (join) =>
      join.onRef('plans.id', '=', 'checkouts.id').on('plans.state', '<>', 'ended'),
    )
    .leftJoin('publicPages', (join) =>
      join
        .onRef('publicPages.nominationId', '=', 'checkouts.boundTo')
        .on('publicPages.isVisible', '=', true),
    )
    .select([
      'checkouts.id',
      'checkouts.amountCents',
      'checkouts.coverCents',
      'checkouts.status',
      'plans.interval',
      'causes.id as causeId',
      'causes.name',
      'causes.isForRunningCosts',
      'publicPages.nominationId as needId',
      'publicPages.shownName as needName',
    ])
    .where('checkouts.id', 'in', ids)
    .orderBy((eb) => eb.fn.coalesce('donations.createdAt', 'checkouts.createdAt'), 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { id, amountCents, coverCents, status, interval, causeId, needId, needName } = row;
  const state =
    status === 'paid' ? 'paid' : status === 'started' || status === 'pending' ? 'open' : 'ended';
  return {
    id,
    amount: amountCents,
    cover: coverCents,
    interval,
    cause: { id: causeId, name: row.name, isForRunningCosts: row.isForRunningCosts },
    need: needId === null || needName === null ? null : { id: needId, name: needName },
    state,
  };
}
