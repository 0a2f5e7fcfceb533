import { type RawBuilder, sql } from 'kysely';
import type { FilterOf } from '#contract/endpoint.ts';
import type { DonationId, DonationReceiptId } from '#contract/ids.ts';
import type * as contract from '#contract/receipts/tax-receipts.ts';
import type { DonationReceipt, ReceiptsOfDonation } from '#contract/receipts/tax-receipts.ts';
import { describeActor } from '#core/audit.ts';
import { howMany } from '#server/platform/db/count-rows.ts';
import { newest, type Page, type PageInput, pageOf } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { containsParts } from '#server/platform/db/search-form.ts';
import { actorNameBy } from '#server/platform/db/user-names.ts';
import { notFound } from '#server/platform/errors.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import { receiptFacts } from '#server/receipts/tax-receipts/issue-receipt.ts';
import { obstacleTexts, obstacleTo } from '#server/receipts/tax-receipts/policy.ts';

type Filter = FilterOf<typeof contract.listDonationReceipts>;

/** Receipts, the newest first. */
export async function listDonationReceipts(
  db: Db,
  { limit, cursor, ...filter }: Filter & PageInput,
): Promise<Page<DonationReceipt>> {
  const query = receiptRows(db).where(isShown(filter));
  const { items, nextCursor } = await pageOf(query, { limit, cursor }, newest('donationReceipts'));
  return { nextCursor, items: items.map(toReceipt) };
}

/** How many receipts these filters show. */
export async function countDonationReceipts(db: Db, filter: Filter): Promise<number> {
  return howMany(db.selectFrom('donationReceipts').where(isShown(filter)));
}

function isShown({ year, state, search }: Filter): RawBuilder<boolean> {
  const conditions = [
    year === undefined ? sql`true` : sql`donation_receipts.year = ${year}`,
    state === undefined ? sql`true` : sql`donation_receipts.state = ${state}`,
    search ? isFoundBy(search) : sql`true`,
  ];
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

function isFoundBy(search: string): RawBuilder<boolean> {
  // Numbers have nothing else, and names have none of it: each has an index of its own.
  if (/^[\d-]+$/.test(search)) {
    return sql<boolean>`donation_receipts.number like ${`%${search}%`}`;
  }
  const words = search.split(/\s+/);
  return containsParts(sql`search_form(' ' || donation_receipts.donor_name)`, words);
}

/** One receipt. 404 for an unknown one. */
export async function getDonationReceipt(db: Db, id: DonationReceiptId): Promise<DonationReceipt> {
  const row = await receiptRows(db)
    .where('donationReceipts.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('receipt'));
  return toReceipt(row);
}

/** The receipts of a donation, the newest first, and why it can have no other one. */
export async function getReceiptsOfDonation(
  db: Db,
  donationId: DonationId,
  settings: SettingsStore,
): Promise<ReceiptsOfDonation> {
  const { receipts } = settings.current();
  const facts = await receiptFacts(db, donationId);
  const rows = await receiptRows(db)
    .where('donationReceipts.donationId', '=', donationId)
    .orderBy('donationReceipts.createdAt', 'desc')
    .orderBy('donationReceipts.serial', 'desc')
    .execute();
  const obstacle = rows.some(({ state }) => state === 'issued')
    ? 'This donation has a receipt.'
    : (obstacleText(facts, receipts) ?? null);
  return {
    receipts: rows.map(toReceipt),
    goods: facts.goods && { description: facts.goods.description, value: facts.goods.valueCents },
    obstacle,
  };
}

function obstacleText(...about: Parameters<typeof obstacleTo>): string | null {
  const obstacle = obstacleTo(...about);
  return obstacle === null ? null : obstacleTexts[obstacle];
}

/** The receipt of a donation that counts, for its donor; null if there is none. */
export async function findCurrentReceipt(db: Db, donationId: DonationId) {
  const receipt = await db
    .selectFrom('donationReceipts')
    .select(['id', 'number', 'document', 'copiedAt'])
    .where('donationId', '=', donationId)
    .where('state', '=', 'issued')
    .executeTakeFirst();
  return receipt ?? null;
}

/** Whether a donation had a receipt that does not count anymore. */
export async function hasEndedReceipt(db: Db, donationId: DonationId): Promise<boolean> {
  const ended = await db
    .selectFrom('donationReceipts')
    .select('id')
    .where('donationId', '=', donationId)
    .where('state', '<>', 'issued')
    .limit(1)
    .executeTakeFirst();
  return ended !== undefined;
}

function receiptRows(db: Db) {
  return db
    .selectFrom('donationReceipts')
    .leftJoin('donationReceipts as older', 'older.id', 'donationReceipts.replaces')
    .leftJoin('donationReceipts as newer', 'newer.replaces', 'donationReceipts.id')
    .select([
      'donationReceipts.id',
      'donationReceipts.number',
      'donationReceipts.donationId',
      'donationReceipts.inKindId',
      'donationReceipts.createdAt',
      'donationReceipts.issuedOn',
      'donationReceipts.receivedOn',
      'donationReceipts.amountCents as amount',
      'donationReceipts.goodsCents as goodsValue',
      'donationReceipts.donorName',
      'donationReceipts.donorAddress',
      'donationReceipts.state',
      'donationReceipts.issuedBy',
      'donationReceipts.endedAt',
      'donationReceipts.endedBy',
      'donationReceipts.endReason',
      'donationReceipts.copiedAt',
      'donationReceipts.pdfSha256 as sha256',
      'older.id as olderId',
      'older.number as olderNumber',
      'newer.id as newerId',
      'newer.number as newerNumber',
      actorNameBy('donationReceipts.issuedBy').as('issuerName'),
      actorNameBy('donationReceipts.endedBy').as('enderName'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof receiptRows>['execute']>>[number];

function toReceipt({
  olderId,
  olderNumber,
  newerId,
  newerNumber,
  issuerName,
  enderName,
  issuedBy,
  endedBy,
  ...row
}: Row): DonationReceipt {
  return {
    ...row,
    issuedBy: issuerName ?? describeActor(issuedBy),
    endedBy: endedBy === null ? null : (enderName ?? describeActor(endedBy)),
    replaces: referenceTo(olderId, olderNumber),
    replacedBy: referenceTo(newerId, newerNumber),
  };
}

function referenceTo(id: DonationReceiptId | null, number: string | null) {
  return id === null || number === null ? null : { id, number };
}
