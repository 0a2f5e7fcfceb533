import { beforeEach, describe, expect, test } from 'vitest';
import { createDonation, getDonation } from '#contract/giving/donations.ts';
import { type CauseId, type DonationId, donationId } from '#contract/ids.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { aCause, aPerson, signIn } from '#test/support/factories.ts';
import { useWebSite } from '#test/support/web-site.ts';

const testApp = useTestApp();
const site = 'http://localhost:3000';

const web = useWebSite(testApp);
const openPage = (path: string) => web.get(path);

/** The request of a browser when somebody presses a button of the page. */
const press = (path: string, outcome: string) =>
  testApp.request({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `outcome=${outcome}`,
  });

const findDonation = async (id: DonationId) =>
  testApp.call(getDonation, { cookie: await signIn(testApp), params: { id } });

describe('the test payment page', () => {
  const person = aPerson();
  let cause: { id: CauseId; name: string };
  let path: string;
  let id: DonationId;

  beforeEach(async () => {
    cause = await aCause(testApp);
    person.email = aPerson().email;
    const { body } = await testApp.call(createDonation, {
      body: { amount: 123_456, causeId: cause.id, ...person, isAvailableToVolunteerTime: true },
    });
    path = body.url.slice(site.length);
    id = donationId.parse(path.slice('/test-payment/'.length));
  });

  test('says that nobody is charged, shows the gift, and offers both buttons', async () => {
    const page = await openPage(path);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('Test payment – no card is charged');
    expect(page.body).toContain('$1,234.56');
    expect(page.body).toContain(cause.name);
    expect(page.body).toMatch(/<button value="paid"[^>]*name="outcome"[^>]*>Pay<\/button>/);
    expect(page.body).toMatch(/<button value="cancelled"[^>]*name="outcome"[^>]*>Cancel<\/button>/);
  });

  test('Pay makes the donation and leads to the thank-you page', async () => {
    const answer = await press(path, 'paid');
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe(`${site}/donate?status=success`);
    expect((await findDonation(id)).body).toMatchObject({
      id,
      amount: 123_456,
      availableAmount: 123_456,
      cause: { id: cause.id, name: cause.name },
      paymentIntentId: `test_${id}`,
      isAvailableToVolunteerTime: true,
      ...person,
    });
  });

  test('Pay sends the donor a receipt', async () => {
    await press(path, 'paid');
    const mail = await testApp.inbox.waitFor(person.email, 'Thank you for your donation');
    expect(mail.subject).toBe('Test: Thank you for your donation of $1,234.56');
    expect(mail.from?.address).toBe('no-reply@localhost');
    const { createdAt } = (await findDonation(id)).body;
    const [year, month, day] = createdAt.slice(0, 10).split('-');
    for (const fact of [
      '$1,234.56',
      cause.name,
      `${month}/${day}/${year}`,
      id,
      `test_${id}`,
      'You also offered to volunteer your time.',
    ]) {
      expect(mail.text).toContain(fact);
      expect(mail.html).toContain(fact);
    }
  });

  test('Pay pressed twice, or five times at once, is booked once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => press(path, 'paid')));
    answers.push(await press(path, 'paid'));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(303));
    const entries = await testApp.db
      .selectFrom('ledgerEntries')
      .select(['kind', 'amountCents'])
      .where('donationId', '=', id)
      .execute();
    expect(entries).toEqual([{ kind: 'payment', amountCents: 123_456 }]);
    await testApp.inbox.waitFor(person.email, 'Thank you');
    expect(await testApp.inbox.to(person.email)).toHaveLength(1);
  });

  test('Cancel leads back to the form and donates nothing', async () => {
    const answer = await press(path, 'cancelled');
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe(`${site}/donate`);
    expect((await findDonation(id)).status).toBe(404);
    expect((await openPage(path)).body).toContain('This donation is cancelled.');
  });

  test('a canceled checkout can be started again, even with the same key', async () => {
    const body = { amount: 2_500, causeId: (await aCause(testApp)).id, ...aPerson() };
    const start = async () =>
      new URL((await testApp.call(createDonation, { body, idempotencyKey: 'again' })).body.url)
        .pathname;
    const first = await start();
    expect(await start()).toBe(first);
    await press(first, 'cancelled');
    expect(await start()).not.toBe(first);
  });

  test('a canceled checkout cannot be paid', async () => {
    await press(path, 'cancelled');
    expect((await press(path, 'paid')).headers.location).toBe(site + path);
    expect((await findDonation(id)).status).toBe(404);
  });

  test('a paid checkout cannot be canceled', async () => {
    await press(path, 'paid');
    expect((await press(path, 'cancelled')).headers.location).toBe(site + path);
    expect((await findDonation(id)).status).toBe(200);
    expect((await openPage(path)).body).toContain('This donation is paid.');
  });

  test('an expired checkout can be neither paid nor canceled', async () => {
    await testApp.db
      .updateTable('checkouts')
      .set({ expiresAt: new Date(Date.now() - 1_000).toISOString() })
      .where('id', '=', id)
      .execute();
    expect((await openPage(path)).body).toContain('This donation is expired.');
    for (const outcome of ['paid', 'cancelled']) {
      expect((await press(path, outcome)).headers.location).toBe(site + path);
    }
    expect((await findDonation(id)).status).toBe(404);
  });

  test.each(['', 'refunded', 'paid&outcome='])('refuses outcome=%s', async (outcome) => {
    const answer = await press(path, outcome);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid_input' });
    expect((await findDonation(id)).status).toBe(404);
  });
});

test.each([
  ['an unknown id', newId()],
  ['a word', 'nothing'],
  ['a NUL byte', '%00'],
  ['an endless id', 'x'.repeat(300)],
])('there is no page for %s', async (_, id) => {
  const answers = [
    await openPage(`/test-payment/${id}`),
    await press(`/test-payment/${id}`, 'paid'),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
});
