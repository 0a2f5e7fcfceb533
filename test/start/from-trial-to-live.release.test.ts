import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import type { Endpoint, OwnResponseOf, RequestOf } from '#contract/endpoint.ts';
import { createDonation, listDonations } from '#contract/giving/donations.ts';
import { donationId } from '#contract/ids.ts';
import { listAlerts } from '#contract/operations/alerts.ts';
import { getReadiness } from '#contract/operations/health.ts';
import { listTestDonations } from '#contract/operations/test-donations.ts';
import { createRefund } from '#contract/payments/refunds.ts';
import { login } from '#contract/people/sign-in.ts';
import { getImpact } from '#contract/publishing/impact.ts';
import { createCause, listCauses } from '#contract/vetting/causes.ts';
import { readConfig } from '#server/platform/config.ts';
import { type RunningServer, startServer } from '#server/start.ts';
import { aPerson, testPassword } from '#test/support/factories.ts';
import { startFakeStripe } from '#test/support/fake-stripe.ts';
import { openInbox } from '#test/support/inbox.ts';
import { aMailServer } from '#test/support/mail-server.ts';
import { aUsedPlace } from '#test/support/new-place.ts';
import { freePort } from '#test/support/server-process.ts';
import { sign, webhookSecret } from '#test/support/stripe-app.ts';

// Section 5 of docs/operations.md, as somebody follows it.
const stripe = await startFakeStripe();
afterAll(() => stripe.close());
const mails = await aMailServer();
await mails.start();
afterAll(() => mails.stop());

test('the way of the guide from a trial to real payments', { timeout: 120_000 }, async () => {
  await using place = await aUsedPlace();
  const port = String(await freePort());
  const admin = { email: 'ada@example.org', password: testPassword };
  const common = {
    ...place.env,
    PORT: port,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: stripe.url,
  };
  const trial = { ...common, STRIPE_SECRET_KEY: 'sk_test_1' };
  const live = {
    ...common,
    PUBLIC_URL: 'https://give.example',
    STRIPE_SECRET_KEY: 'sk_live_1',
    TEAM_EMAIL: 'team@give.example',
    SMTP_URL: mails.url,
  };

  let cookie = '';
  await using open = await start(trial);
  cookie = await signIn(admin);
  const { body: cause } = await call(createCause, { body: { name: 'Heating' } });
  const tester = await give(500, cause.id);
  expect((await call(listDonations)).body).toMatchObject([{ amount: 500 }]);
  await openInbox(place.config.dataDir).waitFor(tester.email, 'Test: Thank you');
  expect(open.server.notices).toContain('This site is a trial: nobody is charged.');
  await open.server.close();

  // With the live keys.
  stripe.account.isLive = true;
  await using first = await start(live);
  expect(first.server.notices.join('\n')).toContain(
    '1 donation of test money ($5.00 in total) from before was taken out of the books',
  );
  cookie = await signIn(admin);
  expect((await call(listDonations)).body).toEqual([]);
  expect((await call(listTestDonations)).body).toMatchObject([
    { amount: 500, cause: 'Heating', email: tester.email },
  ]);
  expect((await call(listAlerts)).body).toMatchObject([{ path: '/admin/test-donations' }]);
  expect((await call(getImpact)).body).toMatchObject({ given: 0 });
  // What was prepared is still there.
  expect((await call(listCauses)).body).toMatchObject([
    { name: 'Heating', _count: { donations: 0 } },
  ]);

  // A dollar of one's own, and back.
  const donor = await give(100, cause.id);
  const { body: donations } = await call(listDonations);
  expect(donations).toMatchObject([{ amount: 100, availableAmount: 100 }]);
  await mails.waitFor(donor.email, ({ mail }) =>
    Boolean(mail.subject?.startsWith('Thank you for your donation of $1.00')),
  );
  const params = { id: donationId.parse(donations[0]?.id) };
  await call(createRefund, { params, body: { amount: 100, reason: 'A trial of my own' } });
  expect((await call(getImpact)).body).toMatchObject({ given: 100, returned: 100 });
  expect((await call(getReadiness)).body).toEqual({ status: 'ready', warnings: {} });
  await first.server.close();

  // From now on, nothing leads back to test payments on these books.
  await expect(start(trial)).rejects.toThrow('STRIPE_SECRET_KEY is a test key, but this database');
  const { STRIPE_WEBHOOK_SECRET: _, ...forgotten } = common;
  await expect(start(forgotten)).rejects.toThrow('STRIPE_SECRET_KEY is missing, but this database');

  // A copy to look at.
  await using copy = await start({ ...forgotten, TAKE_PAYMENTS: 'no' });
  expect(copy.server.notices).toContain('No payments are taken (TAKE_PAYMENTS=no).');
  cookie = await signIn(admin);
  expect((await call(listDonations)).body).toHaveLength(1);
  const refused = await call(createDonation, { body: aGift(100, cause.id) });
  expect([refused.status, refused.body]).toMatchObject([503, { code: 'payments_unavailable' }]);
  const page = await fetch(`http://localhost:${port}/test-payment/${params.id}`);
  expect(page.status).toBe(404);

  /** A server, closed at the end. */
  async function start(env: Record<string, string>) {
    const server: RunningServer = await startServer(
      readConfig(env),
      pino({ level: 'silent' }),
      async () => {},
    );
    return { server, [Symbol.asyncDispose]: () => server.close() };
  }

  async function call<E extends Endpoint>(endpoint: E, request: Partial<RequestOf<E>> = {}) {
    const { params = {}, body } = request as { params?: Record<string, string>; body?: unknown };
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name) => params[name] ?? '');
    const response = await fetch(`http://localhost:${port}${path}`, {
      method: endpoint.method,
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = (text === '' ? undefined : JSON.parse(text)) as OwnResponseOf<E>;
    return { status: response.status, headers: response.headers, body: answer };
  }

  async function signIn(body: typeof admin): Promise<string> {
    cookie = '';
    const { headers } = await call(login, { body });
    return headers.get('set-cookie')?.split(';')[0] ?? '';
  }

  function aGift(amount: number, causeId: typeof cause.id) {
    const words = { description: '', isAvailableToVolunteerTime: false };
    return { amount, causeId, ...words, ...aPerson() };
  }

  /** Somebody donates through the form and pays; Stripe tells us. */
  async function give(amount: number, causeId: typeof cause.id) {
    const gift = aGift(amount, causeId);
    const { body } = await call(createDonation, { body: gift });
    const payload = JSON.stringify(stripe.pay(stripe.sessionAt(body.url)));
    const response = await fetch(`http://localhost:${port}/api/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': sign(payload) },
      body: payload,
    });
    expect(response.status).toBe(200);
    return gift;
  }
});
