import { adminPaths } from '#contract/admin-pages.ts';
import { raiseAlert, settleAlert } from '#server/platform/alerting/raise-alert.ts';
import type { Deps } from '#server/platform/deps.ts';
import { type JobQueue, workerOf } from '#server/platform/jobs/queue.ts';
import { receiptPdf } from '#server/receipts/tax-receipts/receipt-pdfs.ts';

/* Draws donation receipts as PDFs. */

/** The queue of the job that draws the receipts that were issued since. */
const drawReceiptsQueue: JobQueue = {
  name: 'draw-receipts',
  cron: '* * * * *',
  // What could not be drawn is drawn a minute later.
  retryLimit: 0,
  expireInSeconds: 3600,
};

const batchSize = 20;

/**
 * Draws every receipt that has no PDF yet, oldest first. One that cannot be drawn is left for the next time, and the team
 * is alerted; it does not hold up the others.
 */
export async function drawReceipts({
  db,
  mailer,
  storage,
}: Pick<Deps, 'db' | 'mailer' | 'storage'>): Promise<void> {
  const failed: string[] = [];
  for (;;) {
    const undrawn = await db
      .selectFrom('donationReceipts')
      .select(['id', 'number'])
      .where('pdfKey', 'is', null)
      .$if(failed.length > 0, (query) => query.where('number', 'not in', failed))
      .orderBy('createdAt')
      .limit(batchSize)
      .execute();
    if (undrawn.length === 0) break;
    for (const { id, number } of undrawn) {
      await receiptPdf(db, storage, id, 'original', null).catch(() => failed.push(number));
    }
    // The whole storage or machine is in trouble: trying all others would only take long.
    if (failed.length >= batchSize) break;
  }
  await db.transaction().execute<unknown>((trx) =>
    failed.length === 0
      ? settleAlert(trx, 'receipts:undrawn')
      : raiseAlert(
          trx,
          {
            key: 'receipts:undrawn',
            title: 'Receipts could not be drawn',
            message: `The PDF of receipt No. ${failed[0]} could not be drawn or stored${failed.length > 1 ? `, and neither could those of ${failed.length - 1} others` : ''}. The receipts are valid, and their emails have left. We try again every minute.`,
            path: adminPaths.taxReceipts,
          },
          mailer,
        ),
  );
}

/** Draws receipts once a minute. */
export const drawReceiptsWorker = workerOf(drawReceiptsQueue, drawReceipts);
