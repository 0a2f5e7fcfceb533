import { fromKysely } from 'pg-boss';
import { expect, test } from 'vitest';
import { oncePerCause, startJobQueue } from '#server/platform/jobs/job-queue.ts';
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

test('a cause of its problems is said once, until it has been quiet for a minute', () => {
  let now = 0;
  const said: string[] = [];
  const say = oncePerCause(
    ({ message }) => said.push(message),
    () => now,
  );
  const refused = () => say(Object.assign(new Error('not permitted'), { code: '28000' }));
  for (; now < 180_000; now += 100) {
    refused();
    if (now > 90_000) say(new Error('terminated'));
  }
  expect(said).toEqual(['not permitted', 'terminated']);
  now += 61_000;
  refused();
  expect(said).toEqual(['not permitted', 'terminated', 'not permitted']);
});
