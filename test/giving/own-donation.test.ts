import { describe, expect, test, vi } from 'vitest';
import { createDonation } from '#contract/giving/donations.ts';
import { donationId } from '#contract/ids.ts';
import { publicPaths } from '#contract/pages.ts';
import {
  changeDonationPage,
  openDonationPage,
  replaceDonationLink,
  sendDonationLink,
  sendReceiptByLink,
} from '#contract/publishing/donation-page.ts';
import { openDonorPage, openOneDonation, sendOneReceipt } from '#contract/publishing/donor-page.ts';
import { confirmFollow, subscribeAgain, unsubscribe } from '#contract/publishing/subscriptions.ts';
import { useTestApp } from '#test/support/app.ts';
import { payAt } from '#test/support/attack.ts';
import { aCause, aPerson, signIn } from '#test/support/factories.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { useWebSite } from '#test/support/web-site.ts';

const testApp = useTestApp();
const web = useWebSite(testApp);

/** Starts a donation; returns the address of its payment page and the cookie of the browser. */
async function aStartedGift() {
  const [cause, person] = [await aCause(testApp), aPerson()];
  const { body, headers } = await testApp.call(createDonation, {
    body: { amount: 2_500, causeId: cause.id, ...person },
  });
  const header = String(headers['set-cookie']);
  expect(header).toMatch(/Max-Age=7200; Path=\S+; HttpOnly; SameSite=Lax/);
  const [cookie = ''] = header.split(';');
  return { cause, person, url: body.url, cookie, header };
}

/** What of a cookie a browser sends to a path. */
function sentTo(path: string, header: string): string {
  const [cookie = ''] = header.split(';');
  const own = /; Path=([^;]*)/.exec(header)?.[1] ?? '';
  return path === own || path.startsWith(own.replace(/\/?$/, '/')) ? cookie : '';
}
const thanks = async (cookie: string) =>
  (await web.get('/donate?status=success', { headers: { cookie } })).body;

test('the thank-you page says what this browser gave, and how the payment stands', async () => {
  const { cause, url, cookie } = await aStartedGift();
  const open = await thanks(cookie);
  expect(open).toContain('Thank You For Your Generosity!');
  expect(open).toContain('We are waiting for the confirmation of your payment');

  await payAt(testApp, url, 2_500);
  const paid = await thanks(cookie);
  expect(paid).toContain('You gave');
  expect(paid).toContain('<strong>$25.00</strong>');
  expect(paid).toContain(`<strong>${cause.name}</strong>`);
  const again = /href="([^"]*)"[^>]*>Give again/.exec(paid)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect((await web.get(again)).body).toContain('value="$25.00"');
  expect((await web.get('/donate', { headers: { cookie } })).body).toContain('is paid.');
});

test('a cancelled payment is not thanked for', async () => {
  const { url, cookie } = await aStartedGift();
  await testApp.db
    .updateTable('checkouts')
    .set({ status: 'cancelled' })
    .where('url', '=', url)
    .execute();
  expect(await thanks(cookie)).toContain('was not completed, and nothing was charged');
  expect((await web.get('/donate', { headers: { cookie } })).body).not.toContain('is paid.');
});

test('of two donations from one browser, the page is about the one that was paid last', async () => {
  const first = await aStartedGift();
  const second = await testApp.call(createDonation, {
    cookie: sentTo(createDonation.path, first.header),
    body: { amount: 70_000, causeId: first.cause.id, ...aPerson() },
  });
  const cookie = sentTo(publicPaths.donate, String(second.headers['set-cookie']));
  expect(await thanks(cookie)).toContain('$700.00');
  await payAt(testApp, first.url, 2_500);
  expect(await thanks(cookie)).toContain('<strong>$25.00</strong>');
  await payAt(testApp, second.body.url, 70_000);
  expect(await thanks(cookie)).toContain('<strong>$700.00</strong>');
});

test('nobody sees the donation of another browser', async () => {
  const { url, cookie } = await aStartedGift();
  await payAt(testApp, url, 2_500);
  const [, end = '', signature = ''] = cookie.split('.');
  const [other] = (await aStartedGift()).cookie.split('.');
  for (const forged of [
    '',
    'gift=',
    `${other}.${end}.${signature}`,
    `${cookie.split('.')[0]}.${Number(end) + 3600}.${signature}`,
    `${cookie.slice(0, -43)}${'é'.repeat(43)}`,
    cookie.slice(0, -1),
    `${cookie}x`,
  ]) {
    expect([forged, (await thanks(forged)).includes('$25.00')]).toEqual([forged, false]);
  }
});

