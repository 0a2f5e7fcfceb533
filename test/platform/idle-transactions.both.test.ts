import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { isDatabaseAway } from '#server/platform/db/database-errors.ts';
import { mostIdle } from '#server/platform/db/embedded-pool.ts';
import { openTestDatabase } from '#test/support/database.ts';

afterEach(() => vi.useRealTimers());

// The only connection of the embedded database, on which everybody waits for something that does not come.
test('a transaction that waits for something else is rolled back after a minute, and the others go on', async () => {
  const { db, kind, scriptTransaction, close } = await openTestDatabase();
  if (kind === 'postgres') {
    const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(db);
    expect(rows).toEqual([{ idleInTransactionSessionTimeout: '1min' }]);
    return close();
  }
  await sql`create table gifts (cents int)`.execute(db);
  // Messages to the database are sent in turns of their own, as always.
  vi.useFakeTimers({ toNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const [waits, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transaction = db.transaction().execute(async (trx) => {
    await sql`insert into gifts values (100)`.execute(trx);
    waits.resolve();
    await goesOn.promise;
    await sql`insert into gifts values (200)`.execute(trx);
  });
  await waits.promise;
  const read = () => sql<{ cents: number }>`select cents from gifts`.execute(db);
  const meanwhile = read();
  vi.advanceTimersByTime(mostIdle);
  expect((await meanwhile).rows).toEqual([]);
  goesOn.resolve();
  expect(isDatabaseAway(await transaction.catch((error) => error))).toBe(true);

  // Those that go on in time are left alone, and so is who comes after one that has failed.
  await expect(scriptTransaction(({ run }) => run('select 1 / 0'))).rejects.toThrow();
  vi.advanceTimersByTime(mostIdle);
  await db.transaction().execute(async (trx) => {
    await sql`insert into gifts values (${300})`.execute(trx);
    vi.advanceTimersByTime(mostIdle - 1);
    await sql`insert into gifts values (${400})`.execute(trx);
    vi.advanceTimersByTime(mostIdle - 1);
  });
  vi.advanceTimersByTime(mostIdle);
  expect((await read()).rows).toEqual([{ cents: 300 }, { cents: 400 }]);
  await close();
});
