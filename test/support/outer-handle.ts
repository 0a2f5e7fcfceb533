import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from '#server/platform/db/schema.ts';

const opener = new RegExp(
  `${new URL('../..', import.meta.url)}(src|test/(?!support/outer-handle))`,
);

/**
 * Refuses whatever asks the outer handle of a database inside a transaction on it: on the embedded database, it would wait
 * for itself forever, and on PostgreSQL, it would not see what the transaction has done. Inside one that a test opens, to
 * let calls meet at its locks, they are as outside.
 */
export function refuseInsideTransactions(db: Db): void {
  const executor = db.getExecutor();
  const provide = executor.provideConnection.bind(executor);
  const holding = new AsyncLocalStorage<{ isOver: boolean }>();
  executor.provideConnection = async (use) => {
    if (holding.getStore()?.isOver === false) {
      throw new Error('A query on the outer handle inside a transaction: pass on `trx`.');
    }
    if (opener.exec(new Error().stack ?? '')?.[1] !== 'src') return provide(use);
    const hold = { isOver: false };
    try {
      return await provide((connection) => holding.run(hold, () => use(connection)));
    } finally {
      hold.isOver = true;
    }
  };
}
