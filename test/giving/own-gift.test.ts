import { expect, test, vi } from 'vitest';
import { createDonation } from '#contract/giving/donations.ts';
import { useTestApp } from '#test/support/app.ts';
import { payAt } from '#test/support/attack.ts';
import { aCause, aPerson } from '#test/support/factories.ts';
import { useWebSite } from '#test/support/web-site.ts';

const testApp = useTestApp();
const web = useWebSite(testApp);

/** Starts a donation; returns the address of its payment page and the cookie of the browser. */
async function aStartedGift() {
  const cause = await aCause(testApp);
  const { body, headers } = await testApp.call(createDonation, {
    body: { amount: 2_500, causeId: cause.id, ...aPerson() },
  });
  const header = String(headers['set-cookie']);
  expect(header).toMatch(/Max-Age=7200; Path=\/donate; HttpOnly; SameSite=Lax/);
  const [cookie = ''] = header.split(';');
  return { cause, url: body.url, cookie };
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
