import { sql } from 'kysely';
import type { Cause } from '#contract/vetting/causes.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** Every cause by name, with how many donations and nominations name it. */
export async function listCauses(db: Db): Promise<Cause[]> {
  const rows = await db
    .selectFrom('causes')
    .select(['id', 'name', 'donationCount', 'nominationCount'])
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(({ id, name, donationCount, nominationCount }) => ({
    id,
    name,
    _count: { donations: donationCount, nominations: nominationCount },
  }));
}
