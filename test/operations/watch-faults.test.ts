import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { importQueue } from '#server/imports/import-queue.ts';
import { dailyCleanUpWorker } from '#server/operations/upkeep/jobs.ts';
import { checks, diskProblem, type WatchedParts } from '#server/operations/watch/checks.ts';
import { createWatch } from '#server/operations/watch/watch.ts';
import { connectPostgres } from '#server/platform/db/connect.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import { createS3Storage } from '#server/platform/storage/s3-storage.ts';
import { createStripeProvider } from '#server/provider/payment-provider/stripe.ts';
import { createTestProvider } from '#server/provider/payment-provider/test-provider.ts';
import { queues } from '#server/workers.ts';
import { useTestApp } from '#test/support/app.ts';
import { networkFaults, serverThat } from '#test/support/broken-server.ts';
import { aDonation, aNomination } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aMailServer } from '#test/support/mail-server.ts';
import { freePort } from '#test/support/server-process.ts';

/* Everything that the site depends on fails in every way that we know, alone and two at once: none is silent. */

const mails = await aMailServer();
await mails.start();
const copyToken = 'the-machine-that-copies-backups';
const testApp = useTestApp({ env: { SMTP_URL: mails.url, BACKUP_COPY_TOKEN: copyToken } });

const closers: (() => unknown)[] = [() => mails.stop()];
afterAll(() => Promise.all(closers.map((close) => close())));

/** What the webhook of the charity was told since somebody looked. */
const told: { key: string; state: string }[] = [];
const alertWebhookUrl = await serverThat((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    told.push(JSON.parse(text));
    response.end();
  });
});

type Broken = Partial<WatchedParts> & { publicUrl?: string };
interface Fault {
  /** What the charity is told about: the names of checks. */
  is: string[];
  happens: () => Promise<Broken> | Broken;
  ends?: () => unknown;
}

/** What a server tells that has just begun to look. */
async function look({ publicUrl, ...broken }: Broken = {}): Promise<void> {
  const config = { ...testApp.config, alertWebhookUrl, ...(publicUrl && { publicUrl }) };
  const parts = {
    db: testApp.db,
    storage: testApp.storage,
    queues,
    mailer: { ...testApp.mailer, config },
    payments: createTestProvider(config),
  };
  const lookAgain = createWatch({ ...parts, ...broken }, pino({ level: 'silent' }), 1);
  await lookAgain();
  // Once may be an accident.
  await lookAgain();
}

const keys = (state: string) =>
  told.splice(0).flatMap((one) => (one.state === state ? one.key.split(':')[1] : []));

function bucketAt(endpoint: string): Broken {
  const place = { endpoint, bucket: 'files', prefix: 'everycent/', region: 'us-east-1' };
  const keys = { accessKeyId: 'id', secretAccessKey: 'secret' };
  return { storage: createS3Storage({ ...place, ...keys }, { connect: 200, silence: 200 }) };
}

function providerAt(apiBase: string): Broken {
  const settings = { secretKey: 'sk_test_1', webhookSecrets: ['whsec'], apiBase };
  return { payments: createStripeProvider(settings, testApp.config.publicUrl) };
}

const run = (statement: string) => sql.raw(statement).execute(testApp.db);
/** A fault that statements make and mend. */
function inDatabase(is: string | string[], breaking: string, mending: string): Fault {
  return {
    is: [is].flat(),
    happens: async () => {
      await run(breaking);
      return {};
    },
    ends: () => run(mending),
  };
}

/** What the machine that copies the backups says when it has. */
const reportCopy = (token = copyToken, scheme = 'Bearer') =>
  testApp.app.inject({
    method: 'POST',
    url: '/api/backups/copied',
    headers: { authorization: `${scheme} ${token}` },
  });

/** A mail that has waited for an hour for a mail server that is like this. */
function mailServer(begin: () => Promise<unknown> | undefined, end: () => unknown): Fault {
  return {
    is: ['mail'],
    async happens() {
      await begin();
      await aNomination(testApp);
      await run(
        `update pgboss.job set created_on = now() - interval '1 hour', start_after = now() - interval '1 hour'
          where name = '${mailQueue.name}' and state < 'completed'`,
      );
      return {};
    },
    async ends() {
      await end();
      await run(`delete from pgboss.job where name = '${mailQueue.name}'`);
      await run(`delete from operation_marks where name like 'mail-%'`);
    },
  };
}

