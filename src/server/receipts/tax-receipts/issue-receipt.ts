import { sql } from 'kysely';
import type { DonationId, DonationReceiptId, InKindDonationId } from '#contract/ids.ts';
import type { SavedSettings } from '#contract/operations/settings.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import type { PrintedDocument } from '#core/platform/printed-document.ts';
import { type ReceiptFacts, receiptDocument } from '#core/receipts/receipt-documents.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import { coverLeftSql } from '#server/provider/card-costs/queries.ts';
import {
  type Obstacle,
  obstacleTexts,
  obstacleTo,
  receiptCents,
} from '#server/receipts/tax-receipts/policy.ts';

/* Whether a donation can have a receipt, its number, and what is kept of it (decision 0037). */

/** A receipt that was just issued. */
export interface IssuedReceipt {
  id: DonationReceiptId;
  number: string;
  document: PrintedDocument;
}

/** How a receipt is issued. */
export interface Issue {
  settings: SavedSettings;
  /** As the audit trail names them: 'user:<id>', 'visitor' for the donor, or 'system'. */
  issuedBy: string;
  /** The receipt that the new one takes the place of. */
  replaces?: { id: DonationReceiptId; number: string };
  /** The donor as printed, if that is not what was typed with the donation. */
  donor?: { name: string; address: string };
  reason?: string;
}

/**
 * Issues the receipt of a donation, or says why there is none. The number is the next one of its year; until the
 * transaction ends, nobody else gets one. The caller has locked the donation, or has just made it.
 */
export async function issueReceipt(
  trx: Trx,
  donationId: DonationId,
  issue: Issue,
): Promise<IssuedReceipt | Obstacle> {
  const { settings, donor } = issue;
  const donation = await receiptFacts(trx, donationId);
  const donorName = donor?.name ?? donation.donorName;
  const postalAddress = donor?.address ?? donation.postalAddress;
  const obstacle = obstacleTo({ ...donation, donorName, postalAddress }, settings.receipts);
  if (obstacle !== null || settings.receipts.profile === 'none') return obstacle ?? 'off';
  const amountCents = receiptCents(donation);
  const { receivedOn, coverCents, goods, isPaidOnline } = donation;
  return keepReceipt(trx, issue, {
    now: donation.now,
    donorName,
    donorAddress: postalAddress,
    receivedOn,
    print: (shared, receipts) =>
      receiptDocument({ ...shared, amountCents, coverCents, goods, isPaidOnline }, receipts),
    columns: { donationId, amountCents, goodsCents: goods?.valueCents ?? 0 },
    about: { kind: 'donation', id: donationId, after: { amount: amountCents } },
  });
}

/** What all receipts say. */
type Shared = Pick<
  ReceiptFacts,
  'number' | 'replacesNumber' | 'donorName' | 'donorAddress' | 'receivedOn' | 'issuedOn'
>;

interface Kept extends Pick<Shared, 'donorName' | 'donorAddress' | 'receivedOn'> {
  now: string;
  print: (shared: Shared, settings: SavedSettings['receipts']) => PrintedDocument;
  /** What it is about, as its row has it. */
  columns: { goodsCents: number } & (
    | { donationId: DonationId; amountCents: number }
    | { inKindId: InKindDonationId }
  );
  about: { kind: 'donation' | 'in_kind'; id: DonationId | InKindDonationId; after?: object };
}

/** Prints a receipt with the next number of its year, and keeps it. The charity issues receipts. */
export async function keepReceipt(
  trx: Trx,
  { settings, issuedBy, replaces, reason }: Issue,
  { now, donorName, donorAddress, receivedOn, print, columns, about }: Kept,
): Promise<IssuedReceipt> {
  const { receipts, timeZone } = settings;
  if (receipts.profile === 'none') throw new RangeError('This charity issues no receipts.');
  const issuedOn = isoDayOf(now, timeZone);
  const year = Number(issuedOn.slice(0, 4));
  const serial = await nextSerial(trx, year);
  const number = `${year}-${String(serial).padStart(6, '0')}`;
  const replacesNumber = replaces?.number ?? null;
  const donor = { donorName, donorAddress };
  const document = print({ ...donor, number, replacesNumber, receivedOn, issuedOn }, receipts);
  const id = newId<DonationReceiptId>();
  await trx
    .insertInto('donationReceipts')
    .values({
      ...columns,
      ...donor,
      id,
      year,
      serial,
      number,
      profile: receipts.profile,
      issuedOn,
      receivedOn,
      issuedBy,
      document: JSON.stringify(document),
      replaces: replaces?.id ?? null,
    })
    .execute();
  const done = replaces ? 'receipt_replaced' : 'receipt_issued';
  await recordAudit(trx, {
    actor: issuedBy,
    action: `${about.kind}.${done}`,
    subjectId: about.id,
    ...(replaces && { before: { receipt: replaces.number } }),
    after: { receipt: number, ...about.after },
    ...(reason !== undefined && { reason }),
  });
  return { id, number, document };
}

/** {@link issueReceipt} for somebody who asked for it: throws 409 with the reason if there is none. */
export async function issueReceiptOrRefuse(
  trx: Trx,
  donationId: DonationId,
  issue: Issue,
): Promise<IssuedReceipt> {
  const issued = await issueReceipt(trx, donationId, issue);
  if (typeof issued === 'string') throw new AppError('receipt_refused', obstacleTexts[issued]);
  return issued;
}

/** Takes the next number of a year. Its row stays locked until the transaction ends. */
export async function nextSerial(trx: Trx, year: number): Promise<number> {
  const { lastSerial } = await trx
    .insertInto('donationReceiptYears')
    .values({ year, lastSerial: 1 })
    .onConflict((conflict) =>
      conflict
        .column('year')
        .doUpdateSet({ lastSerial: sql<number>`donation_receipt_years.last_serial + 1` }),
    )
    .returning('lastSerial')
    .executeTakeFirstOrThrow();
  return lastSerial;
}

/** What a receipt says about a donation. 404 for an unknown one. */
export async function receiptFacts(db: Db, donationId: DonationId) {
  const { goodsDescription, goodsCents, source, ...donation } = await db
    .selectFrom('donations')
    .innerJoin('donors', 'donors.id', 'donations.donorId')
    .leftJoin('donationGoods', 'donationGoods.donationId', 'donations.id')
    .select([
      'donations.isReal',
      'donations.amountCents',
      'donations.returnedCents',
      // What is still there of it.
      coverLeftSql.as('coverCents'),
      'donations.source',
      'donors.email',
      // Empty for cash of which nobody knows whose it was.
      sql<string>`trim(coalesce(donations.first_name, '') || ' ' || coalesce(donations.last_name, ''))`.as(
        'donorName',
      ),
      sql<string>`coalesce(nullif(donations.postal_address, ''), donors.postal_address)`.as(
        'postalAddress',
      ),
      'donations.receivedOn',
      'donationGoods.description as goodsDescription',
      'donationGoods.valueCents as goodsCents',
      sql<string>`now()`.as('now'),
    ])
    .where('donations.id', '=', donationId)
    .executeTakeFirstOrThrow(() => notFound('donation'));
  const goods =
    goodsDescription === null || goodsCents === null
      ? null
      : { description: goodsDescription, valueCents: goodsCents };
  return { ...donation, goods, isPaidOnline: source === 'online' || source === 'renewal' };
}
