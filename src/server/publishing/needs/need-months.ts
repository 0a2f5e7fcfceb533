import { sql } from 'kysely';
import type { NominationId } from '#contract/ids.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** The months in which published needs were first published, as YYYY-MM in UTC, newest first. */
export async function listNeedMonths(db: Db): Promise<string[]> {
  // From each month to the newest need before it, so that only one row of each month is read.
  const { rows } = await sql<{ month: string }>`
    with recursive newest as (
      (select published_at from public_pages where is_visible order by published_at desc limit 1)
      union all
      select (select published_at from public_pages
        where is_visible and published_at < date_trunc('month', newest.published_at, 'UTC')
        order by published_at desc limit 1)
      from newest where newest.published_at is not null
    )
    select to_char(published_at at time zone 'UTC', 'YYYY-MM') as month
    from newest where published_at is not null`.execute(db);
  return rows.map(({ month }) => month);
}

/** The published needs of a month: as many as one sitemap may contain, newest first. */
export async function listNeedIds(db: Db, month: string): Promise<NominationId[]> {
  const first = sql<string>`${`${month}-01`}::timestamp at time zone 'UTC'`;
  const rows = await db
    .selectFrom('publicPages')
    .select('nominationId')
    .where('isVisible', '=', true)
    .where('publishedAt', '>=', first)
    .where(
      'publishedAt',
      '<',
      sql<string>`(${`${month}-01`}::timestamp + interval '1 month') at time zone 'UTC'`,
    )
    .orderBy('publishedAt', 'desc')
    .limit(40_000)
    .execute();
  return rows.map(({ nominationId }) => nominationId);
}
