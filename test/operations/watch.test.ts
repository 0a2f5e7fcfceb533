import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listAlerts, settleAlert } from '#contract/operations/alerts.ts';
import { discardMail, listDeadMails, resendMail } from '#contract/operations/outbox.ts';
import { importQueue } from '#server/imports/import-queue.ts';
import type { WatchedParts } from '#server/operations/watch/checks.ts';
import { probeQueue, probeWorker } from '#server/operations/watch/jobs.ts';
import { createWatch } from '#server/operations/watch/watch.ts';
import { createLogger } from '#server/platform/logger.ts';
import { createS3Storage } from '#server/platform/storage/s3-storage.ts';
import { createStripeProvider } from '#server/provider/payment-provider/stripe.ts';
import { createTestProvider } from '#server/provider/payment-provider/test-provider.ts';
import { processFileWorker } from '#server/publishing/files/jobs.ts';
import { trackingLinksWorker } from '#server/vetting/tracking-links/jobs.ts';
import { queues } from '#server/workers.ts';
import { anyId } from '#test/support/any-id.ts';
import { teamEmail, useTestApp } from '#test/support/app.ts';
import { aNomination, anAdministrator, signIn } from '#test/support/factories.ts';
import { aMailServer } from '#test/support/mail-server.ts';
import { openBucket } from '#test/support/s3-bucket.ts';
import { freePort } from '#test/support/server-process.ts';
import { aTestPlan } from '#test/support/test-plans.ts';

/* Each thing that the site depends on is taken away: an alert says so, at the webhook too, and ends by itself. */

const mails = await aMailServer();
await mails.start();
afterAll(() => mails.stop());

