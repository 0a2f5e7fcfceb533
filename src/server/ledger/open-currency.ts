import { sql } from 'kysely';
import { setBookCurrency } from '#core/platform/money.ts';
import { ConfigError } from '#server/platform/config.ts';
import { isStillReferenced } from '#server/platform/db/database-errors.ts';
import type { Db } from '#server/platform/db/schema.ts';

/**
 * Makes sure before anything is booked or shown that the books are in the configured currency, and shows amounts in it
 * from then on. Books without an amount take it over; others keep theirs, and the server does not start with another
 * one (ConfigError): each figure would be read as something else.
 */
export async function openCurrency(db: Db, { currency }: { currency: string }): Promise<void> {
  const books = await currencyOfBooks(db);
  if (books !== currency) {
    const isChanged = await changeCurrency(db, currency);
    if (!isChanged) throw new ConfigError([otherBooks(books, currency)]);
  }
  setBookCurrency(currency);
}

function otherBooks(books: string, wanted: string): string {
  return `CURRENCY is ${wanted}, but this database holds amounts in ${books}, and one database holds one currency. Set CURRENCY=${books}. To begin with ${wanted}, use another DATA_DIR or DATABASE_URL.`;
}

async function currencyOfBooks(db: Db): Promise<string> {
  const { currency } = await db.selectFrom('books').select('currency').executeTakeFirstOrThrow();
  return currency;
}

/**
 * Changes the currency of the books if nothing in the database is an amount in the old one. What is booked or was asked
 * for holds it with its foreign key; what somebody needs is an amount, too. Returns whether it did.
 */
async function changeCurrency(db: Db, currency: string): Promise<boolean> {
  try {
    const { numUpdatedRows } = await db
      .updateTable('books')
      .set({ currency })
      .where(
        sql<boolean>`not exists (select from nominations where coalesce(goal_cents, needed_cents) is not null)`,
      )
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  } catch (error) {
    if (isStillReferenced(error)) return false;
    throw error;
  }
}
