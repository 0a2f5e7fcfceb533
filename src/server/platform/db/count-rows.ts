import { type SelectQueryBuilder, sql } from 'kysely';

/** How many rows a query finds. */
export async function howMany<DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, object>,
): Promise<number> {
  const { count } = await query
    .clearSelect()
    .select(sql`count(*)`.as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow();
  return count;
}

/** How many rows of a query wait for somebody, and since when; null if there are none. */
export function countWaiting<DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, object>,
  since = 'created_at',
): Promise<{ count: number; oldestAt: string | null }> {
  return query
    .clearSelect()
    .select([sql`count(*)`.as('count'), sql`min(${sql.ref(since)})`.as('oldestAt')])
    .$castTo<{ count: number; oldestAt: string | null }>()
    .executeTakeFirstOrThrow();
}