/** What came to the webhook of the charity, which can be broken: with no status, it cuts the connection. */
const webhook = {
  status: 204 as number | null,
  /** The keys of alerts that it never takes. */
  refuses: /^$/,
  asked: 0,
  came: [] as { key: string; state: string; text: string }[],
  authorization: undefined as string | undefined,
};
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    webhook.asked += 1;
    webhook.authorization = request.headers.authorization;
    if (webhook.status === null) return request.socket.destroy();
    const told = JSON.parse(text);
    const status = webhook.refuses.test(told.key) ? 400 : webhook.status;
    if (status < 300) webhook.came.push(told);
    response.writeHead(status).end();
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => server.close());
const alertWebhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts`;

const testApp = useTestApp({ env: { SMTP_URL: mails.url } });
beforeEach(() => {
  mails.reset();
  Object.assign(webhook, { status: 204, refuses: /^$/, asked: 0 });
  webhook.came.length = 0;
});

/** A server that watches: the same one for the others, started anew. */
function aWatch(
  broken: Partial<WatchedParts> = {},
  logger = pino({ level: 'silent' }),
  url = alertWebhookUrl,
) {
  const { db, storage, config } = testApp;
  const mailer = { ...testApp.mailer, config: { ...config, alertWebhookUrl: url } };
  const payments = createTestProvider(config);
  return createWatch({ db, mailer, storage, payments, queues, ...broken }, logger, 1);
}

/** A look at everything, and another: what fails once may be an accident. */
async function look(broken: Partial<WatchedParts> = {}): Promise<void> {
  const lookAgain = aWatch(broken);
  await lookAgain();
  await lookAgain();
}

/** The titles of the alerts that somebody of the team sees. */
async function titles(): Promise<string[]> {
  const { body } = await testApp.call(listAlerts, { cookie: await signIn(testApp) });
  return body.map(({ title }) => title);
}

/** Something is wrong: it is told once however often somebody looks, and its end is told, too. */
async function isTold(
  key: string,
  title: string,
  broken: Partial<WatchedParts>,
  repair: () => unknown,
) {
  await look(broken);
  await look(broken);
  expect(await titles()).toContain(title);
  expect(webhook.came.filter((one) => one.key === key).map(({ state }) => state)).toEqual([
    'raised',
  ]);
  await repair();
  await look();
  expect(await titles()).not.toContain(title);
  await look();
  expect(webhook.came.filter((one) => one.key === key).map(({ state }) => state)).toEqual([
    'raised',
    'settled',
  ]);
}

test('nothing is said while all is well', async () => {
  await look();
  expect(webhook.came).toEqual([]);
});

describe('a mail server that accepts nothing', () => {
  test('is told without email, and all that waited leaves when it works again', async () => {
    mails.decide = () => 451;
    const waiting = [await aNomination(testApp), await aNomination(testApp)];
    await mails.untilAttempted(waiting.length);
    // As after hours of failed tries: the next one is far away.
    const isRetried = async () => {
      const { rows } = await sql`update pgboss.job set created_on = now() - interval '2 hours',
        start_after = now() + interval '8 hours' where name = 'mail' and state = 'retry' returning id`.execute(
        testApp.db,
      );
      return rows.length >= waiting.length;
    };
    await expect.poll(isRetried).toBe(true);
    await look();
    expect(await titles()).toContain('No email is accepted');
    expect(webhook.came).toMatchObject([{ key: 'watch:mail', state: 'raised' }]);
    expect(webhook.came[0]?.text).toContain('not this one');

    mails.decide = () => 'take';
    // The one that tries whether it works.
    await mails.untilReceived(1);
    await expect
      .poll(async () => {
        await look();
        return titles();
      })
      .not.toContain('No email is accepted');
    await mails.untilReceived(waiting.length);
    expect(webhook.came.at(-1)).toMatchObject({ key: 'watch:mail', state: 'settled' });
  });
});

const run = async (statement: string) => (await sql.raw(statement).execute(testApp.db)).rows;

/** As an hour later: another mail may be tried. */
const letTry = () => run(`delete from operation_marks where name = 'mail-tried'`);

async function forgetMail() {
  await run(`delete from operation_marks where name like 'mail-%'`);
  await run('delete from dead_mails');
  await run('delete from alerts');
  await run(`delete from pgboss.job where name = 'mail'`);
}

describe('a mail server that refuses', () => {
  afterEach(forgetMail);

  /** Mails to these addresses were refused, and have been waiting for two hours. */
  async function refuse(addresses: string[]) {
    await run(`delete from pgboss.job where name = 'mail'`);
    for (const to of addresses) {
      const mail = { to, subject: 'Hello', text: 'A', html: 'A' };
      await testApp.db.transaction().execute((trx) => testApp.mailer.enqueue(trx, mail));
    }
    await expect
      .poll(() => run(`select id from pgboss.job where name = 'mail' and state = 'retry'`))
      .toHaveLength(addresses.length);
    await run(`update pgboss.job set created_on = now() - interval '2 hours' where name = 'mail'`);
    await run(`delete from operation_marks where name = 'mail-accepted'`);
  }
  /** A mail to this address was refused for good, two hours ago. */
  async function giveUp(to: string) {
    await run(`delete from pgboss.job where name = 'mail'`);
    const mail = { to, subject: 'Hello', text: 'A', html: 'A' };
    await testApp.db.transaction().execute((trx) => testApp.mailer.enqueue(trx, mail));
    const waiting = () =>
      run(`select id from pgboss.job where name = 'mail' and state < 'completed'`);
    await expect.poll(waiting).toEqual([]);
    await run(`update dead_mails set created_at = now() - interval '2 hours'`);
    await run(
      `update pgboss.job set completed_on = now() - interval '3 hours' where name = 'mail'`,
    );
    await run(`delete from operation_marks where name = 'mail-accepted'`);
  }

  test('one recipient works: that mail keeps its own tries', async () => {
    mails.recipientCode = (address) => (address === 'full@donor.example' ? 452 : undefined);
    await refuse(['full@donor.example']);
    const tries = () => run(`select retry_count, start_after from pgboss.job where name = 'mail'`);
    const before = await tries();
    await look();
    await look();
    expect([await titles(), webhook.came]).toEqual([[], []]);
    expect(await tries()).toEqual(before);
  });

  test('an address for good, and takes others: that is no matter of the mail server', async () => {
    mails.recipientCode = (address) => (address === 'typo@donor.example' ? 550 : undefined);
    await giveUp('typo@donor.example');
    await look();
    expect(await titles()).toEqual(['An email could not be sent']);
    expect(mails.asked.at(-1)).toBe(teamEmail);
    // Nor is it asked again, until it refuses another one.
    const asked = mails.asked.length;
    await look();
    expect(mails.asked).toHaveLength(asked);
  });

  test('one owner, and takes another: that is no matter of the mail server', async () => {
    const { config } = testApp.mailer;
    const { teamEmail: team } = config;
    const [{ email: gone }] = [await anAdministrator(testApp), await anAdministrator(testApp)];
    mails.recipientCode = (address) => (address === gone ? 550 : undefined);
    try {
      Object.assign(config, { teamEmail: '' });
      await giveUp(gone);
      await look();
      expect(await titles()).not.toContain('No email is accepted');
      expect(mails.asked.at(-1)).not.toBe(gone);
    } finally {
      Object.assign(config, { teamEmail: team });
    }
  });

  test.each([
    [550, 'An email could not be sent'],
    [452, ''],
  ])('everybody is told although one address was written to, with %i', async (code, other) => {
    mails.recipientCode = () => code;
    const to = 'only@donor.example';
    if (code === 550) await giveUp(to);
    else await refuse([to]);
    await look();
    expect((await titles()).filter((title) => title !== other)).toEqual(['No email is accepted']);
    const [told] = webhook.came.filter(({ key }) => key === 'watch:mail');
    expect(told?.text).toMatch(/refuses email to the team .+not this one/);
    expect(told?.text).toMatch(code === 550 ? /refused for good: resend/ : /1 email is waiting/);
    expect(told?.text).not.toContain('.example');

    mails.reset();
    await look();
    expect((await titles()).filter((title) => title !== other)).toEqual([]);
    // What waits need not wait for its next try.
    expect(
      await run(`select id from pgboss.job where state = 'retry' and start_after > now()`),
    ).toEqual([]);
    // No text was refused: a question tells it.
    expect(mails.to(teamEmail)).toEqual([]);
  });

  test.each([
    ['everybody', 452],
    ['to serve', 421],
  ])('%s does not, and no address is told', async (_whom, code) => {
    mails.recipientCode = () => code;
    const addresses = ['a@one.example', 'b@two.example', 'c@three.example'];
    await refuse(code === 421 ? addresses.slice(0, 1) : addresses);
    await look();
    expect(webhook.came).toMatchObject([
      { key: 'watch:mail', text: expect.stringMatching('not this one') },
    ]);
    expect(JSON.stringify(webhook.came)).not.toContain('.example');
    mails.reset();
    await run(`delete from pgboss.job where name = 'mail'`);
    await look();
    expect(await titles()).toEqual([]);
  });
});

describe('an alarm about mail', () => {
  afterEach(forgetMail);

  test('does not end because another mail begins to wait', async () => {
    mails.recipientCode = () => 550;
    const mail = { to: 'a@donor.example', subject: 'Hello', text: 'A', html: 'A' };
    await testApp.db.transaction().execute((trx) => testApp.mailer.enqueue(trx, mail));
    await expect.poll(() => run('select id from dead_mails')).toHaveLength(2);
    await run(`update dead_mails set created_at = created_at - interval '10 minutes'`);
    await look();
    expect(await titles()).toContain('No email is accepted');
    await run(
      `insert into pgboss.job (name, data, start_after) values ('mail', '{"to": "b@donor.example"}', now())`,
    );
    await look();
    expect(await titles()).toContain('No email is accepted');
  });
});

describe('an alarm about mail that was refused, or cannot leave,', () => {
  afterEach(forgetMail);

  test('begins when the mail server is gone, although nothing is to leave', async () => {
    await mails.stop();
    await isTold('watch:mail', 'No email is accepted', {}, () => mails.start());
  });

  const dead = () => run('select id from dead_mails where resolved_at is null');

  test('ends when one is accepted, not when somebody clears the list or sends again', async () => {
    mails.recipientCode = () => 550;
    const mail = { to: 'a@donor.example', subject: 'Hello', text: 'A', html: 'A' };
    await testApp.db.transaction().execute((trx) => testApp.mailer.enqueue(trx, mail));
    await expect.poll(dead).toHaveLength(2);
    await run(`update dead_mails set created_at = created_at - interval '10 minutes'`);
    await look();
    expect(await titles()).toContain('No email is accepted');
    const cookie = await signIn(testApp);
    const [again, other] = (await testApp.call(listDeadMails, { cookie })).body;
    if (!again || !other) return expect.fail('Nothing is dead');
    await testApp.call(resendMail, { cookie, params: { id: again.id } });
    await expect.poll(dead).toHaveLength(2);
    await look();
    expect(await titles()).toContain('No email is accepted');
    for (const { id } of (await testApp.call(listDeadMails, { cookie })).body) {
      await testApp.call(discardMail, { cookie, params: { id }, body: { reason: 'Done.' } });
    }
    await look();
    expect(await titles()).toEqual(['No email is accepted']);
    // Not even when retention or an erasure has left nothing of them.
    await run('delete from dead_mails');
    await look();
    expect(await titles()).toEqual(['No email is accepted']);
    expect(
      webhook.came.filter(({ state, key }) => state === 'settled' && key === 'watch:mail'),
    ).toEqual([]);
    mails.reset();
    await look();
    expect(await titles()).toEqual([]);
  });

  test('begins although somebody discards each at once', async () => {
    mails.recipientCode = () => 550;
    const mail = { to: 'a@donor.example', subject: 'Hello', text: 'A', html: 'A' };
    await testApp.db.transaction().execute((trx) => testApp.mailer.enqueue(trx, mail));
    await expect.poll(dead).toHaveLength(2);
    await run(`update dead_mails set created_at = created_at - interval '10 minutes',
      mail = null, resolved_at = now()`);
    await look();
    expect(await titles()).toContain('No email is accepted');
  });
});

async function send(...addresses: string[]) {
  for (const to of addresses) {
    const mail = { to, subject: 'Hello', text: 'A', html: 'A' };
    await testApp.db.transaction().execute((trx) => testApp.mailer.enqueue(trx, mail));
  }
  const waiting = () =>
    run(`select id from pgboss.job where name = 'mail' and state < 'completed'`);
  await expect.poll(waiting).toEqual([]);
}
/** As ten minutes later. */
const wait = () => run(`update dead_mails set created_at = created_at - interval '10 minutes'`);

describe('a mail server that takes recipients, but', () => {
  afterEach(forgetMail);

  test('no text, not even that of an alert, is told', async () => {
    mails.decide = () => 554;
    await send('a@donor.example');
    expect(await run(`select mail ->> 'to' as to from dead_mails order by created_at`)).toEqual([
      { to: 'a@donor.example' },
      { to: teamEmail },
    ]);
    await wait();
    await look();
    await look();
    expect(await titles()).toContain('No email is accepted');
    const [told] = webhook.came.filter(({ key }) => key === 'watch:mail');
    expect(told?.text).toMatch(/to the team .+ not this one: .+ 2 emails were refused for good/);

    mails.reset();
    await look();
    // One an hour is tried, since each may arrive.
    expect(mails.to(teamEmail)).toEqual([]);
    await letTry();
    await look();
    await look();
    expect(await titles()).toEqual(['An email could not be sent']);
    expect(mails.to(teamEmail).map(({ mail }) => mail.subject)).toEqual([
      'Test: Needs attention: Some email does not leave',
      'Email is accepted again',
    ]);
  });

  test('only the team is asked about, is told', async () => {
    // Earlier mail was refused, and the alert about it has left today.
    await run(`insert into operation_marks (name) values ('dead-mail-told')
      on conflict (name) do update set marked_at = now()`);
    await run(`insert into alerts (id, key, title, message, path)
      values (gen_random_uuid(), 'mail:dead-letters', 'Earlier', 'M', '/admin/mail')`);
    mails.decide = () => 554;
    await send('a@one.example', 'b@one.example');
    expect(await run(`select id from dead_mails`)).toHaveLength(2);
    await wait();
    await look();
    expect(await titles()).toContain('No email is accepted');
  });

  test('all mail of the team alone was refused, is told', async () => {
    mails.decide = () => 554;
    await send(teamEmail);
    await wait();
    await look();
    await look();
    expect(await titles()).toContain('No email is accepted');
  });

  test('only what tries whether it takes any, is told until it takes two', async () => {
    mails.decide = ({ mail }) => (mail.subject === 'Email is accepted again' ? 'take' : 554);
    await send('a@donor.example');
    await wait();
    for (const _ of [1, 2, 3]) {
      await look();
      expect(await titles()).toContain('No email is accepted');
      await letTry();
    }
    expect(webhook.came.filter(({ state }) => state === 'settled')).toEqual([]);
    expect(mails.to(teamEmail)).toEqual([]);
  });
});

describe('a mail server that takes mail, but', () => {
  afterEach(forgetMail);

  const some = 'Some email does not leave';
  test('only those of the team, is told when three people were refused', async () => {
    mails.recipientCode = (address) => (address === teamEmail ? undefined : 550);
    await send('a@one.example', 'b@one.example', 'b@one.example');
    await wait();
    await look();
    await look();
    expect(await titles()).toEqual(['An email could not be sent']);
    await send('c@one.example');
    await wait();
    await look();
    await look();
    expect(await titles()).toEqual([some, 'An email could not be sent']);
    const [told] = webhook.came.filter(({ key }) => key === 'watch:someMail');
    expect(told?.text).toMatch(/to anybody outside of the team.+4 emails were refused/);
    // Nor does it end because somebody has cleared the list.
    await run(`update dead_mails set mail = null, resolved_at = now()`);
    await look();
    expect(await titles()).toContain(some);
    await mails.waitFor(teamEmail, ({ mail }) => mail.subject?.includes(some) === true);

    mails.reset();
    await send('e@four.example');
    await look();
    expect(await titles()).not.toContain(some);
  });

  test('lets some wait for hours, is told although others leave', async () => {
    mails.decide = ({ to }) => (to.some((address) => /^late/.test(address)) ? 451 : 'take');
    for (const to of ['late@one.example', 'late@two.example', 'late2@two.example']) {
      const mail = { to, subject: 'Hello', text: 'A', html: 'A' };
      await testApp.db.transaction().execute((trx) => testApp.mailer.enqueue(trx, mail));
    }
    await expect
      .poll(() => run(`select id from pgboss.job where name = 'mail' and state = 'retry'`))
      .toHaveLength(3);
    await run(`update pgboss.job set created_on = now() - interval '7 hours' where name = 'mail'`);
    await look();
    const isOver = async () => !(await titles()).includes('No email is accepted');
    // Until other mail leaves, none does.
    expect(await isOver()).toBe(false);
    const mail = { to: 'right@four.example', subject: 'Hello', text: 'A', html: 'A' };
    await testApp.db.transaction().execute((trx) => testApp.mailer.enqueue(trx, mail));
    await mails.waitFor('right@four.example');
    await look();
    await look();
    expect(await titles()).toEqual([some]);
    const [told] = webhook.came.filter(({ key }) => key === 'watch:someMail');
    expect(told?.text).toMatch(/let 3 emails wait: .+not this one/);
  });

  /** Mails to these people were refused for now, and have been waiting for so many hours. */
  async function letWait(hours: number, ...addresses: string[]) {
    mails.recipientCode = (address) => (addresses.includes(address) ? 452 : undefined);
    for (const to of addresses) {
      const mail = { to, subject: 'Hello', text: 'A', html: 'A' };
      await testApp.db.transaction().execute((trx) => testApp.mailer.enqueue(trx, mail));
    }
    await expect
      .poll(() => run(`select id from pgboss.job where name = 'mail' and state = 'retry'`))
      .toHaveLength(addresses.length);
    await run(`update pgboss.job set created_on = now() - interval '${hours} hours',
      start_after = now() + interval '8 hours' where name = 'mail'`);
  }
  /** So many mails to others at each of these places were accepted meanwhile. */
  const accept = (count: number, ...places: string[]) =>
    run(`insert into pgboss.job (name, state, data, created_on, completed_on)
      select 'mail', 'completed', jsonb_build_object('to', number || '@' || place),
        now() - interval '6 hours', now() - interval '6 hours'
      from generate_series(1, ${count}) number, unnest(array['${places.join("','")}']) place`);

  test('three full mailboxes after a large mailing are no matter of the mail server', async () => {
    await letWait(7, 'full@one.example', 'full@two.example', 'full@three.example');
    await accept(100, 'four.example');
    await look();
    expect(await titles()).toEqual([]);
    // Nor is a place that takes others.
    await forgetMail();
    await letWait(7, 'full1@one.example', 'full2@one.example', 'full3@one.example');
    await accept(1, 'one.example');
    await look();
    expect(await titles()).toEqual([]);
  });

  test('a place that takes nobody is told, and what waits leaves when it does', async () => {
    await letWait(7, 'a@one.example', 'b@one.example', 'c@one.example');
    await accept(100, 'two.example');
    await look();
    expect(await titles()).toEqual([some]);
    const [told] = webhook.came.filter(({ key }) => key === 'watch:someMail');
    expect(told?.text).toMatch(/let 3 emails wait: .+will leave within hours/);
    const tries = () => run(`select id from pgboss.job where state = 'retry' and retry_count > 1`);
    expect(await tries()).toEqual([]);
    mails.recipientCode = () => undefined;
    await run(`delete from operation_marks where name = 'mail-late-tried'`);
    await look();
    // A new mail wakes the worker.
    await send('d@two.example');
    for (const one of ['a', 'b', 'c']) await mails.waitFor(`${one}@one.example`);
  });

  test('not three of their recipients, is not at fault while it takes others', async () => {
    mails.recipientCode = (address) => (/^typo/.test(address) ? 550 : undefined);
    await send('typo@one.example', 'typo@two.example', 'typo@three.example');
    await send('right@four.example');
    await wait();
    await look();
    await look();
    expect(await titles()).toEqual(['An email could not be sent']);
  });
});

describe('a bucket', () => {
  test('that cannot be reached is told', async () => {
    const storage = createS3Storage({
      endpoint: `http://127.0.0.1:${await freePort()}`,
      bucket: 'files',
      prefix: 'everycent/',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    });
    await isTold('watch:storage', 'The storage for files cannot be used', { storage }, () => {});
  });

  test('that works is not', async () => {
    await using stack = new AsyncDisposableStack();
    const bucket = await openBucket();
    stack.defer(() => bucket.close());
    const storage = bucket.storage();
    await storage.writeMark('mine');
    await look({ storage });
    expect(await titles()).toEqual([]);
    expect(await storage.readMark()).toBe('mine');
  });
});

