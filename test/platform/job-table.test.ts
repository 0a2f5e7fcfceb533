import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Job, PgBoss } from 'pg-boss';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Connection } from '#server/platform/db/connect.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { startJobQueue } from '#server/platform/jobs/job-queue.ts';
import * as jobTable from '#server/platform/jobs/job-table.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { openTestDatabase } from '#test/support/database.ts';

// What this module assumes about the library's table must be what the library itself does.
const queue: JobQueue = { name: 'a-queue', retryLimit: 3, retryDelay: 60 };
const other: JobQueue = { name: 'another-queue', retryLimit: 0 };
let connection: Connection;
let boss: PgBoss;

beforeAll(async () => {
  connection = await openTestDatabase();
  boss = await startJobQueue(connection, [queue, other], () => {}, { schedule: false });
});
afterAll(async () => {
  await boss.stop();
  await connection.close();
});
beforeEach(async () => {
  for (const { name } of [queue, other]) await boss.deleteAllJobs(name);
});

const aMail = { to: 'me', text: 'a secret', html: 'a secret' };

const inTransaction = <T>(work: (trx: Trx) => Promise<T>) =>
  connection.db.transaction().execute(work);

async function aJob(data: object = {}, { name } = queue): Promise<string> {
  const id = randomUUID();
  expect(await boss.send(name, data, { id })).toBe(id);
  return id;
}

/** Takes the jobs that are due, as a worker does. */
function fetchDue() {
  return boss.fetch<object>(queue.name, { batchSize: 10, includeMetadata: true });
}

async function stateOf(id: string): Promise<string | undefined> {
  const [job] = await boss.findJobs(queue.name, { id });
  return job?.state;
}

test('a deleted job is never done', async () => {
  const [gone, kept] = [await aJob(), await aJob()];
  await inTransaction((trx) => jobTable.deleteJob(trx, queue, gone));
  expect((await fetchDue()).map(({ id }) => id)).toEqual([kept]);
});

test('unfinished jobs are deleted by their ids or a mark in their data, and no others', async () => {
  const [marked, named, kept, done] = [
    await aJob({ isTest: true }),
    await aJob(),
    await aJob({ isTest: false }),
    await aJob({ isTest: true }),
  ];
  const elsewhere = await aJob({ isTest: true }, other);
  await boss.complete(queue.name, done, null, { includeQueued: true });
  await inTransaction((trx) =>
    jobTable.deleteUnfinishedJobs(trx, queue, { ids: [named, elsewhere], field: 'isTest' }),
  );
  expect([await stateOf(marked), await stateOf(named)]).toEqual([undefined, undefined]);
  expect([await stateOf(kept), await stateOf(done)]).toEqual(['created', 'completed']);
  expect(await boss.findJobs(other.name, { id: elsewhere })).toHaveLength(1);
});

test('a job is deleted from its own queue only', async () => {
  const id = await aJob();
  await inTransaction((trx) => jobTable.deleteJob(trx, other, id));
  expect(await stateOf(id)).toBe('created');
});

test('a waiting job is deleted, and one that a worker has taken is not', async () => {
  const [taken] = [await aJob(), await fetchDue()];
  const waiting = await aJob();
  const remove = (id: string) => inTransaction((trx) => jobTable.deleteWaitingJob(trx, queue, id));
  expect([await remove(taken), await remove(waiting)]).toEqual([false, true]);
  expect([await stateOf(taken), await stateOf(waiting)]).toEqual(['active', undefined]);
});

test('a job that was taken too early waits until it is due', async () => {
  const id = await aJob();
  expect(await fetchDue()).toHaveLength(1);
  const until = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
  await inTransaction((trx) => jobTable.postponeJob(trx, queue, id, until(60)));
  expect(await fetchDue()).toEqual([]);
  expect(await stateOf(id)).toBe('created');
  // Only one that was taken.
  await inTransaction((trx) => jobTable.postponeJob(trx, queue, id, until(-60)));
  expect(await fetchDue()).toEqual([]);
});

test('the data of a job is replaced, in its own queue only', async () => {
  const id = await aJob({ text: 'old' });
  await inTransaction((trx) => jobTable.changeJobData(trx, other, id, { text: 'wrong' }));
  await inTransaction((trx) => jobTable.changeJobData(trx, queue, id, { text: 'new' }));
  expect((await fetchDue()).map(({ data }) => data)).toEqual([{ text: 'new' }]);
});

test('an active job is deleted only by its current try', async () => {
  const id = await aJob();
  const early: Pick<Job, 'id'> & { retryCount: number } = { id, retryCount: 0 };
  expect(await inTransaction((trx) => jobTable.deleteActiveJob(trx, queue, early))).toBe(false);
  const [taken] = await fetchDue();
  const late = { id, retryCount: (taken?.retryCount ?? 0) + 1 };
  expect(await inTransaction((trx) => jobTable.deleteActiveJob(trx, queue, late))).toBe(false);
  expect(await inTransaction((trx) => jobTable.deleteActiveJob(trx, queue, early))).toBe(true);
  expect(await stateOf(id)).toBeUndefined();
});

