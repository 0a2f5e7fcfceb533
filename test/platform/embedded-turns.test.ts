import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#test/support/database.ts';

test('work of many statements lets the process do other things in between', async () => {
  const { db, close } = await openTestDatabase();
  let isOver = false;
  let turns = 0;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  for (let batch = 0; batch < 20; batch++) {
    await db.transaction().execute(async (trx) => {
      for (let step = 0; step < 5; step++) await sql`select 1`.execute(trx);
    });
  }
  isOver = true;
  await close();
  expect(turns).toBeGreaterThanOrEqual(100);
});