test('a payment provider that is down, or refuses our key, is told', async () => {
  const settings = { secretKey: 'sk_test_1', webhookSecrets: ['whsec'] };
  const apiBase = `http://127.0.0.1:${await freePort()}`;
  const payments = createStripeProvider({ ...settings, apiBase }, testApp.config.publicUrl);
  await isTold('watch:provider', 'The payment provider cannot be reached', { payments }, () => {});
  // Its clock is not known then, and neither wrong nor right.
  expect(webhook.came.map(({ key }) => key)).toEqual(['watch:provider', 'watch:provider']);
});

test('what fails for a moment is not told', async () => {
  const works = createTestProvider(testApp.config);
  let fails = true;
  const readClock = async () => {
    if (fails) throw new Error('No connection');
    return works.readClock();
  };
  const payments = { ...works, readClock };
  const lookAgain = aWatch({ payments });
  await lookAgain();
  fails = false;
  await lookAgain();
  expect(webhook.came).toEqual([]);
});

test('a clock that cannot be read ends no alert', async () => {
  const works = createTestProvider(testApp.config);
  const at = (readClock: () => Promise<Date | null>) => look({ payments: { ...works, readClock } });
  await at(async () => new Date(Date.now() + 300_000));
  await at(() => Promise.reject(new Error('No connection')));
  expect(await titles()).toContain('The clock of the server is wrong');
  await look();
  expect(await titles()).toEqual([]);
});

