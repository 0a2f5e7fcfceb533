import { sql } from 'kysely';
import type { Cause } from '#contract/vetting/causes.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** Every cause, sorted by name, with its numbers of donations and nominations. */
export async function listCauses(db: Db): Promise<Cause[]> {
  const rows = await db
    .selectFrom('causes')
    .select(['id', 'name', 'isForRunningCosts', 'donationCount', 'nominationCount'])
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(({ donationCount, nominationCount, ...cause }) => ({
    ...cause,
    _count: { donations: donationCount, nominations: nominationCount },
  }));
}
