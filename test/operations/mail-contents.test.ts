import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgotPassword } from '#contract/people/sign-in.ts';
import { createUser } from '#contract/people/users.ts';
import { sendContactMessage } from '#contract/publishing/contact.ts';
import { createNomination } from '#contract/vetting/nominations.ts';
import { raiseAlert } from '#server/platform/alerting/raise-alert.ts';
import { createMailTransport, MailRefusedError } from '#server/platform/mail/transport.ts';
import { changeNominationStatus } from '#server/vetting/nominations/decide-nomination.ts';
import { teamEmail, useTestApp } from '#test/support/app.ts';
import { endGrace } from '#test/support/decisions.ts';
import {
  aCause,
  aDonation,
  aNomination,
  aNominationThatIs,
  anAdministrator,
  aPerson,
  signIn,
} from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aMailServer, type ReceivedMail } from '#test/support/mail-server.ts';

const server = await aMailServer();
const publicUrl = 'https://give.example';
const testApp = useTestApp({
  env: {
    SMTP_URL: server.url,
    PUBLIC_URL: publicUrl,
    MAIL_FROM: 'Give <post@give.example>',
  },
});
beforeAll(() => server.start());
beforeEach(() => server.reset());
afterAll(() => server.stop());

/** Every kind of mail, sent once. */
async function sendEverything() {
  const { db, mailer } = testApp;
  const cookie = await signIn(testApp);
  const actor = await anAdministrator(testApp);
  const { phone: _, zip: __, ...invited } = aPerson();
  await testApp.call(createUser, { cookie, body: invited });
  await testApp.call(forgotPassword, { body: { email: actor.email } });
  await testApp.call(sendContactMessage, { body: { email: aPerson().email, message: 'Hello' } });
  await aDonation(testApp);
  await aNominationThatIs(testApp, 'completed');
  const id = await aNomination(testApp);
  await changeNominationStatus(db, actor, { id, action: 'reject' }, mailer);
  await endGrace(testApp);
  await db
    .transaction()
    .execute((trx) =>
      raiseAlert(trx, { key: 'test', title: 'A test', message: 'Look.', path: '/admin' }, mailer),
    );
  const subjects = [
    'You are invited',
    'Reset your password',
    'Message from',
    'Thank you for your donation',
    'We received',
    'Needs attention',
  ];
  for (const text of subjects)
    await server.until(`"${text}"`, () => server.received.find(has(text)));
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
}

