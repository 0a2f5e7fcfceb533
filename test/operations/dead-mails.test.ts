import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DeadMailId } from '#contract/ids.ts';
import { listAlerts } from '#contract/operations/alerts.ts';
import {
  discardMail,
  getMailStatus,
  listDeadMails,
  resendMail,
  resumeMail,
  sendWaitingMail,
} from '#contract/operations/outbox.ts';
import { forgotPassword } from '#contract/people/sign-in.ts';
import { pauseMail } from '#server/operations/outbox/commands.ts';
import { findStall } from '#server/platform/jobs/job-table.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import { anyId } from '#test/support/any-id.ts';
import { teamEmail, useTestApp } from '#test/support/app.ts';
import { aNomination, anAdministrator, aPerson, signIn } from '#test/support/factories.ts';
import { aMailServer } from '#test/support/mail-server.ts';

const server = await aMailServer();
const testApp = useTestApp({
  env: { SMTP_URL: server.url },
});
let cookie = '';
beforeAll(async () => {
  await server.start();
  cookie = await signIn(testApp);
});
beforeEach(() => server.reset());
afterAll(() => server.stop());

const deadMails = async () =>
  (await testApp.call(listDeadMails, { cookie, query: { limit: 500 } })).body;
const openAlerts = async () => (await testApp.call(listAlerts, { cookie })).body;
const resend = (id: DeadMailId) => testApp.call(resendMail, { cookie, params: { id } });
const discard = (id: DeadMailId, reason = 'The address does not exist.') =>
  testApp.call(discardMail, { cookie, params: { id }, body: { reason } });
const auditOf = (id: string) =>
  testApp.db
    .selectFrom('auditEntries')
    .select(['action', 'reason'])
    .where('subjectId', '=', id)
    .orderBy('id')
    .execute();

/** A mail that the server has permanently refused; returns its dead letter. */
async function aDeadMail(code = 550, person = aPerson()) {
  server.recipientCode = (address) => (address === person.email ? code : undefined);
  await aNomination(testApp, { person });
  return { person, ...(await deadMailTo(person.email)) };
}

async function deadMailTo(address: string) {
  return vi.waitFor(
    async () => {
      const found = (await deadMails()).find(({ recipient }) => recipient === address);
      return found ?? expect.fail(`No dead mail to ${address}`);
    },
    { timeout: 60_000 },
  );
}

describe('a permanently refused mail', () => {
  test('is tried once, shown with the server’s response, and raises one alert', async () => {
    const first = await aDeadMail();
    const second = await aDeadMail(554);
    expect(first).toMatchObject({
      subject: 'Test: We received your nomination',
      tries: 1,
    });
    expect(first.error).toContain('550');
    expect(second.error).toContain('554');
    expect(second.hasExpired).toBe(false);
    expect((await deadMails()).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await openAlerts()).filter(({ path }) => path === '/admin/mail')).toHaveLength(1);
    const alerts = () =>
      server.to(teamEmail).filter(({ mail }) => /be sent/.test(mail.subject ?? ''));
    await expect.poll(alerts).toMatchObject([{ from: 'no-reply@localhost' }]);

    // One that is still there after a day hides no other.
    for (const _ of [1, 2]) {
      await sql`update operation_marks set marked_at = marked_at - interval '20 hours'
        where name = 'dead-mail-told'`.execute(testApp.db);
      await aDeadMail();
    }
    await expect.poll(alerts).toHaveLength(2);
    for (const { id } of await deadMails()) await discard(id);
    expect((await openAlerts()).filter(({ path }) => path === '/admin/mail')).toEqual([]);
  });

  test('does not delay the others, nor do slow servers', async () => {
    const slow = Array.from({ length: 4 }, () => aPerson());
    const { promise: released, resolve: release } = Promise.withResolvers<'take'>();
    const isSlow = (to: string[]) => slow.some(({ email }) => to.includes(email));
    server.decide = ({ to }) => (isSlow(to) ? released : 'take');
    for (const person of slow) await aNomination(testApp, { person });
    await server.untilAttempted(slow.length);
    const bad = await aDeadMail();
    const others = Array.from({ length: 20 }, () => aPerson());
    for (const person of others) await aNomination(testApp, { person });
    for (const { email } of others) await server.waitFor(email);
    for (const { email } of slow) expect(server.to(email)).toEqual([]);
    release('take');
    for (const { email } of slow) await server.waitFor(email);
    await discard(bad.id);
  });

  test('may be refused for its content, and then is not retried either', async () => {
    const person = aPerson();
    server.decide = ({ to }) => (to.includes(person.email) ? 554 : 'take');
    await aNomination(testApp, { person });
    const { id, tries } = await deadMailTo(person.email);
    expect(tries).toBe(1);
    await discard(id);
  });
});