test('a backup that was never made is told', async () => {
  const since = (hours: number) =>
    sql`update schema_migrations set applied_at = now() - make_interval(hours => ${hours})`.execute(
      testApp.db,
    );
  await since(27);
  await isTold('watch:backup', 'There is no recent backup', {}, () => since(1));
});

test('a job that was given up is told, and so is one that is late', async () => {
  const { db } = testApp;
  await sql`insert into pgboss.job (name, state, completed_on) values (${importQueue.name}, 'failed', now())`.execute(
    db,
  );
  await isTold('watch:jobs', 'Work of the server is not done', {}, () =>
    sql`delete from pgboss.job where name = ${importQueue.name}`.execute(db),
  );
});

test('what fails besides is told again, and what was given up is over when somebody says so', async () => {
  const { db } = testApp;
  const giveUp = (queue: string) =>
    sql`insert into pgboss.job (name, state, completed_on) values (${queue}, 'failed', now() - interval '2 days')`.execute(
      db,
    );
  await giveUp(processFileWorker.queue.name);
  const lookAgain = aWatch();
  await lookAgain();
  await lookAgain();
  // As five minutes later, when it is looked at again.
  const later = async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 300_000 });
    await lookAgain().finally(() => vi.useRealTimers());
  };
  const told = () =>
    webhook.came.filter(({ key }) => key === 'watch:jobs').map(({ state, text }) => [state, text]);
  expect(told()).toEqual([['raised', expect.stringContaining('1 job given up')]]);
  const email = 'Work of the server is not done';
  const mailed = () =>
    mails.to(teamEmail).filter(({ mail }) => mail.subject?.includes(email)).length;
  await expect.poll(mailed).toBe(1);

  await giveUp(trackingLinksWorker.queue.name);
  await later();
  const both = new RegExp(`${processFileWorker.queue.name}.*${trackingLinksWorker.queue.name}`);
  expect(told().slice(1)).toEqual([['raised', expect.stringMatching(both)]]);
  await expect.poll(mailed).toBe(2);

  const cookie = await signIn(testApp);
  const { body } = await testApp.call(listAlerts, { cookie });
  const alert = body.find(({ title }) => title === email);
  expect(alert?.endsByItself).toBe(false);
  const params = { id: alert?.id ?? anyId('') };
  expect((await testApp.call(settleAlert, { cookie, params })).status).toBe(204);
  await look();
  expect(told().slice(2)).toEqual([['settled', expect.stringMatching('marked as done: Work')]]);
  expect(await titles()).toEqual([]);
  await sql`delete from pgboss.job where state = 'failed'`.execute(db);
});

