import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/db/schema.ts';

/** Moves a row's timestamp into the past. */
export async function backdate(
  db: Db,
  column: `${'donations' | 'nominations' | 'allocations' | 'expenses' | 'updates'}.created_at`,
  id: string,
  daysAgo: number,
): Promise<void> {
  const [table, name] = column.split('.') as [string, string];
  await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${moment(daysAgo)} where id = ${id}`.execute(
    db,
  );
}

/** Moves entries of the ledger into the past. */
export async function backdateLedger(
  db: Db,
  which: RawBuilder<unknown>,
  daysAgo: number,
): Promise<void> {
  // The ledger rejects changes even from us; only here, where the past is invented, is its trigger disabled.
  await db.transaction().execute(async (trx) => {
    const trigger = sql.raw('trigger ledger_entries_append_only');
    await sql`alter table ledger_entries disable ${trigger}`.execute(trx);
    await sql`update ledger_entries set created_at = ${moment(daysAgo)} where ${which}`.execute(
      trx,
    );
    await sql`alter table ledger_entries enable ${trigger}`.execute(trx);
  });
}

/** Between 9 in the morning and 9 in the evening, and never in the future. */
export function moment(daysAgo: number): string {
  const now = Date.now();
  const day = new Date(now - daysAgo * 86_400_000);
  day.setHours(9 + ((daysAgo * 5) % 12), (daysAgo * 17) % 60, 0, 0);
  return new Date(Math.min(day.getTime(), now)).toISOString();
}
