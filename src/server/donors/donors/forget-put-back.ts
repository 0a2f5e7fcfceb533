import { sql } from 'kysely';
import { type Change, selectChange } from '#server/donors/donors/changes-to-take-back.ts';
import type { Trx } from '#server/platform/db/schema.ts';

/** What a join brought along and was put back does not go along when a later join is taken back. */
export async function forgetPutBack(
  trx: Trx,
  { id }: Change,
  { rows, records }: NonNullable<Change['kept']['join']>,
): Promise<void> {
  const open = await selectChange(trx)
    .where('kind', '=', 'join')
    .where('takenBackAt', 'is', null)
    .where('id', '>', id)
    .where(sql<boolean>`kept -> 'join' -> 'records' ?| ${records}::text[]`)
    .execute();
  for (const { id: otherId, kept } of open) {
    if (kept.join === null) continue;
    const without = (all: string[], gone: string[] = []) =>
      all.filter((one) => !gone.includes(one));
    const left = Object.entries(kept.join.rows).map(([table, keys]) => [
      table,
      without(keys, rows[table]),
    ]);
    const join = {
      ...kept.join,
      rows: Object.fromEntries(left),
      records: without(kept.join.records, records),
    };
    await trx
      .updateTable('donorChanges')
      .set({ kept: JSON.stringify({ ...kept, join }) })
      .where('id', '=', otherId)
      .execute();
  }
}
