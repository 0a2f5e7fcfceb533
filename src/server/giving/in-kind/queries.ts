import { sql } from 'kysely';
import type { QueryOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/giving/in-kind.ts';
import type { InKindDonation } from '#contract/giving/in-kind.ts';
import type { InKindDonationId } from '#contract/ids.ts';
import type { SavedSettings } from '#contract/operations/settings.ts';
import { describeActor } from '#core/audit.ts';
import { type TeamMember, visibleTo } from '#server/platform/actor.ts';
import { howMany } from '#server/platform/db/count-rows.ts';
import { newest, type Page, pageOf } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { actorNameBy } from '#server/platform/db/user-names.ts';
import { notFound } from '#server/platform/errors.ts';
import { donorNameSql, obstacleInKind } from '#server/receipts/tax-receipts/in-kind-receipts.ts';

/** Donations in kind, the newest first. */
export async function listInKindDonations(
  db: Db,
  reader: TeamMember,
  { limit, cursor, donorId }: QueryOf<typeof contract.listInKindDonations>,
  settings: SavedSettings,
): Promise<Page<InKindDonation>> {
  let query = inKindRows(db);
  if (donorId !== undefined) query = query.where('inKindDonations.donorId', '=', donorId);
  const { items, nextCursor } = await pageOf(query, { limit, cursor }, newest('inKindDonations'));
  return { nextCursor, items: items.map((row) => toInKind(row, reader, settings)) };
}

/** One donation in kind. 404 for an unknown one. */
export async function getInKindDonation(
  db: Db,
  reader: TeamMember,
  id: InKindDonationId,
  settings: SavedSettings,
): Promise<InKindDonation> {
  const row = await inKindRows(db)
    .where('inKindDonations.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('donation in kind'));
  return toInKind(row, reader, settings);
}

/** Donations in kind with what is shown and exported of them. */
export function inKindRows(db: Db) {
  return db
    .selectFrom('inKindDonations')
    .leftJoin('donors', 'donors.id', 'inKindDonations.donorId')
    .leftJoin('nominations', 'nominations.id', 'inKindDonations.nominationId')
    .leftJoin('donationReceipts', (join) =>
      join
        .onRef('donationReceipts.inKindId', '=', 'inKindDonations.id')
        .on('donationReceipts.state', '=', 'issued'),
    )
    .select([
      'inKindDonations.id',
      'inKindDonations.createdAt',
      'recordedBy',
      actorNameBy('recordedBy').as('recorderName'),
      'inKindDonations.description',
      'inKindDonations.receivedOn',
      'valueCents',
      'valueFrom',
      'publicText',
      'voidedAt',
      'voidReason',
      'inKindDonations.isReal',
      'inKindDonations.donorId',
      donorNameSql.as('donorName'),
      'donors.firstName',
      'donors.lastName',
      'donors.email',
      'inKindDonations.nominationId',
      'nominations.nominee',
      'donationReceipts.id as receiptId',
      'donationReceipts.number as receiptNumber',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof inKindRows>['execute']>>[number];

function toInKind(row: Row, reader: TeamMember, settings: SavedSettings): InKindDonation {
  const { donorId, firstName, lastName, nominationId, nominee, receiptId, receiptNumber } = row;
  const donor =
    donorId === null || firstName === null || lastName === null
      ? null
      : { id: donorId, firstName, lastName };
  return {
    id: row.id,
    createdAt: row.createdAt,
    recordedBy: row.recorderName ?? describeActor(row.recordedBy),
    ...visibleTo(reader, 'contacts.read', { donor }),
    description: row.description,
    receivedOn: row.receivedOn,
    value: row.valueCents,
    valueFrom: row.valueFrom,
    nomination: nominationId === null || nominee === null ? null : { id: nominationId, nominee },
    publicText: row.publicText,
    voidedAt: row.voidedAt,
    voidReason: row.voidReason,
    receipt:
      receiptId === null || receiptNumber === null
        ? null
        : { id: receiptId, number: receiptNumber },
    obstacle: receiptId === null ? obstacleInKind(row, settings) : null,
  };
}

// Enough to see what comes in; the count says how many there are.
const mostShown = 20;

/** How many donations in kind there are, and what the team says about the newest of them in public. */
export async function readPublicThings(db: Db): Promise<{ count: number; texts: string[] }> {
  const counted = sql<boolean>`voided_at is null and is_real = (select is_real from books)`;
  const count = await howMany(db.selectFrom('inKindDonations').where(counted));
  if (count === 0) return { count, texts: [] };
  const shown = await db
    .selectFrom('inKindDonations')
    .select('publicText')
    .where(counted)
    .where('publicText', '<>', '')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute();
  return { count, texts: shown.map(({ publicText }) => publicText) };
}
