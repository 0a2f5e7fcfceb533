import type { Db } from '#server/platform/db/schema.ts';

/** When we last compared our records with the payment provider's; null if never. */
export async function lastReconciledAt(db: Db): Promise<string | null> {
  const last = await db
    .selectFrom('reconciliations')
    .select((row) => row.fn.max('finishedAt').as('at'))
    .executeTakeFirst();
  return last?.at ?? null;
}

/** The last comparison, or the first checkout if there has been none yet. Null if there is neither. */
export async function uncomparedSince(db: Db): Promise<string | null> {
  const last = await lastReconciledAt(db);
  if (last !== null) return last;
  const first = await db
    .selectFrom('checkouts')
    .select((row) => row.fn.min('createdAt').as('at'))
    .executeTakeFirst();
  return first?.at ?? null;
}
