import type { DonationId } from '#contract/ids.ts';
import type { SavedSettings } from '#contract/operations/settings.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { ForTaxes } from '#server/receipts/tax-receipts/emails.ts';
import { issueReceipt } from '#server/receipts/tax-receipts/issue-receipt.ts';

/** The receipt for taxes of a donation that was just booked, or why there is none. */
export async function receiptFor(
  trx: Trx,
  id: DonationId,
  isReal: boolean,
  settings: SavedSettings,
): Promise<ForTaxes> {
  if (!isReal) return 'test';
  if (settings.receipts.profile === 'none') return 'off';
  const issued = await issueReceipt(trx, id, { settings, issuedBy: 'system' });
  return typeof issued === 'string' ? issued : { document: issued.document, isCopy: false };
}