describe('resending', () => {
  test('sends the same mail once, however often it is clicked, and is in the audit trail', async () => {
    const { id, person } = await aDeadMail();
    server.recipientCode = () => undefined;
    const answers = await Promise.all(Array.from({ length: 5 }, () => resend(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('mail_already_handled');
    const { mail } = await server.waitFor(person.email);
    expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@localhost>$/);
    expect(server.to(person.email)).toHaveLength(1);
    expect(await auditOf(id)).toEqual([{ action: 'mail.resent', reason: '' }]);
    expect((await discard(id)).status).toBe(409);
    expect(await openAlerts()).toEqual([]);
  });

  test('keeps the Message-ID of the first try', async () => {
    const person = aPerson();
    server.decide = ({ to }) => (to.includes(person.email) ? 554 : 'take');
    await aNomination(testApp, { person });
    const { id } = await deadMailTo(person.email);
    server.decide = () => 'take';
    await resend(id);
    const { mail } = await server.waitFor(person.email);
    expect(server.attempts.filter((attempt) => attempt === mail.messageId)).toHaveLength(2);
  });

  test('a mail that is refused again makes a new dead letter', async () => {
    const { id, person } = await aDeadMail();
    await resend(id);
    const again = await deadMailTo(person.email);
    expect(again.id).not.toBe(id);
    await discard(again.id);
  });

  test('is refused when the link in it has expired', async () => {
    const user = await anAdministrator(testApp);
    server.recipientCode = (address) => (address === user.email ? 550 : undefined);
    await testApp.call(forgotPassword, { body: { email: user.email } });
    const { id, hasExpired } = await deadMailTo(user.email);
    expect(hasExpired).toBe(false);
    const past = JSON.stringify(new Date(Date.now() - 1000).toISOString());
    await sql`update dead_mails set mail = jsonb_set(mail, '{expiresAt}', ${past}::jsonb)
      where id = ${id}`.execute(testApp.db);
    expect(await deadMailTo(user.email)).toMatchObject({ hasExpired: true });
    expect(await resend(id)).toMatchObject({ status: 409, error: { code: 'mail_expired' } });
    await discard(id);
  });

  test('of an unknown mail is 404', async () => {
    const id = anyId('01900000-0000-7000-8000-000000000000');
    expect((await resend(id)).status).toBe(404);
    expect((await discard(id)).status).toBe(404);
  });
});

test('discarding keeps the reason and deletes the mail', async () => {
  const { id } = await aDeadMail();
  expect((await discard(id, ' ')).status).toBe(400);
  expect((await discard(id, 'A typing error in the address.')).status).toBe(204);
  expect(await deadMails()).toEqual([]);
  expect(await auditOf(id)).toEqual([
    { action: 'mail.discarded', reason: 'A typing error in the address.' },
  ]);
  const { mail } = await testApp.db
    .selectFrom('deadMails')
    .select('mail')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(mail).toBeNull();
  expect((await resend(id)).status).toBe(409);
});

test('mail that waits for its next try can be sent now', async () => {
  server.decide = () => 451;
  const person = aPerson();
  await aNomination(testApp, { person });
  await expect
    .poll(async () => {
      const { rows } = await sql`update pgboss.job set start_after = now() + interval '8 hours'
        where name = 'mail' and state = 'retry' and data ->> 'to' = ${person.email} returning id`.execute(
        testApp.db,
      );
      return rows.length;
    })
    .toBe(1);
  const status = async () => (await testApp.call(getMailStatus, { cookie })).body;
  // Why it waits, without the address.
  expect((await status()).lastFailure).toMatchObject({
    error: expect.stringMatching(/451 not this one: <mail>/),
  });
  server.decide = () => 'take';
  const pressedAt = Date.now();
  expect((await testApp.call(sendWaitingMail, { cookie })).status).toBe(204);
  // That wakes the worker, which otherwise polls every half minute.
  await server.waitFor(person.email);
  expect(Date.now() - pressedAt).toBeLessThan(15_000);
  expect((await auditOf('mail')).map(({ action }) => action)).toEqual(['mail.hurried']);
});

test('the list is paged', async () => {
  const ids = [];
  for (let count = 0; count < 3; count++) ids.push((await aDeadMail()).id);
  const first = await testApp.call(listDeadMails, { cookie, query: { limit: 2 } });
  const cursor = /cursor=([\w-]+)/.exec(String(first.headers.link))?.[1] ?? '';
  const second = await testApp.call(listDeadMails, { cookie, query: { limit: 2, cursor } });
  expect([...first.body, ...second.body].map(({ id }) => id)).toEqual(ids.toReversed());
  for (const id of ids) await discard(id);
});

test('while mail is paused, nothing is sent until an administrator resumes it', async () => {
  const { db } = testApp;
  const status = async () => (await testApp.call(getMailStatus, { cookie })).body;
  // Mail from earlier tests is on its way, and pausing does not recall it.
  await expect.poll(async () => (await status()).waiting, { timeout: 60_000 }).toBe(0);
  server.reset();
  await db.transaction().execute((trx) => pauseMail(trx, 'Restored from a backup.'));
  const people = Array.from({ length: 5 }, () => aPerson());
  for (const person of people) await aNomination(testApp, { person });
  await expect.poll(async () => (await status()).waiting).toBe(10);
  expect(await status()).toMatchObject({ paused: { reason: 'Restored from a backup.' } });
  expect((await openAlerts()).map(({ title }) => title)).toEqual(['Outgoing email is paused']);
  // Held, not tried: each one was taken by a worker and put back.
  await expect.poll(held, { timeout: 60_000 }).toBe(10);
  expect(server.attempts).toEqual([]);
  await expectAges();

  for (const _ of [1, 2]) {
    expect((await testApp.call(resumeMail, { cookie })).status).toBe(204);
  }
  expect(await openAlerts()).toEqual([]);
  // A new mail wakes the worker, which otherwise polls every half minute.
  await aNomination(testApp);
  for (const { email } of people) await server.waitFor(email);
  await expect.poll(async () => (await status()).waiting, { timeout: 60_000 }).toBe(0);
  expect(new Set(server.attempts).size).toBe(server.attempts.length);
  expect((await auditOf('mail')).map(({ action }) => action)).toEqual([
    'mail.hurried',
    'mail.paused',
    'mail.resumed',
  ]);

  // Paused mail is not late; mail that is due is.
  async function expectAges() {
    expect(await findStall(db, mailQueue)).toBeNull();
    await db
      .transaction()
      .execute(async (trx) => {
        await sql`update pgboss.job set start_after = now()
          where name = 'mail' and state = 'created'`.execute(trx);
        expect((await findStall(trx, mailQueue))?.jobs).toBe(10);
        throw new Error('only tried');
      })
      .catch((error) => expect(String(error)).toBe('Error: only tried'));
  }

  async function held(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pgboss.job
      where name = 'mail' and state = 'created' and retry_count = 0
      and start_after > now() + interval '1 year'`.execute(db);
    return rows[0]?.count ?? 0;
  }
});