/** A server at the address of the mail server that takes connections and says nothing. */
const silent = createTcpServer(() => {});
closers.push(() => silent.close());

const faults: Record<string, Fault> = {
  'a mail server that refuses connections': mailServer(
    () => mails.stop(),
    () => mails.start(),
  ),
  'a mail server that wants a later try': mailServer(
    async () => {
      mails.decide = () => 451;
    },
    () => mails.reset(),
  ),
  'a mail server that hangs': mailServer(
    async () => {
      await mails.stop();
      await once(silent.listen(mails.port, '127.0.0.1'), 'listening');
    },
    () => {
      silent.close();
      return mails.start();
    },
  ),
  ...Object.fromEntries(
    networkFaults.flatMap(([how, open]): [string, Fault][] => [
      [`a bucket that ${how}`, { is: ['storage'], happens: async () => bucketAt(await open()) }],
      [
        `a provider that ${how}`,
        { is: ['provider'], happens: async () => providerAt(await open()) },
      ],
    ]),
  ),
  'a bucket and a provider at once': {
    is: ['storage', 'provider'],
    happens: async () => ({
      ...bucketAt(`http://127.0.0.1:${await freePort()}`),
      ...providerAt(`http://127.0.0.1:${await freePort()}`),
    }),
  },
  'a clock that is five minutes off': {
    is: ['clock'],
    happens: async () =>
      providerAt(
        await serverThat((_request, response) => {
          response.sendDate = false;
          const date = new Date(Date.now() + 5 * 60_000).toUTCString();
          response.writeHead(200, { 'content-type': 'application/json', date });
          response.end('{"object":"list","data":[],"has_more":false,"url":"/"}');
        }),
      ),
  },
  'a database that is gone': {
    is: ['database'],
    async happens() {
      const connection = connectPostgres(`postgres://a:b@127.0.0.1:${await freePort()}/c`);
      closers.push(() => connection.close());
      return { db: connection.db };
    },
  },
  'a database that has too many connections': inDatabase(
    'database',
    `create function refuse() returns boolean language plpgsql as
      $$ begin raise 'too many connections' using errcode = '53300'; end $$;
    alter table reconciliations rename to compared;
    create view reconciliations as select * from compared where (select refuse())`,
    `drop view reconciliations;
    alter table compared rename to reconciliations;
    drop function refuse`,
  ),
  'a database that cannot be written': inDatabase(
    'database',
    'set default_transaction_read_only = on',
    'set default_transaction_read_only = off',
  ),
  'a database that a newer version has changed': inDatabase(
    'version',
    "insert into schema_migrations (name) values ('9999_newer.sql')",
    "delete from schema_migrations where name = '9999_newer.sql'",
  ),
  'a backup that was never made': inDatabase(
    'backup',
    "update schema_migrations set applied_at = now() - interval '27 hours'",
    'update schema_migrations set applied_at = now()',
  ),
  'a backup that was not made again': inDatabase(
    'backup',
    "insert into operation_marks (name, marked_at) values ('backup', now() - interval '27 hours')",
    "delete from operation_marks where name = 'backup'",
  ),
  'a backup that was never copied': inDatabase(
    'copies',
    `delete from operation_marks where name like 'backup-cop%';
    insert into operation_marks (name, marked_at) values ('backup-copies-watched', now() - interval '27 hours')`,
    "update operation_marks set marked_at = now() where name = 'backup-copies-watched'",
  ),
  'a backup that was not copied again': {
    is: ['copies'],
    async happens() {
      await reportCopy();
      await run(
        "update operation_marks set marked_at = now() - interval '27 hours' where name in ('backup-copied', 'backup-copies-watched')",
      );
      return {};
    },
    ends: () => reportCopy(),
  },
  'a comparison with the provider that does not end': inDatabase(
    'comparison',
    "insert into reconciliations values ('test', now() - interval '4 hours', 0, 0)",
    'delete from reconciliations',
  ),
  'a job that nobody takes': inDatabase(
    'jobs',
    `insert into pgboss.job (name, start_after) values ('${importQueue.name}', now() - interval '31 minutes')`,
    `delete from pgboss.job where name = '${importQueue.name}'`,
  ),
  'a nightly job that does not come': inDatabase(
    'jobs',
    `update pgboss.queue set created_on = now() - interval '27 hours' where name = '${dailyCleanUpWorker.queue.name}'`,
    `update pgboss.queue set created_on = now() where name = '${dailyCleanUpWorker.queue.name}'`,
  ),
  'no donation for five times as long as usual': {
    is: ['donations'],
    async happens() {
      for (let count = 0; count < 20; count += 1) await aDonation(testApp);
      await run("update donations set created_at = now() - interval '25 days'");
      return {};
    },
    ends: () => aDonation(testApp),
  },
  'a certificate that ends': {
    is: ['certificate'],
    async happens() {
      const server = createTlsServer(ended).listen(0, '127.0.0.1');
      closers.push(() => server.close());
      await once(server, 'listening');
      return { publicUrl: `https://localhost:${(server.address() as AddressInfo).port}` };
    },
  },
};

