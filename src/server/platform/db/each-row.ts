import { sql } from 'kysely';
import type { ManyOutcome } from '#contract/many-at-once.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/**
 * Does something for each of these rows, in the order of their ids, so that two calls that lock the same rows do not wait
 * for each other in a circle. A refusal takes back what was done for its row, and the others go on.
 */
export async function eachRow<Id extends string>(
  trx: Trx,
  ids: readonly Id[],
  work: (id: Id) => Promise<unknown>,
): Promise<ManyOutcome<Id>> {
  const outcome: ManyOutcome<Id> = { done: [], refused: [] };
  for (const id of ids.toSorted()) {
    await sql`savepoint one_row`.execute(trx);
    try {
      await work(id);
      outcome.done.push(id);
      await sql`release savepoint one_row`.execute(trx);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      await sql`rollback to savepoint one_row`.execute(trx);
      outcome.refused.push({ id, reason: error.message });
    }
  }
  return outcome;
}
