import { beforeEach, describe, expect, test } from 'vitest';
import { endCalmAttack, watchForAttack } from '#server/platform/misuse/attack-watch.ts';
import { teamEmail, useTestApp } from '#test/support/app.ts';
import { aDonation, letTimePass, payments, sendForm, solve } from '#test/support/attack.ts';
import { aPerson } from '#test/support/factories.ts';

// As strict as with real payments.
const testApp = useTestApp({ override: () => ({ limitFactor: 1 }) });

const alertKey = 'attack:card-testing';
const subject = 'Needs attention: Somebody seems to be testing stolen cards';
const openAlerts = () =>
  testApp.db
    .selectFrom('alerts')
    .select('title')
    .where('key', '=', alertKey)
    .where('settledAt', 'is', null)
    .execute();
const contact = async (headers: Record<string, string> = {}, extra: object = {}) => {
  const body = { email: aPerson().email, message: 'Hello', ...extra };
  return (await sendForm(testApp, '/api/contact', body, { headers })).statusCode;
};
const isAsked = async () => (await contact()) === 428;

beforeEach(async () => {
  await letTimePass(testApp);
  await endCalmAttack(testApp.db);
});

describe('an attack is noticed', () => {
  test('at the tenth card declined within five minutes', async () => {
    // Among so many paid ones that the share alone is not suspicious.
    await payments(testApp, 'checkout.session.completed', 30, 'booked');
    await payments(testApp, 'charge.failed', 9);
    expect(await isAsked()).toBe(false);
    await payments(testApp, 'charge.failed', 1);
    expect(await isAsked()).toBe(true);
  });

  test('when six of ten are declined', async () => {
    await payments(testApp, 'checkout.session.completed', 4, 'booked');
    await payments(testApp, 'payment_intent.payment_failed', 5);
    expect(await isAsked()).toBe(false);
    await payments(testApp, 'payment_intent.payment_failed', 1);
    expect(await isAsked()).toBe(true);
  });

  test('not earlier because one declined card is reported by two events', async () => {
    await payments(testApp, 'checkout.session.completed', 5, 'booked');
    await payments(testApp, 'charge.failed', 5);
    await payments(testApp, 'payment_intent.payment_failed', 5);
    expect(await isAsked()).toBe(false);
  });

  test('not because of what happened more than five minutes ago', async () => {
    await payments(testApp, 'charge.failed', 20);
    await letTimePass(testApp);
    expect(await isAsked()).toBe(false);
  });

  test('when a few addresses start a lot of donations', async () => {
    const body = await aDonation(testApp);
    const send = (from: string) => sendForm(testApp, '/api/donations', body, { from });
    for (let count = 0; count < 20; count++) {
      // One address may use up its own limit, as always.
      expect((await send('203.0.113.1')).statusCode).toBe(201);
    }
    expect((await send('203.0.113.1')).statusCode).toBe(429);
    for (let count = 0; count < 18; count++) {
      expect((await send('203.0.113.2')).statusCode).toBe(201);
    }
    expect((await send('203.0.113.2')).statusCode).toBe(428);
  });

  test('when a minute has sixty checkouts, no matter where they come from', async () => {
    const body = await aDonation(testApp);
    for (let count = 0; count < 60; count++) {
      const from = `198.51.100.${count}`;
      expect((await sendForm(testApp, '/api/donations', body, { from })).statusCode).toBe(201);
    }
    expect(await isAsked()).toBe(true);
  });

  test.each([
    ['that fill the honeypot', {}, { website: 'http://spam.example' }, 400],
    ['that are sent as soon as the page is there', { 'page-seconds': '2' }, {}, 200],
  ])('at the tenth call of programs %s', async (_, headers, extra, status) => {
    for (let count = 0; count < 9; count++) {
      expect(await contact({ ...headers } as Record<string, string>, extra)).toBe(status);
    }
    expect(await isAsked()).toBe(false);
    await letTimePass(testApp);
    for (let count = 0; count < 10; count++) {
      await sendForm(testApp, '/api/nominations', extra, {
        headers: headers as Record<string, string>,
      });
    }
    expect(await isAsked()).toBe(true);
  });
});