const has =
  (text: string) =>
  ({ mail }: ReceivedMail) =>
    mail.subject?.includes(text);

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pgboss.job
    where name = 'mail' and state < 'completed'`.execute(testApp.db);
  return rows[0]?.count ?? 0;
}

describe('every mail', () => {
  test('has both parts, date, id, and sender, links only to the site, and leaves nothing behind', async () => {
    await sendEverything();
    expect(server.received.length).toBeGreaterThanOrEqual(11);
    const linksOf = ({ mail }: ReceivedMail) =>
      `${mail.text}\n${mail.html}`.match(/\bhttps?:\/\/[^\s"<>]+/g) ?? [];
    const foreign = server.received
      .flatMap(linksOf)
      .filter((link) => new URL(link).origin !== publicUrl);
    const secrets = server.received
      .flatMap(({ mail }) => [...(mail.text ?? '').matchAll(/[?&]token=([\w-]+)/g)])
      .map(([, token = '']) => token);
    const everything = JSON.stringify(
      (await sql`select * from pgboss.job`.execute(testApp.db)).rows,
    );
    const left = secrets.filter((secret) => everything.includes(secret));
    recordFigures('E7', {
      mails: server.received.length,
      'links to elsewhere': foreign.length,
      'tokens sent': secrets.length,
      'tokens left behind': left.length,
    });
    expect(foreign).toEqual([]);
    // An invitation, a password, and twice a link to object to whom the invitation makes an owner.
    expect(secrets).toHaveLength(4);
    expect(left).toEqual([]);
    for (const received of server.received) {
      const { mail, from, to } = received;
      expect(mail.text?.trim()).toBeTruthy();
      expect(mail.html).toMatch(/<!doctype html>/i);
      expect(Math.abs(Date.now() - Date.parse(mail.date ?? ''))).toBeLessThan(120_000);
      expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@give\.example>$/);
      expect([from, mail.from?.address]).toEqual(['post@give.example', 'post@give.example']);
      expect(to).toHaveLength(1);
      expect(mail.to?.map(({ address }) => address)).toEqual(to);
      expect([mail.cc, mail.bcc]).toEqual([undefined, undefined]);
      // An answer reaches somebody: the team, or the visitor who wrote to it.
      expect(mail.replyTo).toHaveLength(1);
      expect(mail.replyTo?.[0]?.address).not.toBe('post@give.example');
      expect(linksOf(received).length).toBeGreaterThan(0);
    }
    expect(new Set(server.received.map(({ mail }) => mail.messageId)).size).toBe(
      server.received.length,
    );

    // What is left of them in the database: that they were sent, and neither a secret nor what was typed.
    const { rows } = await sql<{ data: object }>`select data from pgboss.job
      where name = 'mail'`.execute(testApp.db);
    expect(rows.length).toBeGreaterThanOrEqual(server.received.length);
    for (const { data } of rows) {
      expect(Object.keys(data).toSorted()).toEqual(['messageId', 'to']);
    }
  });
});

describe('what somebody types', () => {
  const ends = ['\r\n', '\n', '\r', '%0a', '%0d%0a', '\\r\\n', '\u2028', '\u0085', '\0', '\t'];
  const additions = [
    'Bcc: victim@evil.example',
    'To: victim@evil.example',
    'Subject: Other',
    'RCPT TO:<victim@evil.example>',
    '.\r\nMAIL FROM:<victim@evil.example>',
  ];
  const payloads = ends.flatMap((end) => additions.map((addition) => `Grace${end}${addition}`));
  const addresses = [
    ...payloads.map((payload) => `${payload}@example.com`),
    ...payloads.map((payload) => `grace@example.com${payload.slice(5)}`),
    'grace@example.com, victim@evil.example',
    'grace@example.com; victim@evil.example',
    'grace@example.com victim@evil.example',
    '"grace, victim@evil.example" <grace@example.com>',
    '"victim@evil.example,"@example.com',
    'victim@evil.example <grace@example.com>',
    'team: grace@example.com, victim@evil.example;',
    '<grace@example.com> victim@evil.example',
    'grace@example.com>\r\nRCPT TO:<victim@evil.example',
    'grace@example.com\r\nRCPT TO:<victim@evil.example>',
    '"grace@example.com\r\nBcc: victim@evil.example"@example.com',
    'grace(victim@evil.example)@example.com',
  ];

  /** A mail with its own id, passed to the mail server without prior checks. */
  async function deliver(part: { to?: string; subject?: string; replyTo?: string }) {
    const { config } = testApp;
    const mail = { to: 'grace@example.com', subject: 'Hello', text: 'A', html: 'A', ...part };
    await createMailTransport(config).deliver({ ...mail, messageId: '<1@give.example>' });
  }

  /** The mails that reach somebody else, or have a header of somebody else's. */
  function withVictims(mails: ReceivedMail[], recipient?: string): ReceivedMail[] {
    return mails.filter(({ mail, to: [to = '', ...others] }) => {
      const names = mail.headers.map(({ key }) => key);
      const isRight =
        others.length === 0 &&
        (recipient === undefined ? !to.endsWith('evil.example') : to === recipient) &&
        !names.includes('bcc') &&
        !names.includes('cc') &&
        ['to', 'from', 'subject', 'message-id', 'date'].every(
          (once) => names.filter((name) => name === once).length === 1,
        );
      return !isRight;
    });
  }

  test(`reaches nobody else as a recipient (${addresses.length} payloads)`, async () => {
    await Promise.all(
      addresses.map((to) =>
        deliver({ to }).catch((error) => expect(error).toBeInstanceOf(MailRefusedError)),
      ),
    );
    const added = withVictims(server.received);
    recordFigures('A32', {
      'payloads in addresses and subjects': addresses.length,
      'recipients or headers added': added.length,
    });
    expect(added).toEqual([]);
  });

  test(`adds no header as a subject or a sender (${payloads.length * 2} payloads)`, async () => {
    await Promise.all(payloads.map((subject) => deliver({ subject })));
    for (const { mail } of server.received) expect(mail.subject).toContain('Grace');
    await Promise.all(payloads.map((text) => deliver({ replyTo: `${text}@example.com` })));
    expect(server.received).toHaveLength(payloads.length * 2);
    const added = withVictims(server.received, 'grace@example.com');
    recordFigures('A32', {
      'payloads in addresses and subjects': payloads.length * 2,
      'recipients or headers added': added.length,
    });
    expect(added).toEqual([]);
  });

  test('in the contact form sends mail only to the team', async () => {
    for (const email of addresses) {
      const { status } = await testApp.call(sendContactMessage, {
        body: { email, message: `Hello\r\nBcc: victim@evil.example\r\n.\r\n` },
      });
      expect([200, 400]).toContain(status);
    }
    const { email } = aPerson();
    await testApp.call(sendContactMessage, { body: { email, message: 'Hello' } });
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
    expect(server.received.length).toBeGreaterThan(0);
    recordFigures('E6', {
      'hostile contact messages': addresses.length,
      'mails to a third party': server.received.filter(({ to }) => to.join() !== teamEmail).length,
    });
    expect(withVictims(server.received, teamEmail)).toEqual([]);
  });

  test('in a nomination stays in its mail', async () => {
    const { id: causeId } = await aCause(testApp);
    for (const nominee of payloads) {
      const body = { ...aPerson(), causeId, nominee, description: 'Heating.' };
      const { status } = await testApp.call(createNomination, { body });
      expect([201, 400]).toContain(status);
    }
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
    expect(server.received.length).toBeGreaterThan(0);
    expect(withVictims(server.received)).toEqual([]);
  });
});

describe('a forgotten password', () => {
  test('is mailed three times an hour at most, and the response never reveals it', async () => {
    const user = await anAdministrator(testApp);
    const ask = () => testApp.call(forgotPassword, { body: { email: user.email.toUpperCase() } });
    const answers = [];
    for (let count = 0; count < 6; count++) answers.push(await ask());
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    await expect.poll(resetsWaiting, { timeout: 60_000 }).toBe(0);
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
    // Two at first: half an hour later, when these links no longer work, there is still one mail left.
    recordFigures('E6', {
      'resets asked for': 6,
      'mails within the hour': server.to(user.email).length,
    });
    expect(server.to(user.email)).toHaveLength(2);

    const later = async (minutes: number, mails: number) => {
      await sql`update reset_mails set sent_at = sent_at - make_interval(mins => ${minutes})
        where user_id = ${user.id}`.execute(testApp.db);
      for (let count = 0; count < 3; count++) await ask();
      await expect.poll(resetsWaiting, { timeout: 60_000 }).toBe(0);
      await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
      expect(server.to(user.email)).toHaveLength(mails);
    };
    await later(29, 2);
    await later(1, 3);
    // The first two are an hour old.
    await later(29, 3);
    await later(1, 5);
  });

  async function resetsWaiting(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pgboss.job
      where name = 'password-reset' and state < 'completed'`.execute(testApp.db);
    return rows[0]?.count ?? 0;
  }
});
