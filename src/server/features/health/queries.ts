import { sql } from 'kysely';
import type { Db } from '#server/db/schema.ts';

/** Answers once the database does. */
export async function checkHealth(db: Db) {
  await sql`select 1`.execute(db);
  return { status: 'ok' as const };
}
