import { type RawBuilder, sql } from 'kysely';
import type { Db, Schema } from '#server/platform/db/schema.ts';

/**
 * Notes in `operation_marks` that something was done now, and what came of it. False if it was done before and does not
 * count as done again: `again` says when it does, always unless given.
 */
export async function markDone(
  db: Db,
  name: Schema['operationMarks']['name'],
  { value = 0, again }: { value?: number; again?: RawBuilder<boolean> } = {},
): Promise<boolean> {
  const marked = await db
    .insertInto('operationMarks')
    .values({ name, value })
    .onConflict((conflict) => {
      const update = conflict.column('name').doUpdateSet({ value, markedAt: sql<string>`now()` });
      return again ? update.where(again) : update;
    })
    .returning('name')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Whether something was done so long ago, in the words of PostgreSQL. */
export function doneBefore(interval: string): RawBuilder<boolean> {
  return sql`operation_marks.marked_at <= now() - ${interval}::interval`;
}
