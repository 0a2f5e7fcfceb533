import { sql } from 'kysely';
import { adminPaths, donationPath } from '#contract/pages.ts';
import { formatCents } from '#core/money.ts';
import type { PaymentProvider } from '#server/giving/payment-provider/provider.ts';
import { sendRequest } from '#server/giving/refunds/commands.ts';
import { raiseAlert } from '#server/platform/alerts/alerts.ts';
import { isPassing } from '#server/platform/db/database-errors.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/**
 * Asks again for refunds whose outcome is unknown. Only after all of the provider's refunds were compared: none of
 * these is among them, so what the provider answers now is about a refund that it has not made.
 */
export async function repeatRequestedRefunds(
  db: Db,
  payments: PaymentProvider,
  mailer: Mailer,
): Promise<void> {
  const waiting = await db
    .selectFrom('refunds')
    .select(['id', 'amountCents', 'donationId'])
    .where('provider', '=', payments.name)
    .where('status', '=', 'requested')
    // Younger ones are being requested right now.
    .where('createdAt', '<', sql<string>`now() - interval '1 minute'`)
    .execute();
  for (const { id, amountCents, donationId } of waiting) {
    try {
      await sendRequest(db, { id, isRepeat: false }, payments, mailer);
    } catch (error) {
      if (isPassing(error)) throw error;
      // Still no response: try again in an hour.
      if (error instanceof AppError && error.code === 'payments_unavailable') continue;
      const reason =
        error instanceof AppError ? error.message : 'Our software could not handle it.';
      const alert = {
        key: `refund:${id}`,
        title: 'A refund was refused',
        message: `The refund of ${formatCents(amountCents)} that an administrator requested was not made. ${reason}`,
        path: donationId === null ? adminPaths.donations : donationPath(donationId),
      };
      await db.transaction().execute((trx) => raiseAlert(trx, alert, mailer));
    }
  }
}
