import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { withoutTimeLimit } from '#server/platform/db/connect.ts';
import type { Db } from '#server/platform/db/schema.ts';

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
  const check = await readFile(checkSql, 'utf8');
  return db.transaction().execute(async (trx) => {
    await sql.raw(withoutTimeLimit).execute(trx);
    const { rows } = await sql<LedgerDifference>`${sql.raw(check)}`.execute(trx);
    return rows;
  });
}