describe('each fault is told, and its end', () => {
  test.each(Object.entries(faults))('%s', async (_name, { is, happens, ends }) => {
    await look(await happens());
    const raised = keys('raised');
    await ends?.();
    await look();
    const settled = keys('settled');
    recordFigures('watch', {
      'faults tried': 1,
      told: Number(is.every((one) => raised.includes(one))),
    });
    expect({ raised, settled }).toEqual({ raised: is, settled: is });
  });

  test('who does not know the secret copies nothing', async () => {
    await run("delete from operation_marks where name = 'backup-copied'");
    expect((await reportCopy('the-machine-that-copies-nothing')).statusCode).toBe(401);
    await run(
      "update operation_marks set marked_at = now() - interval '27 hours' where name = 'backup-copies-watched'",
    );
    expect(await checks.copies.look({ ...testApp, queues })).toContain('No copy has ever');
    expect((await reportCopy(copyToken, 'bearer')).statusCode).toBe(204);
    expect(await checks.copies.look({ ...testApp, queues })).toBeNull();
  });

  test('a site that is told to copy has a day for the first copy, each time', async () => {
    await run(`delete from operation_marks where name like 'backup-cop%';
      update schema_migrations set applied_at = now() - interval '27 hours'`);
    const copies = (backupCopyToken: string | null) =>
      checks.copies.look({
        ...testApp,
        queues,
        mailer: { ...testApp.mailer, config: { ...testApp.config, backupCopyToken } },
      });
    expect(await copies(copyToken)).toBeNull();
    const later = `update operation_marks set marked_at = marked_at - interval '27 hours' where name = 'backup-copies-watched'`;
    await run(later);
    expect(await copies(copyToken)).toContain('No copy has ever');
    expect(await copies(null)).toBeNull();
    expect(await copies(copyToken)).toBeNull();
    await run('update schema_migrations set applied_at = now()');
  });

  test('a certificate that cannot be reached is neither fine nor not', async () => {
    const at = (publicUrl: string) =>
      checks.certificate.look({
        ...testApp,
        queues,
        mailer: { ...testApp.mailer, config: { ...testApp.config, publicUrl } },
      });
    expect(await at(`https://127.0.0.1:${await freePort()}`)).toBeUndefined();
    expect(await at('http://127.0.0.1')).toBeNull();
  });

  test('a disk with less than 5% left', () => {
    expect(diskProblem({ blocks: 1_000, bavail: 49 })).toContain('5%');
    expect(diskProblem({ blocks: 1_000, bavail: 50 })).toBeNull();
  });
});

// Of a certificate for localhost that ended on 2026-11-29. No server uses it.
const ended = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCblI/XD9VnYr40SE
ba7ZPeqJ11doEaKnrMENaoT3HpChRANCAAQ8lOxNBw/YWBH3r/loo4SVysg4TCet
a1Aayt/YhFQviisVgJnsuVadipRND6x+xP9NXIKX9Oh5M5KRkclF+rgH
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBfDCCASOgAwIBAgIUExGcP88B5JBdHqht7n5pfDCfkP4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTI2MTEyODE2NDkyMVoXDTI2MTEyOTE2
NDkyMVowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEPJTsTQcP2FgR96/5aKOElcrIOEwnrWtQGsrf2IRUL4orFYCZ7LlWnYqU
TQ+sfsT/TVyCl/ToeTOSkZHJRfq4B6NTMFEwHQYDVR0OBBYEFBxwMLhlo7Mzswl8
3asiv8m5aX/rMB8GA1UdIwQYMBaAFBxwMLhlo7Mzswl83asiv8m5aX/rMA8GA1Ud
EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgfUdnEABx4EkwydYkFDIh8P8S
76mhMzOHxLMjXllGs0YCICVGcS7to0N7EAzi7DHkdVuNdJjN4ih8RHjPdiwjW8Hf
-----END CERTIFICATE-----`,
};
