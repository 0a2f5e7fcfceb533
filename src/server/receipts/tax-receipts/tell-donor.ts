import type { DonationId } from '#contract/ids.ts';
import { isErasedAddress } from '#core/people/erased.ts';
import { createDonationLink } from '#server/donors/donation-links/commands.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { receiptChanged } from '#server/receipts/tax-receipts/emails.ts';
import type { ReceiptChange } from '#server/receipts/tax-receipts/end-receipt.ts';

/** Mails a donor what became of a receipt, unless nothing did or there is no address to write to. */
export async function tellOfChange(
  trx: Trx,
  donationId: DonationId,
  change: ReceiptChange | null,
  mailer: Mailer,
): Promise<void> {
  if (change === null) return;
  const { email, donorId } = await trx
    .selectFrom('donations')
    .innerJoin('donors', 'donors.id', 'donations.donorId')
    .select(['donors.email', 'donors.id as donorId'])
    .where('donations.id', '=', donationId)
    .executeTakeFirstOrThrow();
  if (email === null || isErasedAddress(email)) return;
  const link = await createDonationLink(trx, donationId, mailer);
  const mail = receiptChanged(mailer.config, email, change, link);
  await mailer.enqueue(trx, { ...mail, donorId });
}