test('held jobs wait until they are released, including one that was taken', async () => {
  const taken = await aJob();
  expect(await fetchDue()).toHaveLength(1);
  const waiting = await aJob();
  const elsewhere = await aJob({}, other);
  await inTransaction((trx) => jobTable.suspendJobs(trx, queue, [taken]));
  expect(await fetchDue()).toEqual([]);
  expect((await boss.fetch(other.name)).map(({ id }) => id)).toEqual([elsewhere]);
  await inTransaction((trx) => jobTable.resumeJobs(trx, queue));
  const released = await fetchDue();
  expect(released.map(({ id }) => id).sort()).toEqual([taken, waiting].sort());
});

test('releasing does not hurry a job that will be retried later', async () => {
  const id = await aJob();
  await fetchDue();
  await boss.fail(queue.name, id);
  expect(await stateOf(id)).toBe('retry');
  await inTransaction((trx) => jobTable.resumeJobs(trx, queue));
  expect(await fetchDue()).toEqual([]);
});

test('a completed job is as the library leaves one, with only the named fields of its data', async () => {
  const [ours, retried, theirs] = [await aJob(aMail), await aJob(aMail), await aJob(aMail)];
  await fetchDue();
  await boss.fail(queue.name, retried, { message: 'a secret' });
  for (const id of [ours, retried]) {
    await jobTable.completeJob(connection.db, queue, id, { keepFields: ['to', 'subject'] });
  }
  await boss.complete(queue.name, theirs, null);
  const [example] = await boss.findJobs(queue.name, { id: theirs });
  for (const id of [ours, retried]) {
    const [job] = await boss.findJobs(queue.name, { id });
    expect(job).toMatchObject({ state: 'completed', output: example?.output, data: { to: 'me' } });
    expect(job?.data).toEqual({ to: 'me' });
    expect(new Date(job?.completedOn ?? 0).getTime()).toBeGreaterThan(0);
  }
  // Their worker finds nothing to complete anymore, and nobody gets them again.
  expect(await boss.complete(queue.name, ours, null)).toMatchObject({ affected: 0 });
  expect(await fetchDue()).toEqual([]);
});

test('unfinished jobs are counted until they are done', async () => {
  expect(await jobTable.countWaitingJobs(connection.db, queue)).toEqual({
    waiting: 0,
    oldestSince: null,
    scheduled: 0,
    nextAt: null,
  });
  const [first] = [await aJob(), await aJob(), await aJob({}, other)];
  const [job] = await boss.findJobs(queue.name, { id: first });
  const { waiting, oldestSince } = await jobTable.countWaitingJobs(connection.db, queue);
  expect(waiting).toBe(2);
  expect(new Date(oldestSince ?? 0)).toEqual(new Date(job?.createdOn ?? 0));
  for (const { id } of await fetchDue()) await boss.complete(queue.name, id);
  expect((await jobTable.countWaitingJobs(connection.db, queue)).waiting).toBe(0);
});

test('a job that is to start later is not waiting until then', async () => {
  const count = () => jobTable.countWaitingJobs(connection.db, queue);
  const startAfter = new Date(Date.now() + 600_000).toISOString();
  await boss.send(queue.name, {}, { startAfter });
  await boss.send(queue.name, {}, { startAfter: new Date(Date.now() + 900_000).toISOString() });
  expect(await count()).toEqual({
    waiting: 0,
    oldestSince: null,
    scheduled: 2,
    nextAt: startAfter,
  });

  // One that will be retried is late, whenever that is.
  const id = await aJob();
  await sql`update pgboss.job set state = 'retry', start_after = ${startAfter} where id = ${id}`.execute(
    connection.db,
  );
  expect(await count()).toMatchObject({ waiting: 1, scheduled: 2 });

  // It is as late as it has been due.
  await sql`update pgboss.job set created_on = now() - interval '10 minutes',
    start_after = now() - interval '5 seconds' where state = 'created'`.execute(connection.db);
  await boss.deleteJob(queue.name, id);
  const { waiting, oldestSince, scheduled } = await count();
  expect([waiting, scheduled]).toEqual([2, 0]);
  expect(Date.now() - Date.parse(oldestSince ?? '')).toBeLessThan(60_000);

  await connection.db.transaction().execute((trx) => jobTable.suspendJobs(trx, queue, []));
  expect(await count()).toMatchObject({ waiting: 2, scheduled: 0, nextAt: null });
});