test('after two hours, the browser knows no more', async () => {
  const { url, cookie } = await aStartedGift();
  await payAt(testApp, url, 2_500);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3600_000 + 1_000 });
  try {
    expect(await thanks(cookie)).not.toContain('$25.00');
  } finally {
    vi.useRealTimers();
  }
});

const viewTokenIn = (page: string) => /href="\/gift#([\w-]{43})"/.exec(page)?.[1] ?? null;

/** A paid donation, with the links on its thank-you page and in its receipt. */
async function aPaidGift() {
  const gift = await aStartedGift();
  await payAt(testApp, gift.url, 2_500);
  const viewToken = viewTokenIn(await thanks(gift.cookie)) ?? expect.fail('There is no link');
  const mail = await testApp.inbox.waitFor(gift.person.email, 'Thank you for your donation');
  const mailedToken = /\/gift#([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
  const id = donationId.parse(gift.url.slice(gift.url.lastIndexOf('/') + 1));
  return { ...gift, id, viewToken, mailedToken };
}
const open = (token: string) => testApp.call(openDonationPage, { body: { token } });

describe('the link on the thank-you page', () => {
  test('is there once the donation is paid, always the same, and in this browser alone', async () => {
    const { url, cookie } = await aStartedGift();
    expect(viewTokenIn(await thanks(cookie))).toBeNull();
    await payAt(testApp, url, 2_500);
    const { body, headers } = await web.get('/donate?status=success', { headers: { cookie } });
    expect(viewTokenIn(body)).not.toBeNull();
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(viewTokenIn(await thanks(cookie))).toBe(viewTokenIn(body));
    expect(viewTokenIn(await thanks(''))).toBeNull();
    expect(viewTokenIn(await thanks((await aPaidGift()).cookie))).not.toBe(viewTokenIn(body));
  });

  test('shows the donation as the link in the receipt does, but nothing of the donor', async () => {
    const { id, person, viewToken, mailedToken } = await aPaidGift();
    const [mailed, viewed] = [await open(mailedToken), await open(viewToken)];
    expect(mailed.body).toMatchObject({ id, donor: { firstName: person.firstName } });
    expect(viewed.body).toEqual({ ...mailed.body, donor: null });
    for (const detail of Object.values(person)) {
      expect(JSON.stringify(viewed.body)).not.toContain(detail);
    }
  });

  test('changes nothing, causes no mail, and opens nothing else', async () => {
    const { id, person, viewToken: token, mailedToken } = await aPaidGift();
    const before = [(await open(mailedToken)).body, await mailsQueuedFor(testApp, person.email)];
    const answers = [
      await testApp.call(changeDonationPage, { body: { token, wantsUpdates: false } }),
      await testApp.call(changeDonationPage, { body: { token, isAvailableToVolunteerTime: true } }),
      await testApp.call(changeDonationPage, { body: { token } }),
      await testApp.call(replaceDonationLink, { body: { token } }),
      await testApp.call(sendReceiptByLink, { body: { token } }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 403, error: { code: 'view_only_link' } });
    }
    const others = [
      await testApp.call(openDonorPage, { body: { token } }),
      await testApp.call(openOneDonation, { body: { token, donationId: id } }),
      await testApp.call(sendOneReceipt, { body: { token, donationId: id } }),
      await testApp.call(unsubscribe, { body: { token } }),
      await testApp.call(subscribeAgain, { body: { token } }),
      await testApp.call(confirmFollow, { body: { token } }),
    ];
    for (const answer of others) {
      expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_token' } });
    }
    const after = [(await open(mailedToken)).body, await mailsQueuedFor(testApp, person.email)];
    expect(after).toEqual(before);
  });

  test.each([
    ['the donor', 'replace'],
    ['an administrator', 'send'],
  ])('ends when %s replaces the links, and is not offered again', async (_, way) => {
    const { id, cookie, viewToken, mailedToken } = await aPaidGift();
    const answer =
      way === 'replace'
        ? await testApp.call(replaceDonationLink, { body: { token: mailedToken } })
        : await testApp.call(sendDonationLink, { cookie: await signIn(testApp), params: { id } });
    expect(answer.status).toBe(200);
    for (const token of [viewToken, mailedToken]) {
      expect((await open(token)).error.code).toBe('invalid_token');
    }
    expect(viewTokenIn(await thanks(cookie))).toBeNull();
  });
});
