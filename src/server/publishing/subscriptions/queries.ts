import { sql } from 'kysely';
import type { Db } from '#server/platform/db/schema.ts';

/** Whether an address gets no updates by email. */
export async function hasOptedOut(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('mailOptOuts')
    .select('email')
    .where('email', '=', sql<string>`lower(${email})`)
    .executeTakeFirst();
  return row !== undefined;
}
