import { settleAlert } from '#server/platform/alerting/raise-alert.ts';
import type { Trx } from '#server/platform/db/schema.ts';

/* The alert while there is a mail that could not be sent. */

/** Its key. */
export const deadMailsAlert = 'mail:dead-letters';

/** Settles it if none is left: for whoever has resent, discarded, or erased some. */
export async function settleDeadMails(trx: Trx, actor?: string): Promise<void> {
  const left = await trx
    .selectFrom('deadMails')
    .select('id')
    .where('resolvedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!left) await settleAlert(trx, deadMailsAlert, actor);
}
