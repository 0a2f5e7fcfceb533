import { sql } from 'kysely';
import type { Cause } from '#contract/causes.ts';
import type { Db } from '#server/db/schema.ts';

/** Every cause by name, with how many donations and nominations name it. */
export async function listCauses(db: Db): Promise<Cause[]> {
  const rows = await db
    .selectFrom('causes')
    .leftJoin(
      (query) =>
        query
          .selectFrom('donations')
          .select(['causeId', sql<number>`count(*)`.as('donations')])
          .groupBy('causeId')
          .as('donated'),
      (join) => join.onRef('donated.causeId', '=', 'causes.id'),
    )
    .leftJoin(
      (query) =>
        query
          .selectFrom('nominations')
          .select(['causeId', sql<number>`count(*)`.as('nominations')])
          .groupBy('causeId')
          .as('nominated'),
      (join) => join.onRef('nominated.causeId', '=', 'causes.id'),
    )
    .select(['causes.id', 'causes.name', 'donated.donations', 'nominated.nominations'])
    .orderBy(sql`lower(causes.name)`)
    .execute();
  return rows.map(({ id, name, donations, nominations }) => ({
    id,
    name,
    _count: { donations: donations ?? 0, nominations: nominations ?? 0 },
  }));
}
