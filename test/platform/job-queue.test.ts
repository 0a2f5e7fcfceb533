import { fromKysely } from 'pg-boss';
import { expect, test } from 'vitest';
import { startJobQueue } from '#server/platform/jobs/job-queue.ts';
import { queues } from '#server/workers.ts';
import { openTestDatabase } from '#test/support/database.ts';

test('right after startup, every queue accepts jobs inside a transaction', async () => {
  const connection = await openTestDatabase();
  const boss = await startJobQueue(connection, queues, () => {}, { schedule: false });
  expect(queues.length).toBeGreaterThan(5);
  for (const { name } of queues) {
    const id = await connection.db
      .transaction()
      .execute((trx) => boss.send(name, {}, { db: fromKysely(trx) }));
    expect(id).not.toBeNull();
  }
  await boss.stop();
  await connection.close();
}, 20_000);