test('people who take their time raise no suspicion', async () => {
  for (let count = 0; count < 10; count++) expect(await contact({ 'page-seconds': '4' })).toBe(200);
  await letTimePass(testApp);
  expect(await isAsked()).toBe(false);
});

describe('during an attack', () => {
  test('the team is alerted once, and again when a new one begins', async () => {
    const alerts = () =>
      testApp.db.selectFrom('alerts').select('id').where('key', '=', alertKey).execute();
    const { length: before } = await alerts();
    for (const attack of [1, 2]) {
      await payments(testApp, 'charge.failed', 10);
      for (let count = 0; count < 3; count++) {
        await isAsked();
        await watchForAttack(testApp.db, testApp.mailer, 1);
      }
      expect(await alerts()).toHaveLength(before + attack);
      expect(await openAlerts()).toHaveLength(1);
      await letTimePass(testApp);
      await endCalmAttack(testApp.db);
      expect(await openAlerts()).toHaveLength(0);
    }
    await testApp.inbox.waitFor(teamEmail, subject);
  });

  test.each(['/api/donations', '/api/nominations', '/api/contact'])(
    '%s requires a solved challenge, and accepts the call with it',
    async (url) => {
      const description = 'Heating';
      const body = {
        nominee: 'Maria',
        description,
        message: 'Hello',
        ...(await aDonation(testApp)),
      };
      await payments(testApp, 'charge.failed', 10);
      const asked = await sendForm(testApp, url, body);
      expect(asked.statusCode).toBe(428);
      const { code, message, challenge } = asked.json();
      expect(code).toBe('challenge_required');
      expect(message).toContain('Nothing was sent or charged');
      const answered = await sendForm(testApp, url, body, { solution: await solve(challenge) });
      expect(answered.statusCode, answered.body).toBeLessThan(300);
    },
  );

  test('all checkouts together have a limit, half of it reserved for newcomers', async () => {
    const body = await aDonation(testApp);
    await payments(testApp, 'charge.failed', 10);
    const admitted = async (from: string) => {
      const { challenge } = (await sendForm(testApp, '/api/donations', body, { from })).json();
      return sendForm(testApp, '/api/donations', body, { from, solution: await solve(challenge) });
    };
    const fill = (name: string) =>
      testApp.db.updateTable('callCounts').set({ calls: 30 }).where('name', '=', name).execute();
    expect((await admitted('192.0.2.1')).statusCode).toBe(201);
    // Its second one: it is no longer a newcomer.
    expect((await admitted('192.0.2.1')).statusCode).toBe(201);
    await fill('checkouts');
    const refused = await admitted('192.0.2.1');
    expect(refused.json()).toMatchObject({
      code: 'too_many_requests',
      message: expect.stringContaining('Nothing was charged'),
    });
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await admitted('192.0.2.2')).statusCode).toBe(201);
    await fill('checkouts of newcomers');
    expect((await admitted('192.0.2.3')).statusCode).toBe(429);
  });

  test('everything else works as always', async () => {
    await payments(testApp, 'charge.failed', 10);
    expect(await isAsked()).toBe(true);
    for (const url of ['/api/causes', '/api/auth', '/api/health']) {
      expect((await testApp.request({ url })).statusCode).toBe(200);
    }
    expect((await sendForm(testApp, '/api/auth/forgot-password', aPerson())).statusCode).toBe(200);
  });
});

test('half an hour after the last sign it is over, not earlier', async () => {
  await payments(testApp, 'charge.failed', 10);
  expect(await isAsked()).toBe(true);
  await letTimePass(testApp);
  const minutesAgo = (minutes: number) =>
    testApp.db
      .updateTable('attacks')
      .set({ seenAt: new Date(Date.now() - minutes * 60_000).toISOString() })
      .execute();
  await minutesAgo(29);
  await endCalmAttack(testApp.db);
  expect(await isAsked()).toBe(true);
  expect(await openAlerts()).toHaveLength(1);
  await minutesAgo(31);
  await endCalmAttack(testApp.db);
  expect(await isAsked()).toBe(false);
  expect(await openAlerts()).toHaveLength(0);
});