test('what is still so cannot be marked as done', async () => {
  const since = (hours: number) =>
    sql`update schema_migrations set applied_at = now() - make_interval(hours => ${hours})`.execute(
      testApp.db,
    );
  await since(27);
  await look();
  const cookie = await signIn(testApp);
  const { body } = await testApp.call(listAlerts, { cookie });
  const alert = body.find(({ title }) => title === 'There is no recent backup');
  expect(alert?.endsByItself).toBe(true);
  const { status, error } = await testApp.call(settleAlert, {
    cookie,
    params: { id: alert?.id ?? anyId('') },
  });
  expect([status, error.code]).toEqual([409, 'alert_still_so']);
  await since(1);
  await look();
});

test('a queue in which nothing is done is told, and its end', async () => {
  const { db, boss } = testApp;
  await boss.offWork(probeQueue.name);
  await look();
  expect(await titles()).toEqual([]);
  await sql`update pgboss.job set created_on = now() - interval '6 minutes', start_after = now() - interval '6 minutes'
    where name = ${probeQueue.name} and state < 'completed'`.execute(db);
  await sql`delete from pgboss.job where name = ${probeQueue.name} and state = 'completed'`.execute(
    db,
  );
  await isTold('watch:queue', 'No work of the server is done', {}, async () => {
    await probeWorker.start({ boss });
    const waiting = sql`select from pgboss.job where name = ${probeQueue.name} and state < 'completed'`;
    await expect.poll(async () => (await waiting.execute(db)).rows).toEqual([]);
  });
});

