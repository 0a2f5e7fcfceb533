import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connectPostgres } from '#server/platform/db/connect.ts';
import { isDatabaseAway, isSurelyDatabaseAway } from '#server/platform/db/database-errors.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { withoutTimeLimit } from '#server/platform/db/silence.ts';
import { onPostgres, postgresDatabaseUrl } from '#test/support/postgres.ts';

// The database ends a statement that never ends by itself.
const name = `everycent_slow_${randomUUID().replaceAll('-', '')}`;
const slow = sql`select pg_sleep('infinity')`;
let connection: Connection;

beforeAll(async () => {
  await onPostgres(`create database ${name}`);
  connection = connectPostgres(postgresDatabaseUrl(name), { statementTimeout: 100 });
});
afterAll(async () => {
  await connection.close();
  await onPostgres(`drop database ${name}`);
});

test('a statement that takes too long is ended, and the caller may try again later', async () => {
  const error = await slow.execute(connection.db).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: '57014' });
  expect(isDatabaseAway(error)).toBe(true);
});

const limitOf = "select pg_backend_pid() as pid, current_setting('statement_timeout') as limit";

test.each([
  [
    'lets nobody in',
    `alter database ${name} allow_connections false`,
    `alter database ${name} allow_connections true`,
  ],
  ['does not let our role in', `alter role ${name} nologin`, `alter role ${name} login`],
  [
    'takes the right to connect',
    `revoke connect on database ${name} from public`,
    `grant connect on database ${name} to public`,
  ],
])('a database that %s is away, and comes back', async (_, goes, comes) => {
  await onPostgres(`create role ${name} login`);
  const url = Object.assign(new URL(postgresDatabaseUrl(name)), { username: name, password: '' });
  const ours = connectPostgres(url.href);
  const ask = () => sql`select 1`.execute(ours.db).catch((reason: unknown) => reason);
  await onPostgres(goes);
  const error = await ask();
  await onPostgres(comes);
  const back = await ask();
  await ours.close();
  await onPostgres(`drop role ${name}`);
  expect([isDatabaseAway(error), isSurelyDatabaseAway(error)]).toEqual([true, true]);
  expect(back).toMatchObject({ rows: [expect.anything()] });
});

/** Asks all connections, by their process: each one is kept until every other is there. */
async function askAll(): Promise<Map<number, string>> {
  const everyone = Promise.withResolvers<void>();
  const limits = new Map<number, string>();
  const ask = async (db: Db) => {
    const { rows } = await sql.raw<{ pid: number; limit: string }>(limitOf).execute(db);
    for (const { pid, limit } of rows) limits.set(pid, limit);
    if (limits.size === 16) everyone.resolve();
    await everyone.promise;
  };
  await Promise.all(Array.from({ length: 16 }, () => connection.db.connection().execute(ask)));
  return limits;
}

test('every connection has the limit, also one that has just replaced a broken one', async () => {
  const before = await askAll();
  expect(new Set(before.values())).toEqual(new Set(['100ms']));
  const [broken] = before.keys();
  await onPostgres(`select pg_terminate_backend(${broken})`);
  await expect.poll(() => connection.pool?.().idle).toBe(15);
  const after = await askAll();
  expect(after.has(broken ?? 0)).toBe(false);
  expect(new Set(after.values())).toEqual(new Set(['100ms']));
});

test('what reads or changes everything takes as long as it needs', async () => {
  const script = await connection.scriptTransaction((script) => script.run(limitOf));
  const inTransaction = await connection.db.transaction().execute(async (trx) => {
    await sql.raw(withoutTimeLimit).execute(trx);
    return sql.raw<{ limit: string }>(limitOf).execute(trx);
  });
  expect([script, inTransaction].map(({ rows }) => rows[0]?.limit)).toEqual(['0', '0']);
  await expect(slow.execute(connection.db)).rejects.toThrow();
});
