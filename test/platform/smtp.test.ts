import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { sendContactMessage } from '#contract/publishing/contact.ts';
import { createNomination } from '#contract/vetting/nominations.ts';
import type { OutgoingMail } from '#server/platform/db/column-types.ts';
import { teamEmail, useTestApp } from '#test/support/app.ts';
import { aCause, aDonation, aPerson } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aMailServer, type Fate, type ReceivedMail } from '#test/support/mail-server.ts';

const server = await aMailServer();
const testApp = useTestApp({
  env: {
    SMTP_URL: server.url,
    MAIL_FROM: 'Give <post@give.example>',
  },
});
afterEach(() => server.stop());
afterAll(() => server.stop());

/** Makes the queue retry failed mail now instead of in half a minute. */
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

const has =
  (subject: string) =>
  ({ mail }: ReceivedMail) =>
    mail.subject === subject;

describe('mail through an SMTP server', () => {
  test('has sender, recipient, subject, and both parts', async () => {
    await server.start();
    const person = aPerson();
    await aNominationBy(person);
    await server.waitFor(person.email);
    const subject = 'Test: New nomination: José Ñandú';
    const { mail, from } = await server.waitFor(teamEmail, has(subject));
    expect(from).toBe('post@give.example');
    expect(mail.from).toMatchObject({ name: 'Give', address: 'post@give.example' });
    expect(mail.to).toMatchObject([{ address: teamEmail }]);
    expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@localhost>$/);
    expect(mail.text).toContain('> Heating ☀\n> .\n> End');
    expect(mail.html).toContain('Heating ☀<br>.<br>End');
  });

  test('has the address for replies', async () => {
    await server.start();
    const { email } = aPerson();
    await testApp.call(sendContactMessage, { body: { email, message: 'Hello' } });
    const { mail } = await server.waitFor(teamEmail, has(`Message from ${email}`));
    expect(mail.to).toMatchObject([{ address: teamEmail }]);
    expect(mail.replyTo).toMatchObject([{ address: email }]);
  });
});

describe('while the mail server is down or hangs', () => {
  test('donating and nominating work, and the mail arrives once it is back', async () => {
    const [donor, nominator] = [aPerson(), aPerson()];
    await aDonation(testApp, { amount: 4_200, person: donor });
    expect((await aNominationBy(nominator)).status).toBe(201);
    await expect.poll(() => failedJobs(), { timeout: 60_000 }).toBeGreaterThanOrEqual(3);

    await server.start();
    await retryNow();
    const receipt = await server.waitFor(donor.email);
    expect(receipt.mail.subject).toBe('Test: Thank you for your donation of $42.00');
    expect((await server.waitFor(nominator.email)).mail.subject).toContain('We received');
  });

  test('a retried mail is the same mail', async () => {
    await server.start();
    const donor = aPerson();
    let isFirst = true;
    server.decide = ({ to }) => {
      // Mail that an earlier test left waiting may arrive first.
      if (!to.includes(donor.email)) return 'take';
      const fate = isFirst ? 452 : 'take';
      isFirst = false;
      return fate;
    };
    await aDonation(testApp, { person: donor });
    await expect.poll(() => failedJobs(donor.email), { timeout: 60_000 }).toBe(1);
    await retryNow();
    const { mail } = await server.waitFor(donor.email);
    expect(server.attempts.filter((id) => id === mail.messageId)).toHaveLength(2);
  });

  test('a mail that it never responds to delays neither the others nor a donation', async () => {
    const stuck = Array.from({ length: 3 }, aPerson);
    const answered = Promise.withResolvers<void>();
    server.decide = async ({ to: [address] }): Promise<Fate> => {
      if (stuck.some(({ email }) => email === address)) await answered.promise;
      return 'take';
    };
    await server.start();
    for (const person of stuck) await aDonation(testApp, { person });
    await server.untilAttempted(stuck.length);
    const others = Array.from({ length: 20 }, aPerson);
    for (const person of others) await aDonation(testApp, { person });
    for (const { email } of others) await server.waitFor(email);
    expect(stuck.flatMap(({ email }) => server.to(email))).toEqual([]);

    answered.resolve();
    for (const { email } of stuck) await server.waitFor(email);
    const arrived = [...stuck, ...others].map(({ email }) => server.to(email).length);
    expect(new Set(arrived)).toEqual(new Set([1]));
    recordFigures('O11', {
      'mails that hung at the mail server': stuck.length,
      'mails that left meanwhile': others.length,
    });
  });

  async function failedJobs(to?: string): Promise<number> {
    const jobs = await testApp.boss.findJobs<OutgoingMail>('mail');
    return jobs.filter(({ state, data }) => state === 'retry' && (!to || data.to === to)).length;
  }
});
