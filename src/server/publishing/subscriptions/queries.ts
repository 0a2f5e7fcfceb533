import { sql } from 'kysely';
import type { NominationId } from '#contract/ids.ts';
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

/** What is asked about a need before somebody follows it; null for one that is not public. */
export async function findNeedToFollow(db: Db, id: NominationId) {
  const need = await db
    .selectFrom('publicPages')
    .select(['nominationId as id', 'shownName as name', 'state'])
    .where('nominationId', '=', id)
    .where('isVisible', '=', true)
    .executeTakeFirst();
  return need ?? null;
}
