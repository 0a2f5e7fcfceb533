import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { readArchive } from '#server/operations/backup/archive.ts';
import { ownKeyPath, readKeyFile } from '#server/operations/backup/backup-key.ts';
import {
  backUpDaily,
  checkServerRole,
  cleanUp,
  vacuum,
  verifyLedger,
} from '#server/operations/upkeep/commands.ts';
import { showAlert } from '#server/platform/alerting/raise-alert.ts';
import { teamEmail, useTestApp } from '#test/support/app.ts';
import { aDonation, anAdministrator } from '#test/support/factories.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';

const testApp = useTestApp();

const openAlerts = async () =>
  await testApp.db
    .selectFrom('alerts')
    .select(['key', 'message'])
    .where('settledAt', 'is', null)
    .execute();

beforeEach(() => testApp.db.deleteFrom('alerts').execute());

describe('the hourly check of the ledger', () => {
  test('raises one alert for differences, and settles it when they are gone', async () => {
    const id = await aDonation(testApp, { amount: 5_000 });
    await verifyLedger(testApp.db, testApp.mailer);
    expect(await openAlerts()).toEqual([]);

    const change = (cents: number) =>
      testApp.db
        .updateTable('donations')
        .set({ returnedCents: cents })
        .where('id', '=', id)
        .execute();
    await change(1_000);
    const before = await mailsQueuedFor(testApp, teamEmail);
    await verifyLedger(testApp.db, testApp.mailer);
    await verifyLedger(testApp.db, testApp.mailer);
    expect(await openAlerts()).toEqual([
      { key: 'ledger:differences', message: expect.stringContaining(`donation: returned, ${id}`) },
    ]);
    expect((await mailsQueuedFor(testApp, teamEmail)) - before).toBe(1);

    await change(0);
    await verifyLedger(testApp.db, testApp.mailer);
    expect(await openAlerts()).toEqual([]);
  });
});

test('a copy of a live site that takes no payments settles the alert about its role', async () => {
  const alert = {
    key: 'database:role',
    title: 'Too strong',
    message: 'Too strong.',
    path: '/admin',
  };
  await testApp.db.transaction().execute((trx) => showAlert(trx, alert));
  expect(await checkServerRole(testApp.db, testApp.mailer)).toBeNull();
  expect(await openAlerts()).toEqual([]);
});

describe('the daily backup', () => {
  const folder = () => testApp.config.backupDir;

  test('is complete, and keeps seven days and four weeks of the old ones', async () => {
    await mkdir(folder(), { recursive: true });
    for (let ago = 1; ago <= 60; ago++) {
      const moment = new Date(Date.now() - ago * 86_400_000).toISOString();
      const name = `everycent-daily-${moment.replaceAll(/[-:]|\.\d+/g, '')}.tar.gz${ago < 9 ? '.age' : ''}`;
      await writeFile(join(folder(), name), '');
    }
    const byHand = 'everycent-manual-20200101T000000Z.tar.gz';
    await writeFile(join(folder(), byHand), '');
    await writeFile(join(folder(), 'notes.txt'), '');
    await backUpDaily(testApp.db, testApp.mailer);
    const left = (await readdir(folder())).sort();
    expect(left).toContain(byHand);
    expect(left).toContain('notes.txt');
    const daily = left.filter((name) => name.startsWith('everycent-daily-'));
    // The newest week is among the days, and the one before may be.
    expect(daily.length).toBeGreaterThanOrEqual(9);
    expect(daily.length).toBeLessThanOrEqual(11);
    const { tables } = await readArchive(
      join(folder(), daily.at(-1) ?? ''),
      await readKeyFile(ownKeyPath(testApp.config.dataDir)),
    );
    expect(tables.donations).toBeGreaterThan(0);
  });

  test('raises an alert when it fails, and settles it the next time', async () => {
    await rm(folder(), { recursive: true, force: true });
    await writeFile(folder(), 'a file where the folder should be');
    await expect(backUpDaily(testApp.db, testApp.mailer)).rejects.toThrow('EEXIST');
    expect(await openAlerts()).toEqual([
      {
        key: 'backup:failed',
        message: expect.stringContaining('There is no backup for today: EEXIST'),
      },
    ]);
    await rm(folder());
    await backUpDaily(testApp.db, testApp.mailer);
    expect(await openAlerts()).toEqual([]);
  });
});

test('the daily cleanup removes what nobody can use anymore, and nothing else', async () => {
  const { id: userId } = await anAdministrator(testApp);
  const hash = (name: string) => sql`${Buffer.from(name)}`;
  const ago = (interval: string) => sql`now() - ${interval}::interval`;
  for (const [name, seen, expires] of [
    ['busy', '1 minute', '-1 hour'],
    ['idle', '25 hours', '-1 hour'],
    ['expired', '1 minute', '1 minute'],
  ] as const) {
    await sql`insert into sessions (id, token_hash, user_id, last_seen_at, expires_at)
      values (gen_random_uuid(), ${hash(name)}, ${userId}, ${ago(seen)}, ${ago(expires)})`.execute(
      testApp.db,
    );
  }
  for (const [name, expires] of [
    ['open', '-1 hour'],
    ['over', '1 minute'],
  ] as const) {
    await sql`insert into account_tokens (token_hash, purpose, user_id, expires_at)
      values (${hash(name)}, 'reset', ${userId}, ${ago(expires)})`.execute(testApp.db);
  }
  for (const days of [1, 7, 9]) {
    await sql`insert into idempotency_keys (key, scope, request_hash, response, created_at)
      values (${`key of ${days}`}, 'clean-up', '', '{}', ${ago(`${days} days`)})`.execute(
      testApp.db,
    );
  }
  await sql`insert into alerts (id, key, title, message, path, settled_at) values
    (gen_random_uuid(), 'open', '', '', '', null),
    (gen_random_uuid(), 'recent', '', '', '', ${ago('80 days')}),
    (gen_random_uuid(), 'old', '', '', '', ${ago('91 days')})`.execute(testApp.db);

  await cleanUp(testApp.db);

  const { rows } = await sql<{ left: string }>`
    select convert_from(token_hash, 'UTF8') as left from sessions where user_id = ${userId}
    union all select convert_from(token_hash, 'UTF8') from account_tokens where user_id = ${userId}
    union all select key from idempotency_keys where scope = 'clean-up'
    union all select key from alerts`.execute(testApp.db);
  expect(rows.map(({ left }) => left).sort()).toEqual(
    ['busy', 'open', 'key of 1', 'key of 7', 'open', 'recent'].sort(),
  );
});

test('the embedded database gives back the space of removed rows', async (context) => {
  context.skip(testApp.config.databaseUrl !== null, 'A database server does this by itself.');
  await sql`insert into call_counts (caller, name, calls, ends_at)
    select decode(md5(number::text), 'hex'), 'vacuum', 1, now() from generate_series(1, 5000) as number`.execute(
    testApp.db,
  );
  await testApp.db.deleteFrom('callCounts').execute();
  const size = async () =>
    (
      await sql<{ bytes: number }>`select pg_table_size('call_counts')::int as bytes`.execute(
        testApp.db,
      )
    ).rows[0]?.bytes ?? 0;
  const before = await size();
  await vacuum(testApp.db, testApp.config);
  expect(await size()).toBeLessThan(before / 2);
});
