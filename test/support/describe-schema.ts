import { sql } from 'kysely';
import { readMigrations } from '#server/platform/db/migrate.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** Where `npm run schema` writes {@link describeSchema}. */
export const snapshotFile = 'test/platform/migrations.snapshot.txt';

/**
 * The checksums of all migrations, and what they make, one line each: columns, constraints, indexes, triggers,
 * functions.
 */
export async function describeSchema(db: Db): Promise<string> {
  const sums = (await readMigrations()).map(({ name, sha256 }) => `${sha256}  ${name}`);
  const { rows } = await sql<{ line: string }>`
    select line from (
      select format('column      %s.%s %s%s%s', relname, attname, format_type(atttypid, atttypmod),
        case when attnotnull then ' not null' else '' end,
        coalesce(' default ' || pg_get_expr(adbin, adrelid), '')) as line
      from pg_attribute
      join pg_class on pg_class.oid = attrelid and relkind = 'r' and relnamespace = 'public'::regnamespace
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped
      union all
      -- Not-null ones are with their columns, and only newer versions list them here.
      select format('constraint  %s.%s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'p', 'u')
      union all
      select format('index       %s', indexdef) from pg_indexes where schemaname = 'public'
      union all
      select format('trigger     %s %s', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
        and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      union all
      select format('function    %s %s', proname, regexp_replace(prosrc, '\\s+', ' ', 'g'))
      from pg_proc where pronamespace = 'public'::regnamespace
    ) as lines order by line collate "C"`.execute(db);
  return [...sums, '', ...rows.map(({ line }) => line), ''].join('\n');
}
