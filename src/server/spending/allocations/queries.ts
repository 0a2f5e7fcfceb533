import { sql } from 'kysely';
import type { AllocationId } from '#contract/ids.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** What a release of an allocation moves, in cents; 0 for an unknown one. */
export async function unspentCents(db: Db, id: AllocationId): Promise<number> {
  const found = await db
    .selectFrom('allocations')
    .select(sql<number>`amount_cents - spent_cents`.as('cents'))
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.cents ?? 0;
}
