import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { changeDonationPage, openDonationPage } from '#contract/publishing/donation-page.ts';
import { subscribeAgain, unsubscribe } from '#contract/publishing/subscriptions.ts';
import { buildApp } from '#server/app.ts';
import { newToken } from '#server/platform/security/tokens.ts';
import { hasOptedOut } from '#server/publishing/subscriptions/queries.ts';
import { useTestApp } from '#test/support/app.ts';
import { aDonation, aPerson } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aDonationToken } from '#test/support/proof.ts';
import { repeats } from '#test/support/tier.ts';
import { anUnsubscribeToken } from '#test/support/updates.ts';

const testApp = useTestApp();
const guesses = repeats({ change: 100, release: 10_000 });
const isOut = (email: string) => hasOptedOut(testApp.db, email);
const optOuts = async () =>
  (await testApp.db.selectFrom('mailOptOuts').select('email').execute()).length;

/** The request of a mail provider when somebody clicks "unsubscribe" (RFC 8058). */
function press(token: string, headers: Record<string, string> = {}) {
  return testApp.request({
    method: 'POST',
    url: `/unsubscribe/${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: 'List-Unsubscribe=One-Click',
  });
}

describe('the page behind the link', () => {
  test('stops updates to an address and restarts them, any number of times', async () => {
    const { email } = aPerson();
    const token = await anUnsubscribeToken(testApp, email);
    for (const [endpoint, expected] of [
      [unsubscribe, true],
      [unsubscribe, true],
      [subscribeAgain, false],
      [subscribeAgain, false],
      [unsubscribe, true],
    ] as const) {
      const { status, body } = await testApp.call(endpoint, { body: { token } });
      expect([status, body.message]).toEqual([200, expect.stringMatching(/^You will .*\.$/)]);
      expect(await isOut(email)).toBe(expected);
      expect(await isOut(email.toUpperCase())).toBe(expected);
    }
  });

  test('cannot be guessed', async () => {
    const { email } = aPerson();
    const right = await anUnsubscribeToken(testApp, email);
    const before = await optOuts();
    const wrong = [right.slice(1), `${right}A`, right.toLowerCase(), ' ', '%', "' or true --"];
    while (wrong.length < guesses) wrong.push(newToken());
    for (const token of wrong) {
      const { error } = await testApp.call(unsubscribe, { body: { token } });
      expect(error.code).toBe('invalid_token');
    }
    expect(await optOuts()).toBe(before);
  });
});

describe('one click in the mail program', () => {
  test.each([
    ['as a form', {}],
    ['as a form in parts', { 'content-type': 'multipart/form-data; boundary=x' }],
    [
      'from the page of a mail provider',
      { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
    ],
    ['out of a frame', { origin: 'null' }],
  ])('stops updates, sent %s', async (_, headers) => {
    const { email } = aPerson();
    const token = await anUnsubscribeToken(testApp, email);
    const { statusCode } = await press(token, headers);
    const hasStopped = await isOut(email);
    recordFigures('E5', { 'clicks that unsubscribe': 1, 'that did': Number(hasStopped) });
    expect([statusCode, hasStopped]).toEqual([200, true]);
  });

  test('gets the same response for every secret, and a wrong one changes nothing', async () => {
    const token = await anUnsubscribeToken(testApp, aPerson().email);
    const right = await press(token);
    const before = await optOuts();
    for (const wrong of [newToken(), 'x', `${token}A`, '%27', '.']) {
      const { statusCode, body, headers } = await press(wrong);
      expect([statusCode, body]).toEqual([200, right.body]);
      expect(Object.keys(headers)).toEqual(Object.keys(right.headers));
    }
    expect(await optOuts()).toBe(before);
  });

  test('is a POST: opening the address only redirects a person to the page', async () => {
    const { email } = aPerson();
    const token = await anUnsubscribeToken(testApp, email);
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await testApp.request({
        method,
        url: `/unsubscribe/${token}`,
      });
      expect([statusCode, headers.location]).toEqual([
        302,
        `${testApp.config.publicUrl}/unsubscribe#${token}`,
      ]);
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['cache-control']).toBe('no-store');
    }
    expect(await isOut(email)).toBe(false);
    const odd = await testApp.request({ url: '/unsubscribe/%0d%0aset-cookie:%20a=b%23%3f' });
    expect(odd.headers['set-cookie']).toBeUndefined();
    expect(odd.headers.location).toBe(
      `${testApp.config.publicUrl}/unsubscribe#%0D%0Aset-cookie%3A%20a%3Db%23%3F`,
    );
  });

  test('leaves its secret in no log', async () => {
    const token = await anUnsubscribeToken(testApp, aPerson().email);
    let log = '';
    const stream = new Writable({
      write(chunk, _encoding, done) {
        log += chunk;
        done();
      },
    });
    const app = await buildApp(testApp, pino({ level: 'trace' }, stream));
    const url = `/unsubscribe/${token}`;
    const type = 'application/x-www-form-urlencoded';
    await app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload: 'x' });
    await app.inject({ method: 'POST', url, headers: { 'content-type': 'text/x' }, payload: 'x' });
    await app.inject({ method: 'POST', url, payload: { big: 'x'.repeat(100_000) } });
    await app.inject({ url });
    await app.inject({ method: 'PUT', url });
    await app.close();
    expect(log).toContain('/unsubscribe/:token');
    expect(log).not.toContain(token);
  });

  test('is limited, so that nobody can try secrets for long', async () => {
    const app = await buildApp({ ...testApp, limitFactor: 0.001 }, pino({ level: 'silent' }));
    const codes: number[] = [];
    for (let call = 0; call < 4; call++) {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/unsubscribe/x',
        remoteAddress: '192.0.2.77',
      });
      codes.push(statusCode);
    }
    await app.close();
    expect(codes).toEqual([200, 200, 200, 429]);
  });
});

test('the choice is on the page of every donation from the address, and can be changed there', async () => {
  const person = aPerson();
  const shouting = { ...person, email: person.email.toUpperCase() };
  const tokens = await Promise.all(
    [await aDonation(testApp, { person }), await aDonation(testApp, { person: shouting })].map(
      (id) => aDonationToken(testApp, id),
    ),
  );
  const elsewhere = await aDonationToken(testApp, await aDonation(testApp));
  const wishes = () =>
    Promise.all(
      [...tokens, elsewhere].map(
        async (token) =>
          (await testApp.call(openDonationPage, { body: { token } })).body.donor?.wantsUpdates,
      ),
    );
  expect(await wishes()).toEqual([true, true, true]);
  const [, token = ''] = tokens;
  const changed = await testApp.call(changeDonationPage, { body: { token, wantsUpdates: false } });
  expect(changed.body).toMatchObject({
    donor: { wantsUpdates: false, isAvailableToVolunteerTime: false },
  });
  expect(await wishes()).toEqual([false, false, true]);
  // What is omitted stays the same.
  await testApp.call(changeDonationPage, { body: { token, isAvailableToVolunteerTime: true } });
  expect(await wishes()).toEqual([false, false, true]);
  const back = await testApp.call(changeDonationPage, { body: { token, wantsUpdates: true } });
  expect(back.body).toMatchObject({
    donor: { wantsUpdates: true, isAvailableToVolunteerTime: true },
  });
  expect(await wishes()).toEqual([true, true, true]);
});
