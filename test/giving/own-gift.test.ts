import { expect, test } from 'vitest';
import { createDonation } from '#contract/giving/donations.ts';
import { ownGiftPath } from '#contract/pages.ts';
import { openDonationPage } from '#contract/publishing/donation-page.ts';
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
  expect(open).not.toContain('See your gift');

  await payAt(testApp, url, 2_500);
  const paid = await thanks(cookie);
  expect(paid).toContain('You gave');
  expect(paid).toContain('<strong>$25.00</strong>');
  expect(paid).toContain(`<strong>${cause.name}</strong>`);
  const again = /href="([^"]*)"[^>]*>Give again/.exec(paid)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect((await web.get(again)).body).toContain('value="$25.00"');
  expect((await web.get('/donate', { headers: { cookie } })).body).toContain('is paid.');
});

test('leads to the private page of the donation, once it is paid', async () => {
  const { url, cookie } = await aStartedGift();
  const press = (headers: Record<string, string>) => web.post(ownGiftPath, {}, { headers });
  expect((await press({ cookie })).headers.location).toBe('/donate?status=success');

  await payAt(testApp, url, 2_500);
  const { statusCode, headers } = await press({ cookie });
  expect(statusCode).toBe(303);
  const [, token = ''] = /\/gift#(.+)$/.exec(String(headers.location)) ?? [];
  const { body } = await testApp.call(openDonationPage, { body: { token } });
  expect(body.amount).toBe(2_500);
  const foreign = { cookie, 'sec-fetch-site': 'cross-site' };
  expect((await press(foreign)).statusCode).toBe(403);
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
  const [, signature = ''] = cookie.split('.');
  const other = (await aStartedGift()).cookie.split('.')[0];
  for (const forged of ['', 'gift=', `${other}.${signature}`, cookie.slice(0, -1), `${cookie}x`]) {
    expect([forged, (await thanks(forged)).includes('$25.00')]).toEqual([forged, false]);
    const { headers } = await web.post(ownGiftPath, {}, { headers: { cookie: forged } });
    expect(headers.location).toBe('/donate?status=success');
  }
});
