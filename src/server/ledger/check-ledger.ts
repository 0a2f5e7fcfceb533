import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db } from '#server/platform/db/schema.ts';
import { withoutTimeLimit } from '#server/platform/db/silence.ts';

/* Runs `check-ledger.sql`, which compares balances with entries, and entries with their hashes. */

/** A balance that does not match the ledger entries, or an entry that is not as it was written. Amounts in cents, counts, or places. */
export interface LedgerDifference {
  check: string;
  id: string;
  balance: number;
  entries: number;
}

const checkSql = new URL('./check-ledger.sql', import.meta.url);

/** Compares every balance with the ledger. An empty list means that everything is correct. */
export async function checkLedger(db: Db): Promise<LedgerDifference[]> {
  const check = sql<LedgerDifference>`${sql.raw(await readFile(checkSql, 'utf8'))}`;
  const run = async (trx: Db) => {
    // Compiling so long a query would be most of the time that it takes.
    await sql`set local jit = off`.execute(trx);
    return (await check.execute(trx)).rows;
  };
  // In a transaction, it looks at what that transaction has done so far.
  if (db.isTransaction) return run(db);
  return db.transaction().execute(async (trx) => {
    await sql.raw(withoutTimeLimit).execute(trx);
    return run(trx);
  });
}
