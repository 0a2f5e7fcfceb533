import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { DonationId, DonationReceiptId } from '#contract/ids.ts';
import type { PrintedFile } from '#contract/printed-file.ts';
import { copyOf } from '#core/receipts/receipt-documents.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';
import { drawPdf } from '#server/platform/pdf/draw-pdf.ts';
import type { LineCaller } from '#server/platform/pdf/fair-line.ts';
import { type FileStorage, readStored } from '#server/platform/storage/storage.ts';
import { findCurrentReceipt } from '#server/receipts/tax-receipts/queries.ts';

/* A receipt is drawn once, and its bytes stay. */

/** What is drawn of a receipt: what was issued, or the copy for a donor who lost that. */
export type ReceiptPrint = 'original' | 'copy';

/**
 * The PDF of a receipt. It is drawn once, from what was kept when the receipt was issued; from then on these bytes are
 * the document, and their hash is checked each time.
 */
export async function receiptPdf(
  db: Db,
  storage: FileStorage,
  id: DonationReceiptId,
  print: ReceiptPrint,
  caller: LineCaller | null,
): Promise<PrintedFile> {
  const stored =
    (await findStored(db, id, print)) ?? (await drawOnce(db, storage, id, print, caller));
  const bytes = await readStored(storage, stored.key);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== stored.sha256) {
    throw new Error(
      `The stored PDF of the receipt ${stored.number} is not the one that was drawn.`,
    );
  }
  const suffix = print === 'copy' ? '-copy' : '';
  return { name: `receipt-${stored.number}${suffix}.pdf`, base64: bytes.toString('base64') };
}

/** The PDF for the donor of a donation: the copy, once there was one. 404 without a receipt that counts. */
export async function receiptPdfOf(
  db: Db,
  storage: FileStorage,
  donationId: DonationId,
  signal: AbortSignal,
): Promise<PrintedFile> {
  const receipt = await findCurrentReceipt(db, donationId);
  if (receipt === null) throw notFound('receipt');
  const print = receipt.copiedAt === null ? 'original' : 'copy';
  // Each is drawn once, so a donor with several takes no more turns than there are receipts.
  return receiptPdf(db, storage, receipt.id, print, { name: `donation:${donationId}`, signal });
}

async function findStored(db: Db, id: DonationReceiptId, print: ReceiptPrint) {
  const row = await db
    .selectFrom('donationReceipts')
    .select(['number', 'pdfKey', 'pdfSha256', 'copyKey', 'copySha256'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('receipt'));
  const [key, sha256] =
    print === 'original' ? [row.pdfKey, row.pdfSha256] : [row.copyKey, row.copySha256];
  return key === null || sha256 === null ? null : { number: row.number, key, sha256 };
}

/** Draws and stores it. Of two that do so at once, the first one counts. */
async function drawOnce(
  db: Db,
  storage: FileStorage,
  id: DonationReceiptId,
  print: ReceiptPrint,
  caller: LineCaller | null,
): Promise<{ number: string; key: string; sha256: string }> {
  const { document, createdAt } = await db
    .selectFrom('donationReceipts')
    .select(['document', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const printed = print === 'copy' ? copyOf(document) : document;
  const { bytes } = await drawPdf(printed, new Date(createdAt), caller);
  const file = await storage.put(Readable.from([bytes]), bytes.length);
  const names = print === 'original' ? 'pdf' : 'copy';
  const { numUpdatedRows } = await db
    .updateTable('donationReceipts')
    .set({
      [`${names}Key`]: file.key,
      [`${names}Bytes`]: file.bytes,
      [`${names}Sha256`]: file.sha256,
    })
    .where('id', '=', id)
    .where(print === 'original' ? 'pdfKey' : 'copyKey', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) await storage.remove(file.key);
  const stored = await findStored(db, id, print);
  if (stored === null) throw new Error(`The PDF of the receipt ${id} was not stored.`);
  return stored;
}
