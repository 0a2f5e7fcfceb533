import { beforeEach, describe, expect, test } from 'vitest';
import { eraseUnpaidCheckouts } from '#server/giving/donations/erase-unpaid-checkouts.ts';
import { endCalmAttack, watchForAttack } from '#server/platform/misuse/attack-watch.ts';
import { teamEmail, useTestApp } from '#test/support/app.ts';
import {
  aDonation,
  declineCards,
  letTimePass,
  payAt,
  sendAndSolve,
  sendForm,
  solve,
} from '#test/support/attack.ts';
import { aDonation as aPaidDonation, aPerson } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';

// As strict as with real payments.
const testApp = useTestApp({ override: () => ({ limitFactor: 1 }) });

const alertKey = 'attack:card-testing';
const subject = 'Test: Needs attention: Somebody seems to be testing stolen cards';
const openAlerts = () =>
  testApp.db
    .selectFrom('alerts')
    .select('message')
    .where('key', '=', alertKey)
    .where('settledAt', 'is', null)
    .execute();

// Nobody else in this file calls from there.
let hosts = 0;
const aNewAddress = () => `198.51.${100 + (hosts >> 8)}.${hosts++ & 255}`;
const donate = async (from = aNewAddress()) =>
  sendForm(testApp, '/api/donations', await aDonation(testApp), { from });
const start = async (from: string): Promise<string> => {
  const body = await aDonation(testApp);
  const { answer } = await sendAndSolve(testApp, '/api/donations', body, { from });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().url;
};
/** Whether everybody meets a challenge. */
const isAsked = async () => (await donate()).statusCode === 428;
const paidDonations = async (count: number) => {
  for (let number = 0; number < count; number++) await aPaidDonation(testApp);
};

beforeEach(async () => {
  await letTimePass(testApp);
  await endCalmAttack(testApp.db);
});

describe('an attack is noticed', () => {
  test('when six of ten payments fail', async () => {
    await paidDonations(6);
    await declineCards(testApp, 9);
    expect(await isAsked()).toBe(false);
    await declineCards(testApp, 1);
    expect(await isAsked()).toBe(true);
  });

  test('among many donations, when fifty payments and three of ten fail', async () => {
    await paidDonations(60);
    await declineCards(testApp, 49);
    expect(await isAsked()).toBe(false);
    await declineCards(testApp, 1);
    expect(await isAsked()).toBe(true);
  });
});

describe('no attack', () => {
  test('are a dozen declined cards among dozens of donations', async () => {
    await paidDonations(50);
    await declineCards(testApp, 30);
    expect(await isAsked()).toBe(false);
    expect(await openAlerts()).toEqual([]);
  });

  test('is one declined card that is reported by two events', async () => {
    await paidDonations(5);
    await declineCards(testApp, 8);
    await declineCards(testApp, 8, { type: 'payment_intent.payment_failed' });
    expect(await isAsked()).toBe(false);
  });

  test('is what happened more than five minutes ago', async () => {
    await declineCards(testApp, 9);
    await letTimePass(testApp);
    await declineCards(testApp, 9);
    expect(await isAsked()).toBe(false);
  });

  test('are hundreds of donors from different addresses, and none of them meets a challenge', async () => {
    const body = await aDonation(testApp);
    for (let count = 0; count < 300; count++) {
      const from = `10.1.${count >> 8}.${count & 255}`;
      expect((await sendForm(testApp, '/api/donations', body, { from })).statusCode).toBe(201);
    }
    await watchForAttack(testApp.db, testApp.mailer);
    expect(await openAlerts()).toEqual([]);
  });

  test('are honeypots and hasty forms, however many; they cost their own network only', async () => {
    const from = aNewAddress();
    for (let count = 0; count < 30; count++) {
      const body = { email: aPerson().email, message: 'Hello', website: 'http://spam.example' };
      const headers = { 'page-seconds': '0.5', 'x-forwarded-for': '10.7.7.7' };
      const { statusCode } = await sendForm(testApp, '/api/contact', body, { from, headers });
      expect([428, 429]).toContain(statusCode);
    }
    expect((await donate(from)).statusCode).toBe(428);
    await watchForAttack(testApp.db, testApp.mailer);
    expect(await isAsked()).toBe(false);
  });
});

