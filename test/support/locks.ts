import { sql } from 'kysely';
import { expect } from 'vitest';
import type { DonorId } from '#contract/ids.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { TestApp } from '#test/support/app.ts';

/** How many connections to the test's database wait for a lock. Only PostgreSQL has several. */
async function countWaiting({ db }: TestApp): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

/** Waits until this many connections to the test's database wait for a lock. */
export async function untilWaiting(testApp: TestApp, count: number): Promise<void> {
  await expect.poll(() => countWaiting(testApp)).toBe(count);
}

/** Waits until another connection waits for this transaction. */
export async function untilNeeded(trx: Trx): Promise<void> {
  const waiting = sql`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
  await expect.poll(async () => (await waiting.execute(trx)).rows.length).toBeGreaterThan(0);
}

/**
 * Makes calls meet at what a transaction locks: each one begins when those before it wait for a lock or are over, and
 * then the transaction ends. `last` is what it does before that. The embedded database has one connection, so that all
 * calls wait for the transaction anyway, and follow in their order.
 */
export async function meet<T extends unknown[]>(
  testApp: TestApp,
  lock: (trx: Trx) => Promise<unknown>,
  calls: { [I in keyof T]: () => Promise<T[I]> },
  last: (trx: Trx) => Promise<unknown> = async () => {},
): Promise<T> {
  const begun: Promise<unknown>[] = [];
  let over = 0;
  const countOver = () => {
    over += 1;
  };
  await testApp.db.transaction().execute(async (trx) => {
    await lock(trx);
    for (const call of calls) {
      const running = call();
      running.then(countOver, countOver);
      begun.push(running);
      if (testApp.connection.kind === 'embedded') continue;
      await expect
        .poll(async () => over + (await countWaiting(testApp)))
        .toBeGreaterThanOrEqual(begun.length);
    }
    await last(trx);
  });
  return (await Promise.all(begun)) as T;
}

/** Keeps what changes or joins these donors waiting. */
export const lockDonors = (ids: DonorId[]) => (trx: Trx) =>
  trx.selectFrom('donors').select('id').where('id', 'in', ids).forNoKeyUpdate().execute();
