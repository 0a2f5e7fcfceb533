import { sql } from 'kysely';
import type { Trx } from '#server/platform/db/schema.ts';

/** Has the totals of causes counted now, which otherwise happens when the transaction ends. */
export async function settleTotals(trx: Trx): Promise<void> {
  await sql`set constraints donations_sum_change, nominations_sum_change, public_pages_count,
    public_pages_count_new, expenses_sum_change immediate`.execute(trx);
}
