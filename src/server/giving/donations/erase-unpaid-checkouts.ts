import { sql } from 'kysely';
import { checkoutDays } from '#core/giving/checkout-days.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { expireAbandonedCheckouts } from '#server/provider/payment-provider/abandoned-checkouts.ts';

/**
 * Erases the details of people who never paid, 30 days after their checkout ended, and the networks of all checkouts
 * after 30 days, as the privacy policy promises.
 */
export function eraseUnpaidCheckouts(db: Db): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await expireAbandonedCheckouts(trx);
    await trx
      .updateTable('checkouts')
      .set({ details: null, wishes: null })
      .where('endedAt', '<', sql<string>`now() - make_interval(days => ${checkoutDays})`)
      .where((row) => row.or([row('details', 'is not', null), row('wishes', 'is not', null)]))
      .execute();
    await trx
      .updateTable('checkouts')
      .set({ network: null })
      .where('createdAt', '<', sql<string>`now() - make_interval(days => ${checkoutDays})`)
      .where('network', 'is not', null)
      .execute();
  });
}