describe('a webhook that takes nothing', () => {
  afterEach(() => testApp.db.deleteFrom('alerts').execute());
  test('is told on the desk and by email, until it takes something', async () => {
    // It took nothing since.
    await testApp.db.deleteFrom('alerts').execute();
    webhook.status = 404;
    await sql`insert into alerts (id, key, title, message, path, created_at)
      select gen_random_uuid(), 'old', 'Old', 'M', '/admin', now() - interval '11 minutes'`.execute(
      testApp.db,
    );
    await look();
    const title = 'The webhook for alerts takes nothing';
    expect(await titles()).toContain(title);
    await mails.waitFor(teamEmail, ({ mail }) => mail.subject?.includes(title) === true);
    webhook.status = 204;
    await look();
    await look();
    expect(await titles()).toEqual(['Old']);
  });
});

test('a photo that was given up is told, whatever becomes of the next one', async () => {
  const { db } = testApp;
  const aJob = (state: string, ago: string) =>
    sql`insert into pgboss.job (name, state, completed_on)
      values (${processFileWorker.queue.name}, ${state}::pgboss.job_state, now() - ${ago}::interval)`.execute(
      db,
    );
  await aJob('failed', '2 hours');
  await aJob('completed', '1 hour');
  await isTold('watch:jobs', 'Work of the server is not done', {}, () =>
    sql`delete from pgboss.job where name = ${processFileWorker.queue.name}`.execute(db),
  );
});

