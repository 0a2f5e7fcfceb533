import { adminPaths } from '#contract/admin-pages.ts';
import { graceDays } from '#core/ledger/promise.ts';
import { formatCents } from '#core/platform/money.ts';
import { raiseAlert, settleAlert } from '#server/platform/alerting/raise-alert.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { readTotals } from '#server/provider/card-costs/queries.ts';

/* When the team is told that card costs are not paid. */

const key = 'card-costs:unpaid';

/** Alerts the team as soon as card costs are not paid for, days before the pages stop to promise 100%. */
export function reportUnpaidCosts(db: Db, mailer: Mailer): Promise<unknown> {
  return db.transaction().execute(async (trx) => {
    const { balance, belowSince } = await readTotals(trx);
    if (belowSince === null) return settleAlert(trx, key);
    await raiseAlert(
      trx,
      {
        key,
        title: 'Card costs are not paid for',
        message: `Payments have cost ${formatCents(-balance)} more than donors added and the charity put in. Please put in money that was not donated to a cause, and book it on the page “Card Costs”. If it is missing for more than ${graceDays} days, pages and emails say so instead of promising 100%.`,
        path: adminPaths.cardCosts,
      },
      mailer,
    );
  });
}
