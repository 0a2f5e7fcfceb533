import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connectPostgres } from '#server/platform/db/connect.ts';
import { isDatabaseAway } from '#server/platform/db/database-errors.ts';
import { withoutTimeLimit } from '#server/platform/db/silence.ts';
import { startJobQueue } from '#server/platform/jobs/job-queue.ts';
import { onPostgres, postgresDatabaseUrl } from '#test/support/postgres.ts';
import { aSilentProxy } from '#test/support/silent-proxy.ts';

// Something between us and the database swallows everything for a while, and closes nothing.
const name = `everycent_silent_${randomUUID().replaceAll('-', '')}`;
const queue = { name: 'silent', retryLimit: 0 };
let proxy: Awaited<ReturnType<typeof aSilentProxy>>;
let connection: Connection;
let boss: PgBoss;
let failures = 0;
const done: string[] = [];

beforeAll(async () => {
  await onPostgres(`create database ${name}`);
  proxy = await aSilentProxy(new URL(postgresDatabaseUrl(name)));
  connection = connectPostgres(proxy.url, {
    maxConnections: 4,
    patience: 2_000,
    statementTimeout: 500,
    silence: 100,
  });
  boss = await startJobQueue(connection, [queue], () => {
    failures += 1;
  });
  await boss.work(queue.name, { pollingIntervalSeconds: 0.5 }, async ([job]) => {
    done.push(String(job?.id));
  });
});
afterAll(async () => {
  proxy.isSilent = false;
  await boss.stop({ graceful: false });
  await connection.close();
  await proxy.close();
  await onPostgres(`drop database ${name} with (force)`);
});

const read = () => sql`select 1`.execute(connection.db);

test('whoever waits for a connection that goes silent is told, and nobody gets it again', async () => {
  // Every connection is taken, one of them by a transaction.
  const everyone = Promise.withResolvers<void>();
  let there = 0;
  const use = async () => {
    there += 1;
    if (there === 4) {
      proxy.isSilent = true;
      everyone.resolve();
    }
    await everyone.promise;
  };
  const ask = (db: Connection['db']) => use().then(() => sql`select 1`.execute(db));
  const asked = await Promise.allSettled([
    ...[1, 2, 3].map(() => connection.db.connection().execute(ask)),
    connection.db.transaction().execute(ask),
  ]);
  const errors = asked.map((one) => (one.status === 'rejected' ? one.reason : null));
  expect(errors.map(isDatabaseAway)).toEqual([true, true, true, true]);
  // As long as the queue has noticed it on all connections of its own.
  await expect.poll(() => failures).toBeGreaterThan(4);

  proxy.isSilent = false;
  await expect.poll(() => connection.pool?.().busy).toBe(0);
  await Promise.all([read(), read(), read(), read()]);
  await connection.db.transaction().execute((trx) => sql`select 1`.execute(trx));
});

test('the queue goes on after that', async () => {
  await expect.poll(() => boss.send(queue.name, {}).catch(() => null)).not.toBeNull();
  await expect.poll(() => done.length).toBeGreaterThan(0);
});

test('what takes as long as it needs is not cut off', async () => {
  // Longer than the patience of others.
  const long = 'select count(*)::int as rows from generate_series(1, 8000000)';
  const script = await connection.scriptTransaction((run) => run.run(long));
  const inTransaction = await connection.db.transaction().execute(async (trx) => {
    await sql.raw(withoutTimeLimit).execute(trx);
    return sql.raw<{ rows: number }>(long).execute(trx);
  });
  expect([script, inTransaction].map(({ rows }) => rows[0]?.rows)).toEqual([8e6, 8e6]);
});