test('a recurring donation that the provider does not stop is told', async () => {
  const id = await aTestPlan(testApp);
  const asked = (moment: string | null) =>
    sql`update plans set stop_requested_at = now() - ${moment}::interval where id = ${id}`.execute(
      testApp.db,
    );
  await asked('30 seconds');
  await look();
  expect(await titles()).toEqual([]);
  await asked('2 minutes');
  // It is no accident, and told at the first look.
  await aWatch()();
  const title = 'A recurring donation could not be stopped or paused';
  await isTold('watch:plans', title, {}, () => asked(null));
});

test('an alert is sent to the webhook until that has it, and once', async () => {
  webhook.status = 500;
  const since = (hours: number) =>
    sql`update schema_migrations set applied_at = now() - make_interval(hours => ${hours})`.execute(
      testApp.db,
    );
  await since(27);
  await look();
  expect(webhook.came).toEqual([]);
  webhook.status = 204;
  await look();
  await look();
  expect(webhook.came).toMatchObject([{ key: 'watch:backup', state: 'raised' }]);
  await since(1);
  await look();
});

describe('alerts that the webhook does not take', () => {
  afterEach(() => testApp.db.deleteFrom('alerts').execute());
  const raise = (names: string) =>
    sql`insert into alerts (id, key, title, message, path, created_at)
      select gen_random_uuid(), name, name, 'M', '/admin', now() + place * interval '1 second'
      from regexp_split_to_table(${names}, ' ') with ordinality as names (name, place)`.execute(
      testApp.db,
    );
  const told = () => webhook.came.splice(0).map(({ key }) => key);

  test('hold up no other, and are sent again', async () => {
    webhook.refuses = /poison/;
    // More than are sent at a time.
    const poison = Array.from({ length: 20 }, (_, index) => `poison${index}`);
    await raise([...poison, 'first', 'second'].join(' '));
    const lookAgain = aWatch();
    await lookAgain();
    await lookAgain();
    expect(told()).toEqual(['first', 'second']);
    webhook.refuses = /^$/;
    await lookAgain();
    expect(told()).toEqual(poison);
  });

  test('are sent with the user and the password of its address, which no log has', async () => {
    const { host } = new URL(alertWebhookUrl);
    const lines: string[] = [];
    const logger = createLogger('error', { write: (line) => void lines.push(line) });
    await raise('first second');
    const lookAgain = aWatch(
      {},
      logger,
      `http://us%20er:50%25%zz+@${host}/hidden-path?key=hidden-key`,
    );
    for (const status of [null, 400, 302, 204]) {
      webhook.status = status;
      await lookAgain();
    }
    expect(told()).toHaveLength(2);
    expect(atob(webhook.authorization?.slice('Basic '.length) ?? '')).toBe('us er:50%%zz+');
    const log = lines.join('');
    expect(log).toContain('The webhook for alerts answered 400');
    expect(log).toContain('The webhook for alerts cannot be reached: ');
    expect(log).not.toMatch(/us%20er|us er|50%|hidden/);
  });

  test.each([null, 429])('because it takes nothing (%s) are not tried in vain', async (status) => {
    webhook.status = status;
    await raise('first second');
    const lookAgain = aWatch();
    await lookAgain();
    expect(webhook.asked).toBe(1);
    webhook.status = 204;
    await lookAgain();
    expect(told().toSorted()).toEqual(['first', 'second']);
  });
});

