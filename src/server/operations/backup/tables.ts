import { sql } from 'kysely';
import type { Db } from '#server/platform/db/schema.ts';

/* Which tables and columns are left out of a backup. */

/** A column with its SQL type. */
export interface Column {
  name: string;
  type: string;
}

// Sessions, known browsers, what passkeys had to sign, links that were sent, and exports: after a restore, those that have
// ended or been used since would work again. Also, what the migrations write themselves.
const leftOut = [
  'sessions',
  'known_browsers',
  'account_tokens',
  'passkey_challenges',
  'address_changes',
  'donor_links',
  'exports',
  'schema_migrations',
];

/** The tables that a backup contains, by name. */
export async function tablesIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname
  `.execute(db);
  return rows.map(({ name }) => name).filter((name) => !leftOut.includes(name));
}

/** The writable columns of a table, in order. */
export async function columnsOf(db: Db, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum
  `.execute(db);
  return rows;
}

/** A name as an SQL identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