test('a queue is stalled while jobs are due and none is completed, whatever their next try', async () => {
  const stall = () => jobTable.findStall(connection.db, queue);
  expect(await stall()).toBeNull();
  await boss.send(queue.name, {}, { startAfter: 3600 });
  expect(await stall()).toBeNull();
  const id = await aJob();
  await fetchDue();
  await boss.fail(queue.name, id, { message: 'Greylisted' });
  expect(await stateOf(id)).toBe('retry');
  const { rows } = await sql<{ since: string }>`update pgboss.job
    set created_on = now() - interval '2 hours', start_after = now() + interval '8 hours'
    where id = ${id} returning created_on as since`.execute(connection.db);
  expect(await stall()).toEqual({ since: rows[0]?.since, jobs: 1, error: 'Greylisted' });

  // One try, which counts as none.
  await inTransaction((trx) => jobTable.tryOneJobNow(trx, queue));
  const [tried] = await fetchDue();
  expect([tried?.id, tried?.retryCount]).toEqual([id, 1]);
  await boss.fail(queue.name, id, {});
  expect(await fetchDue()).toEqual([]);
  await inTransaction((trx) => jobTable.retryJobsNow(trx, queue));
  expect((await fetchDue()).map((job) => job.id)).toEqual([id]);
  await boss.fail(queue.name, id, {});

  // A later one was done, so it is not the queue that is broken.
  const done = await aJob();
  await fetchDue();
  await boss.complete(queue.name, done);
  expect(await stall()).toBeNull();
});

test('jobs that fail because of themselves stall no queue', async () => {
  const isOwnFault = true;
  for (const to of ['a@one.test', 'b@one.test', 'c@two.test', 'd@three.test']) {
    const id = await aJob({ to });
    await fetchDue();
    await boss.fail(queue.name, id, { message: 'Full', isOwnFault });
  }
  expect(await jobTable.findStall(connection.db, queue)).toBeNull();
  expect(await jobTable.findFailedJobs(connection.db, queue)).toHaveLength(4);
  // They keep their own retries.
  await inTransaction((trx) => jobTable.tryOneJobNow(trx, queue));
  expect(await fetchDue()).toEqual([]);
  // Another failure counts as that of any job.
  await boss.deleteAllJobs(queue.name);
  const id = await aJob({ to: 'a@one.test' });
  for (const output of [{ message: 'Full', isOwnFault }, { message: 'No answer' }]) {
    await inTransaction((trx) => jobTable.retryJobsNow(trx, queue));
    await fetchDue();
    await boss.fail(queue.name, id, output);
  }
  expect(await jobTable.findStall(connection.db, queue)).toMatchObject({ error: 'No answer' });
});

test('what is held does not stall a queue', async () => {
  await aJob();
  await inTransaction((trx) => jobTable.suspendJobs(trx, queue, []));
  expect(await jobTable.findStall(connection.db, queue)).toBeNull();
});

test('queues say which of their jobs are late or were given up', async () => {
  const [late, failed] = [await aJob({}, other), await aJob({}, other)];
  await boss.fail(other.name, failed);
  await sql`update pgboss.job set start_after = now() - interval '31 minutes' where id = ${late}`.execute(
    connection.db,
  );
  const found = await jobTable.lookAtQueues(connection.db);
  const givenUp = { failed: 1, failedSinceDone: 1 };
  expect(found.find(({ name }) => name === other.name)).toMatchObject({ late: 1, ...givenUp });
  expect(found.find(({ name }) => name === queue.name)).toMatchObject({ late: 0, failed: 0 });

  // Until a later one is done.
  await boss.complete(other.name, late, null, { includeQueued: true });
  const after = await jobTable.lookAtQueues(connection.db);
  const madeUp = { failed: 1, failedSinceDone: 0 };
  expect(after.find(({ name }) => name === other.name)).toMatchObject({ late: 0, ...madeUp });
});

test('jobs are counted by queue and state', async () => {
  const [failing] = [await aJob(), await aJob({}, other)];
  await fetchDue();
  await aJob();
  const of = async () =>
    (await jobTable.countJobs(connection.db))
      .map(({ queue: name, state, jobs }) => `${name} ${state} ${jobs}`)
      .sort();
  expect(await of()).toEqual(['a-queue active 1', 'a-queue created 1', 'another-queue created 1']);
  await boss.complete(queue.name, failing ?? '');
  expect(await of()).toEqual(['a-queue created 1', 'another-queue created 1']);
});

test('a join shows which jobs are waiting and which have failed', async () => {
  const [done, failed, waiting] = [await aJob(), await aJob(), await aJob()];
  await boss.fetch(queue.name, { batchSize: 2 });
  await boss.complete(queue.name, done);
  await boss.cancel(queue.name, failed);
  const { rows } = await sql<{ id: string; isWaiting: boolean; hasFailed: boolean }>`
    select id, is_waiting, has_failed from ${jobTable.jobsOf(queue)} as job`.execute(connection.db);
  const byId = Object.fromEntries(rows.map(({ id, ...rest }) => [id, rest]));
  expect(byId[done]).toEqual({ isWaiting: false, hasFailed: false });
  expect(byId[failed]).toEqual({ isWaiting: false, hasFailed: true });
  expect(byId[waiting]).toEqual({ isWaiting: true, hasFailed: false });
});
