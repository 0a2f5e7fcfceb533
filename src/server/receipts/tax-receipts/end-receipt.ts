import { sql } from 'kysely';
import type { DonationId, DonationReceiptId, InKindDonationId } from '#contract/ids.ts';
import type { SavedSettings } from '#contract/operations/settings.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { coverLeftSql } from '#server/provider/card-costs/queries.ts';
import {
  type IssuedReceipt,
  issueReceiptOrRefuse,
  receiptFacts,
} from '#server/receipts/tax-receipts/issue-receipt.ts';
import { obstacleTexts, obstacleTo, receiptCents } from '#server/receipts/tax-receipts/policy.ts';

/* Voids and replaces receipts, and decides what refunds and disputes make of them. */

/** What became of the receipt of a donation. */
export type ReceiptChange =
  | { kind: 'void'; number: string }
  | { kind: 'replaced'; number: string; by: IssuedReceipt };

/** Who ends receipts when money goes back: what they ended, counts again if the money comes back. */
const automatic = 'system';

/**
 * Brings the receipt of a donation in line with what of it is left, after money went back to the donor or returned: all
 * of it voids the receipt, a part replaces it, and money that returns leads to another one. A donation without a receipt
 * gets none. Returns what changed; null if nothing did. The caller has locked the donation and booked the move.
 */
export async function followReturns(
  trx: Trx,
  donationId: DonationId,
  settings: SavedSettings,
): Promise<ReceiptChange | null> {
  const last = await lastReceipt(trx, donationId);
  if (!last || (last.state !== 'issued' && last.endedBy !== automatic)) return null;
  const donation = await trx
    .selectFrom('donations')
    .select(['amountCents', 'returnedCents', coverLeftSql.as('coverCents')])
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow();
  const left = receiptCents(donation);
  if (last.state === 'issued' && left === last.amountCents) return null;
  if (left === 0) {
    if (last.state !== 'issued') return null;
    await endReceipt(
      trx,
      { ...last, donationId },
      {
        state: 'void',
        endedBy: automatic,
        reason: 'All of the donation was taken back.',
      },
    );
    return { kind: 'void', number: last.number };
  }
  const reason =
    last.state === 'issued'
      ? 'A part of the donation was taken back, or came back.'
      : 'Money that had been taken back came back.';
  return replaceBy(trx, donationId, last, { settings, endedBy: automatic, reason });
}

interface Replacing {
  settings: SavedSettings;
  endedBy: string;
  reason: string;
  donor?: { name: string; address: string };
}

interface Replaceable {
  id: DonationReceiptId;
  number: string;
  state: string;
  donorName: string;
  donorAddress: string;
}

/**
 * Ends a receipt and issues another one in its place, for the same donor as printed unless said otherwise. If none can be
 * issued, because the charity issues none anymore for example, the old one is void.
 */
async function replaceBy(
  trx: Trx,
  donationId: DonationId,
  old: Replaceable,
  { settings, endedBy, reason, donor }: Replacing,
): Promise<ReceiptChange | null> {
  const printed = donor ?? { name: old.donorName, address: old.donorAddress };
  const facts = await receiptFacts(trx, donationId);
  const named = { ...facts, donorName: printed.name, postalAddress: printed.address };
  const obstacle = obstacleTo(named, settings.receipts);
  // First, because a donation has one receipt that counts.
  if (old.state === 'issued') {
    const state = obstacle === null ? 'replaced' : 'void';
    await endReceipt(trx, { ...old, donationId }, { state, endedBy, reason });
  }
  if (obstacle !== null) {
    return old.state === 'issued' ? { kind: 'void', number: old.number } : null;
  }
  const by = await issueReceiptOrRefuse(trx, donationId, {
    settings,
    issuedBy: endedBy,
    replaces: old,
    donor: printed,
    reason,
  });
  return { kind: 'replaced', number: old.number, by };
}

/** {@link replaceBy} for somebody who asked for it. 409 if the receipt does not count, or if there can be no other one. */
export async function replaceOnRequest(
  trx: Trx,
  donationId: DonationId,
  old: Replaceable,
  replacing: Replacing,
): Promise<IssuedReceipt> {
  if (old.state !== 'issued') throw receiptEnded(old.number);
  const { settings, donor } = replacing;
  const facts = await receiptFacts(trx, donationId);
  const donorName = donor?.name ?? old.donorName;
  const postalAddress = donor?.address ?? old.donorAddress;
  const obstacle = obstacleTo({ ...facts, donorName, postalAddress }, settings.receipts);
  if (obstacle !== null) throw new AppError('receipt_refused', obstacleTexts[obstacle]);
  const change = await replaceBy(trx, donationId, old, replacing);
  if (change?.kind !== 'replaced') throw receiptEnded(old.number);
  return change.by;
}

/** A receipt, and the donation or the donation in kind that it is about. */
interface Endable {
  id: DonationReceiptId;
  number: string;
  donationId?: DonationId | null;
  inKindId?: InKindDonationId | null;
}

/** Ends a receipt that counts, once. 409 if it does not count anymore. */
export async function endReceipt(
  trx: Trx,
  { id, number, donationId, inKindId }: Endable,
  { state, endedBy, reason }: { state: 'void' | 'replaced'; endedBy: string; reason: string },
): Promise<void> {
  const ended = await trx
    .updateTable('donationReceipts')
    .set({ state, endedAt: sql<string>`now()`, endedBy, endReason: reason })
    .where('id', '=', id)
    .where('state', '=', 'issued')
    .returning('id')
    .executeTakeFirst();
  if (!ended) throw receiptEnded(number);
  if (state === 'replaced') return;
  await recordAudit(trx, {
    actor: endedBy,
    ...(inKindId
      ? { action: 'in_kind.receipt_voided', subjectId: inKindId }
      : { action: 'donation.receipt_voided', subjectId: donationId as DonationId }),
    before: { receipt: number },
    reason,
  });
}

/** 409: the receipt was voided or replaced before. */
export function receiptEnded(number: string): AppError {
  return new AppError(
    'receipt_ended',
    `Receipt No. ${number} does not count anymore: it was voided or replaced before.`,
  );
}

function lastReceipt(trx: Trx, donationId: DonationId) {
  return trx
    .selectFrom('donationReceipts')
    .select(['id', 'number', 'state', 'amountCents', 'donorName', 'donorAddress', 'endedBy'])
    .where('donationId', '=', donationId)
    .orderBy('createdAt', 'desc')
    .orderBy('year', 'desc')
    .orderBy('serial', 'desc')
    .limit(1)
    .executeTakeFirst();
}
