import type { Db } from '#server/platform/db/schema.ts';

class Rehearsed extends Error {}

/**
 * Does a command in a transaction that is rolled back: throws what it would throw now, and changes nothing. Only for
 * commands that do no more than their transaction does.
 */
export async function rehearse(db: Db, command: (db: Db) => Promise<unknown>): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      // The transaction that the command begins is a part of this one.
      const part = { execute: (work: (trx: Db) => Promise<unknown>) => work(trx) };
      await command(Object.assign(trx, { transaction: () => part }) as Db);
      throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
}
