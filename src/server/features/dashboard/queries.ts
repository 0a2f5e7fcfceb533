import { sql } from 'kysely';
import type { Db } from '#server/db/schema.ts';

const windowDays = 7;

/** How many donations and nominations came in during the last 7 × 24 hours. */
export async function summarizeLastDays(db: Db) {
  const recent = sql<string>`now() - make_interval(days => ${windowDays})`;
  const { donations, nominations } = await db
    .selectNoFrom((query) => [
      query
        .selectFrom('donations')
        .select(sql<number>`count(*)`.as('count'))
        .where('createdAt', '>=', recent)
        .as('donations'),
      query
        .selectFrom('nominations')
        .select(sql<number>`count(*)`.as('count'))
        .where('createdAt', '>=', recent)
        .as('nominations'),
    ])
    .executeTakeFirstOrThrow();
  return { donationsLast7Days: donations ?? 0, nominationsLast7Days: nominations ?? 0 };
}
