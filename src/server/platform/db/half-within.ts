import { type RawBuilder, sql } from 'kysely';
import { fewestCases, recentDays } from '#core/vetting/waiting-times.ts';

/**
 * In how many days half of the cases ended that began lately or still wait, for `halfWithin` of `#core`. Null for too
 * few of them, and while half have not ended: whoever still waits must never make us look quick.
 *
 * @param cases A query of all that began lately or wait: `began`, and `days` until the end, null for what waits.
 */
export function halfWithinSql(cases: RawBuilder<unknown>): RawBuilder<number | null> {
  // The first of the sorted waits that at least half are not above; at the end, where it says nothing, are the endless.
  return sql<number | null>`(
    select case when count(*) >= ${fewestCases} then nullif(
      percentile_disc(0.5) within group (order by greatest(coalesce(ceil(days), 'infinity'), 1)), 'infinity')::integer
    end
    from (${cases}) as cases
    where began > ${recentlySql} or days is null)`;
}

/** The moment from which on a case is of late. */
export const recentlySql = sql`now() - make_interval(days => ${recentDays})`;
