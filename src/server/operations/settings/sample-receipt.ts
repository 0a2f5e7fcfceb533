import type { PrintedFile } from '#contract/printed-file.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import { sampleReceipt } from '#core/receipts/receipt-documents.ts';
import type { ReceiptSettings } from '#core/receipts/receipt-profiles.ts';
import { checkComplete } from '#server/operations/settings/policy.ts';
import { AppError } from '#server/platform/errors.ts';
import { drawPdf } from '#server/platform/pdf/draw-pdf.ts';
import type { LineCaller } from '#server/platform/pdf/fair-line.ts';

/** A receipt of an invented donor, as these settings would print it. 400 if something is missing, as when saving. */
export async function printSampleReceipt(
  receipts: ReceiptSettings,
  timeZone: string,
  caller: LineCaller,
): Promise<PrintedFile> {
  if (receipts.profile === 'none') {
    const message = 'Choose a country first';
    throw new AppError('invalid_input', message, { receipts: message });
  }
  checkComplete({ receipts });
  const now = new Date();
  const { bytes } = await drawPdf(sampleReceipt(receipts, isoDayOf(now, timeZone)), now, caller);
  return { name: 'sample-receipt.pdf', base64: bytes.toString('base64') };
}
