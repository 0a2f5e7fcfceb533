import { sql } from 'kysely';
import type { Db } from '#server/platform/db/schema.ts';

/** A column, and its type as it is written in SQL. */
export interface Column {
  name: string;
  type: string;
}

// Who was signed in, and links that were sent: after a restore, one that has been ended or used since would
// be good again. And what the migrations write themselves.
const leftOut = ['sessions', 'account_tokens', 'schema_migrations'];

/** The tables that a backup holds, by name. */
export async function tablesIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname
  `.execute(db);
  return rows.map(({ name }) => name).filter((name) => !leftOut.includes(name));
}

/** The columns of a table that can be written, in order. */
export async function columnsOf(db: Db, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum
  `.execute(db);
  return rows;
}

/** A name as SQL. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
