import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { getHealth, getReadiness } from '#contract/operations/health.ts';
import { sendContactMessage } from '#contract/publishing/contact.ts';
import { listCauses } from '#contract/vetting/causes.ts';
import { diskProblem } from '#server/operations/watch/checks.ts';
import { createWatch } from '#server/operations/watch/watch.ts';
import { createTestProvider } from '#server/provider/payment-provider/test-provider.ts';
import { queues } from '#server/workers.ts';
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

  test('is not ready on a database that a newer version has upgraded, and says so instead of failing', async () => {
    await sql`insert into schema_migrations (name) values ('9999_newer.sql')`.execute(testApp.db);
    await sql`alter table causes rename to projects`.execute(testApp.db);
    const ready = await testApp.call(getReadiness);
    const call = await testApp.call(listCauses);
    await sql`alter table projects rename to causes`.execute(testApp.db);
    await sql`delete from schema_migrations where name = '9999_newer.sql'`.execute(testApp.db);
    expect([ready.status, ready.error.fields]).toEqual([
      503,
      { migrations: 'The database is newer than this server.' },
    ]);
    expect([call.status, call.error.code]).toEqual([503, 'database_unavailable']);
  });

  test('answers 503 while the database cannot be written, as after a failover, and recovers by itself', async () => {
    const body = { email: 'ada@example.org', message: 'Hello' };
    const write = () => testApp.call(sendContactMessage, { body });
    await sql`set default_transaction_read_only = on`.execute(testApp.db);
    const refused = await write();
    const ready = await testApp.call(getReadiness);
    await sql`set default_transaction_read_only = off`.execute(testApp.db);
    expect([refused.status, refused.error.code]).toEqual([503, 'database_unavailable']);
    expect(ready.status).toBe(503);
    expect((await write()).status).toBe(200);
    expect((await testApp.call(getReadiness)).status).toBe(200);
  });

  test('warns of what the watch has found, until it is right again', async () => {
    const payments = createTestProvider(testApp.config);
    const aWatch = () =>
      createWatch({ ...testApp, payments, queues }, pino({ level: 'silent' }), 1);
    const look = aWatch();
    await testApp.boss.offWork('mail');
    // None was accepted since.
    await testApp.boss.deleteAllJobs('mail');
    await testApp.boss.send('mail', { to: 'canary@example.org' });
    await sql`update pgboss.job set created_on = now() - interval '6 minutes',
      start_after = now() - interval '6 minutes' where name = 'mail'`.execute(testApp.db);
    await look();
    expect((await testApp.call(getReadiness)).body.status).toBe('ready');
    await look();
    const { status, body } = await testApp.call(getReadiness);
    expect([status, body]).toEqual([
      200,
      { status: 'warning', warnings: { mail: 'No email is accepted.' } },
    ]);
    await testApp.boss.deleteAllJobs('mail');
    await aWatch()();
    expect((await testApp.call(getReadiness)).body.status).toBe('ready');
  });

  test.each(['backup:failed', 'ledger:differences', 'reconciliation:drift'])(
    'warns of %s, which no look of the watch finds',
    async (key) => {
      await sql`insert into alerts (id, key, title, message, path)
      values (gen_random_uuid(), ${key}, 'A thing', 'M', '/admin')`.execute(testApp.db);
      const { body } = await testApp.call(getReadiness);
      expect(body).toEqual({
        status: 'warning',
        warnings: { [key.replace(':', '-')]: 'A thing.' },
      });
      await testApp.db.deleteFrom('alerts').execute();
    },
  );

  test('reveals no version, path, address, or personal name to a stranger', async () => {
    const { headers, body } = await testApp.call(getReadiness);
    const told = JSON.stringify([headers, body]);
    expect(told).not.toMatch(/\d+\.\d+\.\d+|postgres|pglite|fastify|canary|\/tmp/i);
  });
});

describe('what is wrong', () => {
  test.each([
    [4, 100, expect.stringContaining('Less than 5% of the disk is free.')],
    [5, 100, null],
    [60, 100, null],
  ])('with %i of %i blocks free', (bavail, blocks, problem) => {
    expect(diskProblem({ bavail, blocks })).toEqual(problem);
  });
});
