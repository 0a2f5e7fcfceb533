import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { getHealth, getReadiness } from '#contract/operations/health.ts';
import { diskProblem, warningsOf } from '#server/operations/health/policy.ts';
import { useTestApp } from '#test/support/app.ts';
import { recordFigures } from '#test/support/figures.ts';

const testApp = useTestApp({ own: true });

describe('/api/ready', () => {
  test('reports that everything is fine', async () => {
    const { status, body } = await testApp.call(getReadiness);
    expect([status, body]).toEqual([200, { status: 'ready', warnings: {} }]);
  });

  test('responds while the database hangs, and recovers right after; /api/health is not affected', async () => {
    let free: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      free = resolve;
    });
    await new Promise<void>((locked) => {
      void testApp.db.transaction().execute(async (trx) => {
        await sql`lock table operation_marks in access exclusive mode`.execute(trx);
        locked();
        await held;
      });
    });
    // Many at once, as from an impatient monitor: the database is queried once.
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: 40 }, () => testApp.call(getReadiness)));
    const milliseconds = Math.round(performance.now() - startedAt);
    recordFigures('O9', {
      'questions while the database hangs': answers.length,
      'told to be ready': answers.filter(({ status }) => status === 200).length,
      'milliseconds until all responses': milliseconds,
    });
    for (const { status, error } of answers) {
      expect([status, error.code, error.fields]).toEqual([
        503,
        'not_ready',
        { database: 'The database does not respond.' },
      ]);
    }
    expect((await testApp.call(getHealth)).status).toBe(200);
    free();
    await expect.poll(async () => (await testApp.call(getReadiness)).status).toBe(200);
  });

  test('is not ready on a database that accepts no writes', async () => {
    await sql`alter table operation_marks rename to hidden`.execute(testApp.db);
    const { status, error } = await testApp.call(getReadiness);
    await sql`alter table hidden rename to operation_marks`.execute(testApp.db);
    expect([status, error.fields]).toEqual([503, { database: 'The database does not work.' }]);
  });

  test('is not ready on a database that lacks a migration', async () => {
    const { rows } = await sql<{ name: string; sha256: string }>`
      delete from schema_migrations where name = '0007_operations.sql' returning name, sha256
    `.execute(testApp.db);
    const { status, error } = await testApp.call(getReadiness);
    for (const { name, sha256 } of rows) {
      await sql`insert into schema_migrations (name, sha256) values (${name}, ${sha256})`.execute(
        testApp.db,
      );
    }
    expect([status, error.fields]).toEqual([
      503,
      { migrations: 'The database is older than this server.' },
    ]);
  });

  test('warns about mail that is not being sent', async () => {
    await testApp.boss.offWork('mail');
    await testApp.boss.send('mail', { to: 'canary@example.org' });
    await sql`update pgboss.job set start_after = now() - interval '2 hours' where name = 'mail'`.execute(
      testApp.db,
    );
    const { status, body } = await testApp.call(getReadiness);
    expect([status, body]).toEqual([
      200,
      { status: 'warning', warnings: { mail: 'Email has been waiting for more than an hour.' } },
    ]);
  });

  test('reveals no version, path, address, or personal name to a stranger', async () => {
    const { headers, body } = await testApp.call(getReadiness);
    const told = JSON.stringify([headers, body]);
    expect(told).not.toMatch(/\d+\.\d+\.\d+|postgres|pglite|fastify|canary|\/tmp/i);
  });
});

describe('what is wrong', () => {
  test.each([
    [4, 100, 'Less than 5% of the disk is free.'],
    [5, 100, null],
    [60, 100, null],
  ])('with %i of %i blocks free', (bavail, blocks, problem) => {
    expect(diskProblem({ bavail, blocks })).toBe(problem);
  });

  test.each([
    [null, null, []],
    [3_599, 3 * 3600 - 1, []],
    [3_601, null, ['mail']],
    [0, 3 * 3600 + 1, ['payments']],
  ])('with mail of %s and a comparison of %s seconds ago', (mail, reconciled, warned) => {
    expect(Object.keys(warningsOf({ mail, reconciled }))).toEqual(warned);
  });
});
