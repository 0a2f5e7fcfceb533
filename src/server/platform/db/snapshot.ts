import type { Db, Trx } from '#server/platform/db/schema.ts';

/** Reads with several statements as of one moment, so that totals of different tables agree. */
export function inSnapshot<Result>(db: Db, read: (trx: Trx) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel('repeatable read').execute(read);
}
