import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { forgotPassword } from '#contract/people/sign-in.ts';
import type { MailUrgency } from '#server/platform/db/column-types.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAdministrator } from '#test/support/factories.ts';
import { aMailServer, type Fate } from '#test/support/mail-server.ts';

const server = await aMailServer();
const testApp = useTestApp({ env: { SMTP_URL: server.url } });
beforeAll(() => server.start());
beforeEach(() => server.reset());
afterAll(() => server.stop());

const queue = (urgency: MailUrgency, ...addresses: string[]) =>
  testApp.db.transaction().execute(async (trx) => {
    for (const to of addresses) {
      await testApp.mailer.enqueue(trx, { to, urgency, subject: 'Hello', text: 'A', html: 'A' });
    }
  });
const recipients = () => server.received.map(({ to }) => to[0] ?? '');

/** The mail server accepts mail to these addresses only when it is told to. */
function holdUp(start: string) {
  const { promise, resolve } = Promise.withResolvers<Fate>();
  server.decide = ({ to }) => (to[0]?.startsWith(start) ? promise : 'take');
  return { release: () => resolve('take') };
}

test('a reset link leaves while everything else hangs and more waits, then comes what people wait for', async () => {
  const line = holdUp('stranger');
  await queue('form', ...Array.from({ length: 40 }, (_, at) => `stranger-${at}@example.com`));
  await server.untilAttempted(10);
  await queue('bulk', 'update@example.com');
  await queue('form', 'late-stranger@example.com');
  await queue('decision', 'nominator@example.com');
  await queue('receipt', 'donor@example.com');
  const user = await anAdministrator(testApp);
  await testApp.call(forgotPassword, { body: { email: user.email } });
  await server.untilReceived(1);
  expect(recipients()).toEqual([user.email]);

  line.release();
  await server.untilReceived(45);
  // Deliveries overlap, so neighbors may change places.
  const place = (to: string) => recipients().indexOf(`${to}@example.com`);
  for (const awaited of ['donor', 'nominator']) expect(place(awaited)).toBeLessThan(23);
  for (const other of ['late-stranger', 'update']) expect(place(other)).toBeGreaterThan(23);
});
