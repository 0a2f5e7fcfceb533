import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { teamAddresses } from '#server/people/users/queries.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Connection } from '#server/platform/db/connect.ts';
import { startJobQueue } from '#server/platform/jobs/job-queue.ts';
import { createMailer, type Mailer } from '#server/platform/mail/mailer.ts';
import { openSettings } from '#server/platform/site-settings/settings-store.ts';
import { queues } from '#server/workers.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aMailServer } from '#test/support/mail-server.ts';
import { ensureWebBuild } from '#test/support/run-main.ts';
import { type ServerProcess, startServerProcess } from '#test/support/server-process.ts';
import { repeats } from '#test/support/tier.ts';

/** How many mails are sent. */
const rounds = repeats({ release: 1_000 });
const mailServer = await aMailServer();
const closers: (() => unknown)[] = [];
let connection: Connection;
let mailer: Mailer;

beforeAll(async () => {
  await ensureWebBuild();
  await mailServer.start();
  closers.push(() => mailServer.stop());
  connection = await openTestDatabase();
  closers.push(() => connection.close());
  // Only to queue mail: this process delivers nothing.
  const boss = await startJobQueue(connection, queues, (error) => {
    throw error;
  });
  closers.push(() => boss.stop({ graceful: false }));
  const config = readConfig({});
  const settings = await openSettings(connection.db, config);
  mailer = createMailer(boss, config, settings, teamAddresses);
});
beforeEach(() => mailServer.reset());
afterAll(async () => {
  while (closers.length > 0) await closers.pop()?.();
});

/** Queues mails, several in each transaction, and rolls back every tenth transaction; returns who is to get one. */
async function queueMails(name: string): Promise<string[]> {
  const committed: string[] = [];
  for (let first = 0; first < rounds; first += 10) {
    const addresses = Array.from(
      { length: 10 },
      (_, index) => `${name}-${first + index}@example.com`,
    );
    const isRolledBack = (first / 10) % 10 === 3;
    await connection.db
      .transaction()
      .execute(async (trx) => {
        for (const to of addresses) {
          await mailer.enqueue(trx, { to, subject: 'Hello', text: 'A', html: 'A' });
        }
        if (isRolledBack) throw new Error('rolled back');
      })
      .catch(() => {});
    if (!isRolledBack) committed.push(...addresses);
  }
  return committed;
}

async function startRelay(): Promise<ServerProcess> {
  const { bossOptions } = connection;
  const server = await startServerProcess({
    DATABASE_URL: 'connectionString' in bossOptions ? bossOptions.connectionString : '',
    SMTP_URL: mailServer.url,
  });
  closers.push(async () => {
    await server.stop();
    await rm(server.dataDir, { recursive: true, force: true });
  });
  return server;
}

async function arrived(addresses: string[]): Promise<string[]> {
  // Not the alert that two servers have a folder each.
  const received = () =>
    mailServer.received.flatMap(({ to }) => to).filter((to) => to.endsWith('@example.com'));
  await expect
    .poll(() => received().length, { timeout: 60_000 + rounds * 100 })
    .toBeGreaterThanOrEqual(addresses.length);
  return received();
}

test('two servers send each mail once, and one sends what waited while none was running', {
  timeout: 300_000 + rounds * 300,
}, async () => {
  const [one, two] = await Promise.all([startRelay(), startRelay()]);
  const both = await queueMails('both');
  const first = await arrived(both);
  await Promise.all([one.stop(), two.stop()]);

  mailServer.reset();
  const waiting = await queueMails('waiting');
  expect(mailServer.attempts).toEqual([]);
  await startRelay();
  const second = await arrived(waiting);
  const twice = (got: string[]) => got.length - new Set(got).size;
  recordFigures('E3', {
    'mails of two servers': both.length,
    'that waited for a restart': waiting.length,
    'sent twice': twice(first) + twice(second),
  });
  expect(first.toSorted()).toEqual(both.toSorted());
  expect(second.toSorted()).toEqual(waiting.toSorted());
});
