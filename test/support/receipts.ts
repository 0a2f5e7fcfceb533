import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { DonationId, DonationReceiptId } from '#contract/ids.ts';
import { listDonationReceipts } from '#contract/receipts/tax-receipts.ts';
import { receiptDocument } from '#core/receipts/receipt-documents.ts';
import {
  defaultReceiptSettings,
  type IssuingProfile,
  type ReceiptSettings,
} from '#core/receipts/receipt-profiles.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { TestApp } from '#test/support/app.ts';
import { signIn } from '#test/support/factories.ts';
import { changeSettings } from '#test/support/settings.ts';

/** What a charity fills in for any profile. */
export function receiptSettings(profile: IssuingProfile): ReceiptSettings {
  return {
    ...defaultReceiptSettings,
    profile,
    legalName: 'The Everycent Foundation',
    address: '1 Main Street\nSpringfield, IL 62701',
    registrationNumber: '12-3456789',
    legalStatus: 'Association loi 1901',
    purpose: 'Helping people in need',
    placeOfIssue: 'Springfield',
    signatoryName: 'Grace Hopper',
    signatoryTitle: 'Treasurer',
  };
}

/** Switches receipts on. */
export async function switchOnReceipts(
  testApp: TestApp,
  profile: IssuingProfile,
  timeZone?: string,
): Promise<void> {
  await changeSettings(testApp, {
    receipts: receiptSettings(profile),
    ...(timeZone !== undefined && { timeZone }),
  });
}

/** The receipts of a donation, oldest first, with what is asked of most. */
export async function receiptsFor(testApp: TestApp, donationId: DonationId) {
  const cookie = await signIn(testApp);
  const { body } = await testApp.call(listDonationReceipts, { cookie, query: { limit: 500 } });
  return body.filter((receipt) => receipt.donationId === donationId).reverse();
}

/** The SHA-256 of a file in a response. */
export function sha256Of(base64: string): string {
  return createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex');
}

/** A receipt that is written into the database as if it had been issued: for calls about one during a trial. */
export async function aStoredReceipt(
  { db }: TestApp,
  donationId: DonationId,
): Promise<DonationReceiptId> {
  const id = newId<DonationReceiptId>();
  const settings = receiptSettings('plain');
  const facts = {
    replacesNumber: null,
    donorName: 'Grace Hopper',
    donorAddress: '',
    amountCents: 10_000,
    coverCents: 0,
    goods: null,
    receivedOn: '2026-01-02',
    issuedOn: '2026-01-02',
    isPaidOnline: true,
  };
  await db.transaction().execute(async (trx) => {
    const { lastSerial } = await trx
      .insertInto('donationReceiptYears')
      .values({ year: 2026, lastSerial: 1 })
      .onConflict((conflict) =>
        conflict
          .column('year')
          .doUpdateSet({ lastSerial: sql<number>`donation_receipt_years.last_serial + 1` }),
      )
      .returning('lastSerial')
      .executeTakeFirstOrThrow();
    const number = `2026-${String(lastSerial).padStart(6, '0')}`;
    await trx
      .insertInto('donationReceipts')
      .values({
        id,
        year: 2026,
        serial: lastSerial,
        number,
        donationId,
        profile: 'plain',
        issuedOn: facts.issuedOn,
        receivedOn: facts.receivedOn,
        amountCents: facts.amountCents,
        goodsCents: 0,
        donorName: facts.donorName,
        donorAddress: '',
        document: JSON.stringify(receiptDocument({ ...facts, number }, settings)),
        issuedBy: 'system',
      })
      .execute();
  });
  return id;
}
