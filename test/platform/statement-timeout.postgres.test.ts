import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connectPostgres, withoutTimeLimit } from '#server/platform/db/connect.ts';
import { isDatabaseAway } from '#server/platform/db/database-errors.ts';
import { onPostgres, postgresDatabaseUrl } from '#test/support/postgres.ts';

// A statement that takes ten times as long as it may.
const name = `everycent_slow_${randomUUID().replaceAll('-', '')}`;
const slow = sql`select pg_sleep(1)`;
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

test('every connection has the limit, also one that has just replaced a broken one', async () => {
  const limits = await Promise.all(
    Array.from({ length: 16 }, () =>
      sql<{
        limit: string;
      }>`select current_setting('statement_timeout') as limit, pg_sleep(0.01)`.execute(
        connection.db,
      ),
    ),
  );
  expect(new Set(limits.map(({ rows }) => rows[0]?.limit))).toEqual(new Set(['100ms']));
});

test('what reads or changes everything takes as long as it needs', async () => {
  await connection.scriptTransaction((script) => script.run('select pg_sleep(0.3)'));
  await connection.db.transaction().execute(async (trx) => {
    await sql.raw(withoutTimeLimit).execute(trx);
    await sql`select pg_sleep(0.3)`.execute(trx);
  });
  await expect(slow.execute(connection.db)).rejects.toThrow();
});
