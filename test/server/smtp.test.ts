import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { sendContactMessage } from '#contract/contact.ts';
import { createNomination } from '#contract/nominations.ts';
import { useTestApp } from '#test/support/app.ts';
import { aCause, aDonation, aPerson } from '#test/support/factories.ts';
import { freePort } from '#test/support/server-process.ts';

/** A mail server that keeps what it receives, and can be switched off and on. */
class MailServer {
  readonly received: { mail: Email; from: string; to: string[] }[] = [];
  /** How many mails to take in and then refuse, as a server does that is out of space. */
  failuresLeft = 0;
  readonly port: number;
  #server: SMTPServer | null = null;

  constructor(port: number) {
    this.port = port;
  }

  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk) => chunks.push(chunk));
        stream.on('end', async () => {
          const { mailFrom, rcptTo } = session.envelope;
          const mail = await PostalMime.parse(Buffer.concat(chunks));
          this.attempts.push(mail.messageId ?? '');
          if (this.failuresLeft-- > 0) return done(new Error('out of space'));
          this.received.push({
            mail,
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
          });
          done();
        });
      },
    });
    server.on('error', () => {});
    server.listen(this.port, '127.0.0.1');
    await once(server.server, 'listening');
    this.#server = server;
  }

  /** The Message-ID of every delivery that was tried, refused ones too. */
  readonly attempts: string[] = [];

  stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    return new Promise((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  async waitFor(address: string) {
    for (let waited = 0; waited < 15_000; waited += 50) {
      const found = this.received.find(({ to }) => to.includes(address));
      if (found) return found;
      await sleep(50);
    }
    throw new Error(`No mail to ${address} within 15 s`);
  }
}

const server = new MailServer(await freePort());
const teamEmail = 'team@give.example';
const testApp = useTestApp({
  env: {
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: 'Give <post@give.example>',
    TEAM_EMAIL: teamEmail,
  },
});
afterEach(() => server.stop());
afterAll(() => server.stop());

/** Makes the queue try failed mail again now, not in half a minute. */
async function retryNow(): Promise<void> {
  await testApp.connection.scriptTransaction((script) =>
    script.run("update pgboss.job set start_after = now() where name = 'mail' and state = 'retry'"),
  );
  // Any new mail wakes the queue.
  await testApp.call(sendContactMessage, { body: { email: aPerson().email, message: 'Hello' } });
}

async function aNominationBy(person: ReturnType<typeof aPerson>) {
  const { id: causeId } = await aCause(testApp);
  const body = { nominee: 'José Ñandú', causeId, description: 'Heating ☀\n.\nEnd', ...person };
  return testApp.call(createNomination, { body });
}

describe('mail through an SMTP server', () => {
  test('has sender, recipient, subject and both parts', async () => {
    await server.start();
    const person = aPerson();
    await aNominationBy(person);
    const { mail, from, to } = await server.waitFor(person.email);
    expect([from, to]).toEqual(['post@give.example', [person.email]]);
    expect(mail.from).toMatchObject({ name: 'Give', address: 'post@give.example' });
    expect(mail.to).toMatchObject([{ address: person.email }]);
    expect(mail.subject).toBe('We received your nomination of José Ñandú');
    expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@localhost>$/);
    expect(mail.text).toContain('> Heating ☀\n> .\n> End');
    expect(mail.html).toContain('Heating ☀<br>.<br>End');
  });

  test('carries the address to answer to', async () => {
    await server.start();
    const { email } = aPerson();
    await testApp.call(sendContactMessage, { body: { email, message: 'Hello' } });
    await expect
      .poll(() => server.received.map(({ mail }) => mail.subject), { timeout: 15_000 })
      .toContain(`Message from ${email}`);
    const { mail } =
      server.received.find(({ mail }) => mail.subject === `Message from ${email}`) ?? expect.fail();
    expect(mail.to).toMatchObject([{ address: teamEmail }]);
    expect(mail.replyTo).toMatchObject([{ address: email }]);
  });
});

describe('while the mail server is away', () => {
  test('donating and nominating work, and the mail comes once it is back', async () => {
    const [donor, nominator] = [aPerson(), aPerson()];
    await aDonation(testApp, { amount: 4_200, person: donor });
    expect((await aNominationBy(nominator)).status).toBe(201);
    await expect.poll(failedJobs, { timeout: 15_000 }).toBeGreaterThanOrEqual(3);

    await server.start();
    await retryNow();
    const receipt = await server.waitFor(donor.email);
    expect(receipt.mail.subject).toBe('Thank you for your donation of $42.00');
    expect((await server.waitFor(nominator.email)).mail.subject).toContain('We received');
  });

  test('a mail that is tried again is the same mail', async () => {
    await server.start();
    server.failuresLeft = 1;
    const donor = aPerson();
    await aDonation(testApp, { person: donor });
    await expect.poll(failedJobs, { timeout: 15_000 }).toBe(1);
    await retryNow();
    const { mail } = await server.waitFor(donor.email);
    expect(server.attempts.filter((id) => id === mail.messageId)).toHaveLength(2);
  });

  async function failedJobs(): Promise<number> {
    const jobs = await testApp.boss.findJobs('mail');
    return jobs.filter(({ state }) => state === 'retry').length;
  }
});
