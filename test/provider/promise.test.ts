import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { getCardCosts, topUpCardCosts } from '#contract/provider/card-costs.ts';
import { usualRate } from '#core/ledger/card-costs.ts';
import { reportUnpaidCosts } from '#server/provider/card-costs/alerts.ts';
import { aCause, aPerson, signIn } from '#test/support/factories.ts';
import { changeSettings } from '#test/support/settings.ts';
import { aDonorWhoPays, alertsAbout, deliver, useStripeApp } from '#test/support/stripe-app.ts';
import { useWebSite } from '#test/support/web-site.ts';

// What every page and mail says of 100%, as long as card costs are paid and afterward.
const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;
const site = useWebSite(testApp);
let cookie = '';
beforeAll(async () => {
  await changeSettings(testApp, { cardCosts: { ...usualRate(), isCoverOffered: true } });
  cookie = await signIn(testApp);
});

const totals = async () => (await testApp.call(getCardCosts, { cookie })).body;
const thanksTo = async (address: string) =>
  (
    (await testApp.inbox.waitFor(address, 'Thank you for your donation of $100.00')).text ?? ''
  ).replaceAll(/\s+/g, ' ');

/** A donor who gives $100.00 and adds $3.30 for card costs. */
async function aCoveredDonation() {
  const [cause, person] = [await aCause(testApp), aPerson()];
  const body = { amount: 10_000, cover: 330, causeId: cause.id, ...person };
  const { session } = await aDonorWhoPays(stripeApp, { body });
  expect((await deliver(stripeApp, stripe.pay(session))).statusCode).toBe(200);
  return { person };
}

describe('the promise of 100%', () => {
  const page = async (url: string) => (await site.get(url)).body.replaceAll('<!-- -->', '');
  /** Costs that nobody pays, since so many days, and the way out. */
  async function unpaidFor(days: number) {
    const { balance } = await totals();
    await testApp.db
      .insertInto('operationsEntries')
      .values({
        id: randomUUID() as never,
        kind: 'bank_fee',
        amountCents: -balance - 4_210,
        countsOn: '2026-01-10',
        reason: '',
        actor: 'system',
        isReal: false,
        createdAt: new Date(Date.now() - days * 24 * 3600 * 1000).toISOString(),
      })
      .execute();
  }
  const pay = async (cents: number) =>
    testApp.call(topUpCardCosts, {
      cookie,
      body: { amount: cents, direction: 'in', reason: 'Paid at last' },
      idempotencyKey: randomUUID(),
    });
  const missing =
    /At the moment, \$42\.10 of card costs is not paid for\. .+ has to pay it from money that nobody donated for something else\./;
  const places = [
    '/',
    '/donate',
    '/donate?status=success',
    '/how-we-work',
    '/legal/terms-of-service',
    '/impact',
  ];

  test('stands while costs are unpaid for less than 7 days, and the team is alerted at once', async () => {
    await unpaidFor(6.9);
    for (const place of places) expect(await page(place)).not.toMatch(/At the moment, \$/);
    expect(await page('/')).toContain('100% of your donation goes to its intended purpose');
    await reportUnpaidCosts(testApp.db, testApp.mailer);
    await reportUnpaidCosts(testApp.db, testApp.mailer);
    expect(await alertsAbout(stripeApp, 'card-costs:unpaid')).toHaveLength(1);
    await pay(4_210);
    await reportUnpaidCosts(testApp.db, testApp.mailer);
    expect(await alertsAbout(stripeApp, 'card-costs:unpaid')).toEqual([]);
  });

  test('is taken back everywhere after 7 days, and is back with the last cent', async () => {
    await unpaidFor(7.1);
    for (const place of places) {
      const html = await page(place);
      expect([place, html.match(missing)?.[0]]).toEqual([place, expect.stringContaining('$42.10')]);
      expect([place, html.includes('100% of')]).toEqual([place, false]);
    }
    const { person } = await aCoveredDonation();
    const text = await thanksTo(person.email);
    // What this donor has added pays a part of it in the meantime, but the mail speaks of the moment before.
    expect(text).toMatch(missing);
    expect(text).not.toContain('All of it goes');
    await pay(4_210 - 330 - 1);
    expect(await page('/')).toMatch(/At the moment, \$0\.01 of card costs/);
    await pay(1);
    expect(await page('/')).toContain('100% of your donation goes to its intended purpose');
  });
});