describe('during an attack', () => {
  test('the team is alerted once with what happens, and again when a new one begins', async () => {
    const alerts = () =>
      testApp.db.selectFrom('alerts').select('id').where('key', '=', alertKey).execute();
    const { length: before } = await alerts();
    for (const attack of [1, 2]) {
      await declineCards(testApp, 12);
      for (let count = 0; count < 3; count++) await watchForAttack(testApp.db, testApp.mailer);
      // It goes on for hours.
      await letTimePass(testApp);
      await declineCards(testApp, 12);
      await endCalmAttack(testApp.db);
      expect(await alerts()).toHaveLength(before + attack);
      const [open] = await openAlerts();
      expect(open?.message).toContain('10 payments failed and 0 succeeded');
      await letTimePass(testApp);
      await endCalmAttack(testApp.db);
      expect(await openAlerts()).toHaveLength(0);
    }
    await testApp.inbox.waitFor(teamEmail, subject);
  });

  test('a donation takes the easiest challenge, from any number of addresses', async () => {
    await declineCards(testApp, 10);
    for (let count = 0; count < 70; count++) {
      const from = aNewAddress();
      const asked = await donate(from);
      expect(asked.statusCode).toBe(428);
      const { code, message, challenge } = asked.json();
      expect(code).toBe('challenge_required');
      expect(message).toContain('Nothing was sent or charged');
      // Solving all of them would say nothing more.
      if (count % 10 !== 0) continue;
      const solution = await solve(challenge);
      const { counter } = JSON.parse(Buffer.from(solution, 'base64').toString()).solution;
      expect(counter).toBeLessThanOrEqual(80);
      const body = await aDonation(testApp);
      const answer = await sendForm(testApp, '/api/donations', body, { from, solution });
      expect(answer.statusCode, answer.body).toBe(201);
    }
  });

  test('everything else works as always', async () => {
    await declineCards(testApp, 10);
    expect(await isAsked()).toBe(true);
    for (const url of ['/api/causes', '/api/auth', '/api/health']) {
      expect((await testApp.request({ url })).statusCode).toBe(200);
    }
    const from = aNewAddress();
    for (const [url, body] of [
      ['/api/auth/forgot-password', aPerson()],
      ['/api/contact', { email: aPerson().email, message: 'Hello' }],
    ] as const) {
      expect((await sendForm(testApp, url, body, { from })).statusCode).toBe(200);
    }
  });
});

test('half an hour after the last sign it is over, not earlier', async () => {
  await declineCards(testApp, 10);
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

describe('payments that fail again and again', () => {
  test('make their own network meet the hardest challenge, and then refuse it for an hour', async () => {
    // Enough donations elsewhere that this is no attack on the site.
    await paidDonations(10);
    const from = aNewAddress();
    const url = await start(from);
    await declineCards(testApp, 4, { at: url });
    expect((await donate(from)).statusCode).toBe(201);
    await declineCards(testApp, 1, { at: url });
    const asked = await donate(from);
    expect(asked.statusCode).toBe(428);
    const solution = await solve(asked.json().challenge);
    const { counter } = JSON.parse(Buffer.from(solution, 'base64').toString()).solution;
    expect(counter).toBeGreaterThanOrEqual(160);

    await declineCards(testApp, 5, { at: url });
    const refused = await sendForm(testApp, '/api/donations', await aDonation(testApp), {
      from,
      solution,
    });
    expect(refused.json()).toMatchObject({
      code: 'too_many_requests',
      message: expect.stringContaining('Nothing was charged'),
    });
    expect(refused.headers['retry-after']).toBe('3600');
    expect((await donate()).statusCode).toBe(201);
    const contact = { email: aPerson().email, message: 'My card does not work.' };
    expect((await sendAndSolve(testApp, '/api/contact', contact, { from })).answer.statusCode).toBe(
      200,
    );
    await letTimePass(testApp);
    expect((await donate(from)).statusCode).toBe(201);
  });

  test('do not harm a hall whose guests share an address while others of them pay', async () => {
    await paidDonations(10);
    const from = aNewAddress();
    for (let guest = 0; guest < 10; guest++) await payAt(testApp, await start(from));
    await declineCards(testApp, 12, { at: await start(from) });
    await expect(start(from)).resolves.toContain('http');
  });
});

test('the network of a checkout is a keyed hash, erased after 30 days', async () => {
  const from = aNewAddress();
  const url = await start(from);
  await payAt(testApp, url);
  const id = url.slice(url.lastIndexOf('/') + 1);
  const network = async () => {
    const { rows } = await testApp.db
      .selectFrom('checkouts')
      .select(['id', 'network'])
      .execute()
      .then((all) => ({ rows: all.filter((row) => row.id === id) }));
    return rows[0]?.network ?? null;
  };
  const stored = await network();
  expect(stored).toHaveLength(16);
  const isClear = Buffer.from(stored ?? [])
    .toString('latin1')
    .includes(from);
  let daysKept = 0;
  for (const days of [29, 31]) {
    await testApp.db
      .updateTable('checkouts')
      .set({ createdAt: new Date(Date.now() - days * 24 * 3600_000).toISOString() } as never)
      .execute();
    await eraseUnpaidCheckouts(testApp.db);
    if ((await network()) !== null) daysKept = days;
  }
  recordFigures('F6', {
    'addresses stored in the clear': Number(isClear),
    'days that a hash is kept': daysKept,
  });
  recordFigures('P6', {
    'kinds of data erased in time': Number(daysKept <= 30),
    'kept too long': Number(daysKept > 30),
  });
  expect(isClear).toBe(false);
  expect(daysKept).toBe(29);
});