test('a database that does not answer is told from memory, once, and its end', async () => {
  const { db } = testApp;
  const lookAgain = aWatch();
  await sql`set default_transaction_read_only = on`.execute(db);
  await lookAgain();
  await lookAgain();
  await sql`set default_transaction_read_only = off`.execute(db);
  await lookAgain();
  expect(webhook.came).toMatchObject([
    { key: 'watch:database', state: 'raised' },
    { key: 'watch:database', state: 'settled' },
  ]);
});

test('the end of that is told until the webhook has it, also by a server that was started meanwhile', async () => {
  const lookAgain = aWatch();
  await sql`set default_transaction_read_only = on`.execute(testApp.db);
  await lookAgain();
  await lookAgain();
  await sql`set default_transaction_read_only = off`.execute(testApp.db);
  webhook.status = 503;
  await lookAgain();
  webhook.status = 204;
  const afterRestart = aWatch();
  await afterRestart();
  await afterRestart();
  expect(webhook.came.map(({ state }) => state)).toEqual(['raised', 'settled']);
});

test('servers on one machine with data folders of their own do not end what the other said', async () => {
  const { mailer, config } = testApp;
  const dataDir = join(config.dataDir, 'gone');
  const other = { mailer: { ...mailer, config: { ...config, alertWebhookUrl, dataDir } } };
  await look(other);
  await look();
  await look(other);
  expect(webhook.came).toMatchObject([{ state: 'raised', text: expect.stringContaining('disk') }]);
  await mkdir(dataDir);
  await look(other);
  expect(webhook.came.map(({ state }) => state)).toEqual(['raised', 'settled']);
});

test('what was said of a machine ends when there is no such machine any more', async () => {
  const { db } = testApp;
  await sql`insert into alerts (id, key, title, message, path)
    select gen_random_uuid(), 'watch:disk:machine:' || name, name, 'Full.', '/admin'
    from unnest(array['gone', 'here']) name`.execute(db);
  await sql`insert into operation_marks (name, marked_at) values
    ('machine:gone', now() - interval '31 minutes'), ('machine:here', now() - interval '29 minutes')`.execute(
    db,
  );
  await look();
  expect(await titles()).toEqual(['here']);
});
