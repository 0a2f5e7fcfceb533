import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { ExportListName } from '#contract/exports/export-lists.ts';
import { exportFilePath } from '#contract/exports/export-path.ts';
import { createExport } from '#contract/exports/exports.ts';
import { createDonation, listDonations } from '#contract/giving/donations.ts';
import type { CauseId, DonationId, NominationId } from '#contract/ids.ts';
import { getSettings, saveSettings } from '#contract/operations/settings.ts';
import { needPath } from '#contract/pages.ts';
import { createRefund } from '#contract/payments/refunds.ts';
import { getImpact } from '#contract/publishing/impact.ts';
import { createAllocation } from '#contract/spending/allocations.ts';
import { recordExpense } from '#contract/spending/expenses.ts';
import type { ExportFormat } from '#core/exports/export-lists.ts';
import { createStripeProvider } from '#server/provider/payment-provider/stripe.ts';
import { words } from '#test/support/expenses.ts';
import { aCause, anAcceptedNomination, aPerson, signIn } from '#test/support/factories.ts';
import { aReceipt, publishNeed } from '#test/support/proof.ts';
import { readCsv } from '#test/support/read-csv.ts';
import { reconcileNow } from '#test/support/reconcile-now.ts';
import type { FakeSession } from '#test/support/stripe/world.ts';
import {
  aDonorWhoPays,
  balanceOf,
  deliver,
  recordOf,
  type StripeApp,
  unbookedObjects,
  useStripeApp,
} from '#test/support/stripe-app.ts';
import { useWebSite } from '#test/support/web-site.ts';

/** An amount in the smallest unit, as a person reads it, and as a file has it. */
type Amount = [cents: number, shown: string, decimal: string];

interface Story {
  currency: string;
  name: string;
  /** What the form offers, and the smallest donation. */
  presets: string[];
  least: string;
  /** Typed into the form, and refused with this. */
  wrong: [typed: string, message: string][];
  typed: string;
  given: Amount;
  allocated: Amount;
  spent: Amount;
  refunded: Amount;
  available: Amount;
  /** How a cell of an Excel file shows an amount. */
  cellFormat: string;
}

const yen: Story = {
  currency: 'JPY',
  name: 'Japanese yen',
  presets: ['¥2,500', '¥5,000', '¥10,000', '¥25,000'],
  least: '¥100',
  wrong: [
    ['99', 'Must be at least ¥100'],
    ['123.45', 'Enter an amount, such as 2500'],
    ['$2,500', 'Amounts here are in Japanese yen. Do you mean ¥2,500?'],
    ['100,000,000', 'Must be at most ¥99,999,999'],
  ],
  typed: '¥12,345',
  given: [12_345, '¥12,345', '12345'],
  allocated: [6_001, '¥6,001', '6001'],
  spent: [1_999, '¥1,999', '1999'],
  refunded: [1_001, '¥1,001', '1001'],
  available: [5_343, '¥5,343', '5343'],
  cellFormat: '0',
};

// With the space that does not break, as everywhere after a code.
const dinars: Story = {
  currency: 'KWD',
  name: 'Kuwaiti dinars',
  presets: ['KWD\u00a02.500', 'KWD\u00a05', 'KWD\u00a010', 'KWD\u00a025'],
  least: 'KWD\u00a00.100',
  wrong: [
    ['0.090', 'Must be at least KWD\u00a00.100'],
    ['12.3456', 'Enter an amount, such as 2.500'],
    ['12.345', 'Must be a multiple of KWD\u00a00.010'],
    ['100,000', 'Do you mean KWD\u00a0100,000.000 or KWD\u00a0100.000?'],
    ['100000', 'Must be at most KWD\u00a099,999.999'],
  ],
  typed: 'KWD 12.34',
  given: [12_340, 'KWD\u00a012.340', '12.340'],
  // What is not paid by card may have any fils.
  allocated: [6_001, 'KWD\u00a06.001', '6.001'],
  spent: [1_999, 'KWD\u00a01.999', '1.999'],
  refunded: [1_010, 'KWD\u00a01.010', '1.010'],
  available: [5_329, 'KWD\u00a05.329', '5.329'],
  cellFormat: '0.000',
};

/** A site in one currency, and the donation that its tests follow one after the other. */
interface Site {
  story: Story;
  stripeApp: StripeApp;
  web: ReturnType<typeof useWebSite>;
  gift: {
    causeId: CauseId;
    id: DonationId;
    session: FakeSession;
    person: ReturnType<typeof aPerson>;
    nominationId: NominationId;
    cookie: string;
  };
}

describe.each([yen, dinars])('a site in $currency', async (story) => {
  const stripeApp = await useStripeApp({ currency: story.currency });
  const web = useWebSite(stripeApp.testApp, { site: { payments: 'stripe' } });
  const site: Site = { story, stripeApp, web, gift: {} as Site['gift'] };
  describe('when somebody donates', () => testDonating(site));
  describe('when the money moves on', () => testMoving(site));
  describe('when Stripe has another amount or currency', () => testRefusing(site));
});

function testDonating({ story, stripeApp, web, gift }: Site): void {
  const { testApp, stripe } = stripeApp;
  const [cents, shown] = story.given;

  test('offers amounts in it, and says so', async () => {
    gift.causeId = (await aCause(testApp)).id;
    const { body } = await web.get('/donate');
    expect(body).toContain(`<html lang="en" data-currency="${story.currency}">`);
    const offered = [...body.matchAll(/<a class="numbers"[^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(offered).toEqual(story.presets);
    const [placeholder = ''] = /placeholder="[^"]*0[^"]*"/.exec(body) ?? [];
    expect(placeholder).not.toContain('$');
    const terms = (await web.get('/legal/terms-of-service')).body;
    expect(terms.replaceAll('<!-- -->', '')).toContain(
      `Donations are in ${story.name}, from ${story.least}.`,
    );
    for (const path of ['/', '/donate', '/nominate', '/impact', '/legal/terms-of-service']) {
      expect((await web.get(path)).body, path).not.toMatch(/\$\d|\bdollars?\b/i);
    }
  });

  test.each(story.wrong)('refuses "%s" on the form: %s', async (amount, message) => {
    const fields = { amount, causeId: gift.causeId, description: '', ...aPerson(), website: '' };
    const { statusCode, body } = await web.post('/donate', fields);
    const [, error] = /id="amount-error">([^<]*)</.exec(body) ?? [];
    expect([statusCode, error]).toEqual([400, message]);
  });

  test('has the form paid at Stripe to the digit', async () => {
    gift.person = aPerson();
    const { typed: amount } = story;
    const fields = { amount, causeId: gift.causeId, description: '', ...gift.person, website: '' };
    const { headers } = await web.post('/donate', fields);
    const [, url = ''] = /^0; url=(.+)$/.exec(String(headers.refresh)) ?? [];
    gift.session = stripe.sessionAt(url);
    expect(gift.session).toMatchObject({
      amount_total: cents,
      currency: story.currency.toLowerCase(),
    });
    gift.id = gift.session.metadata?.checkoutId as DonationId;
    await deliver(stripeApp, stripe.pay(gift.session));
    const { status, entries } = await recordOf(stripeApp, gift.id);
    expect([status, entries]).toEqual(['paid', [{ kind: 'payment', amountCents: cents }]]);
  });

  test('thanks the donor for it', async () => {
    const mail = await testApp.inbox.waitFor(gift.person.email, 'Thank you');
    expect(mail.subject).toContain(`Thank you for your donation of ${shown}`);
    expect(mail.text).toContain(`We received your donation of ${shown}.`);
    expect(mail.html).toContain(shown);
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toContain('$');
  });
}

function testMoving({ story, stripeApp, web, gift }: Site): void {
  const { testApp, stripe } = stripeApp;
  const [cents, shown, decimal] = story.given;

  test('allocates and spends any amount of it, and refunds what a card can take', async () => {
    const cookie = await signIn(testApp);
    const nominationId = await anAcceptedNomination(testApp, { causeId: gift.causeId });
    Object.assign(gift, { cookie, nominationId });
    const [amount] = story.allocated;
    const tooMuch = await testApp.call(createAllocation, {
      cookie,
      body: { amount: cents + 1, donationId: gift.id, nominationId },
    });
    expect([tooMuch.status, tooMuch.error.message]).toEqual([
      409,
      `Only ${shown} of this donation is still available.`,
    ]);
    const allocated = await testApp.call(createAllocation, {
      cookie,
      body: { amount, donationId: gift.id, nominationId },
    });
    expect([allocated.status, allocated.body.amount]).toEqual([201, amount]);
    const spent = await testApp.call(recordExpense, {
      cookie,
      params: { id: nominationId },
      body: {
        ...words,
        amount: story.spent[0],
        receiptIds: [await aReceipt(testApp, nominationId)],
      },
    });
    expect(spent.status).toBe(201);
    const refund = (cardCents: number) =>
      testApp.call(createRefund, {
        cookie,
        params: { id: gift.id },
        body: { amount: cardCents, reason: 'Given by mistake' },
      });
    if (story === dinars) {
      const { status, error } = await refund(1_001);
      expect([status, error.fields]).toEqual([
        400,
        { amount: 'Must be a multiple of KWD\u00a00.010' },
      ]);
      expect(stripe.refunds).toEqual([]);
    }
    expect((await refund(story.refunded[0])).body).toMatchObject({
      amount: story.refunded[0],
      status: 'succeeded',
    });
    expect(stripe.refunds).toMatchObject([
      { amount: story.refunded[0], currency: story.currency.toLowerCase() },
    ]);
    expect(await balanceOf(stripeApp, gift.id)).toEqual({
      amountCents: cents,
      returnedCents: story.refunded[0],
      allocatedCents: amount,
      deficitCents: 0,
    });
    const [row] = (await testApp.call(listDonations, { cookie })).body;
    expect(row).toMatchObject({ amount: cents, availableAmount: story.available[0] });
    const mail = await testApp.inbox.waitFor(gift.person.email, story.refunded[1]);
    expect(mail.text).toContain(story.refunded[1]);
  });

  test('shows the public where it is', async () => {
    await publishNeed(testApp, gift.nominationId);
    const need = (await web.get(needPath(gift.nominationId))).body;
    const impact = (await web.get('/impact')).body;
    for (const [, text] of [story.allocated, story.spent]) expect(need).toContain(text);
    for (const [, text] of [story.given, story.refunded, story.available, story.spent]) {
      expect(impact).toContain(text);
    }
    expect(need + impact).not.toMatch(/\$\d/);
    expect((await testApp.call(getImpact)).body).toMatchObject({
      given: cents,
      returned: story.refunded[0],
      waiting: story.available[0],
      spent: story.spent[0],
      allocated: story.allocated[0] - story.spent[0],
    });
  });

  test('exports it with its code and its decimals', async () => {
    const download = async (list: ExportListName, format: ExportFormat) => {
      const { cookie } = gift;
      const { body } = await testApp.call(createExport, {
        cookie,
        body: { list, format, filter: '' },
      });
      const url = exportFilePath(body.id);
      return (await testApp.request({ url, headers: { cookie } })).rawPayload;
    };
    const rowsOf = async (list: ExportListName) => {
      const [titles = [], ...rows] = readCsv((await download(list, 'csv')).toString());
      return rows.map((row) => Object.fromEntries(titles.map((title, at) => [title, row[at]])));
    };
    const { currency: Currency } = story;
    const [allocated, spent, refunded] = [story.allocated, story.spent, story.refunded].map(
      ([, , text]) => text,
    );
    expect(await rowsOf('donations')).toEqual([
      expect.objectContaining({
        Amount: decimal,
        'Available Amount': story.available[2],
        Allocated: allocated,
        Returned: refunded,
        Currency,
      }),
    ]);
    expect(await rowsOf('allocations')).toEqual([
      expect.objectContaining({ Amount: allocated, Spent: spent, Currency }),
    ]);
    expect(await rowsOf('expenses')).toEqual([
      expect.objectContaining({ Amount: spent, Currency }),
    ]);
    expect((await rowsOf('donors'))[0]).toMatchObject({ Amount: decimal, Currency });
    expect((await rowsOf('nominations'))[0]).toMatchObject({ Spent: spent, Currency });
    const entries = await rowsOf('ledger');
    expect(entries.map((row) => [row.Move, row.Amount, row.Currency])).toEqual([
      ['Refund', refunded, Currency],
      ['Expense', spent, Currency],
      ['Allocation', allocated, Currency],
      ['Payment', decimal, Currency],
    ]);
    const parts = unzipSync(await download('donations', 'xlsx'));
    const text = (name: string) => Buffer.from(parts[name] ?? '').toString();
    const [, cell] = /<c r="D2"[^>]*><v>([^<]*)<\/v>/.exec(text('xl/worksheets/sheet1.xml')) ?? [];
    expect(Number(cell)).toBe(Number(decimal));
    expect(text('xl/styles.xml')).toContain(`formatCode="${story.cellFormat}"`);
  });
}

function testRefusing({ story, stripeApp, gift }: Site): void {
  const { testApp, stripe } = stripeApp;

  test('offers on its form only what a card can pay', async () => {
    const { cookie } = gift;
    const old = (await testApp.call(getSettings, { cookie })).body;
    const { status, error } = await testApp.call(saveSettings, {
      cookie,
      body: { ...old, presetCents: [5_000, 2_505] },
    });
    const isOffered = story !== dinars;
    expect(status).toBe(isOffered ? 200 : 400);
    if (isOffered) return;
    expect(error.fields).toEqual({ presetCents: 'Must be a multiple of KWD\u00a00.010' });
  });

  test('refuses another currency, and an amount that no card can pay', async () => {
    const payer = await aDonorWhoPays(stripeApp, { amount: 5_000 });
    const events = [
      stripe.pay(payer.session),
      stripe.dispute(gift.session, 100),
      stripe.refund(gift.session, 100),
    ];
    const reasons = [
      `paid 5000 usd instead of 5000 ${story.currency.toLowerCase()}`,
      'a dispute of 100 usd',
      'a refund of 100 usd',
    ];
    for (const [index, event] of events.entries()) {
      const object = event.data.object as { id: string };
      stripe.deal(object, { currency: 'usd' });
      await deliver(stripeApp, event);
      expect(await unbookedObjects(stripeApp, object.id)).toMatchObject([
        { reason: reasons[index] },
      ]);
      stripe.deal(object);
    }
    expect((await recordOf(stripeApp, payer.checkoutId)).status).toBe('started');
    expect((await balanceOf(stripeApp, gift.id))?.returnedCents).toBe(story.refunded[0]);
    if (story === dinars) {
      const { status, error } = await testApp.call(createDonation, {
        body: { amount: 12_345, causeId: gift.causeId, ...aPerson() },
      });
      expect([status, error.fields]).toEqual([
        400,
        { amount: 'Must be a multiple of KWD\u00a00.010' },
      ]);
    }
  });

  test('finds what events did not tell, and a dispute in its own currency, to the digit', async () => {
    const { config, db, mailer } = testApp;
    if (config.stripe === null) throw new Error('Stripe is set up.');
    const payments = createStripeProvider(config.stripe, config.publicUrl);
    await reconcileNow({ db, mailer, payments });
    const { donation } = await recordOf(
      stripeApp,
      stripe.sessions.at(-1)?.metadata?.checkoutId as DonationId,
    );
    expect(donation?.amountCents).toBe(5_000);
    // The refund and the dispute of 100 are in the right currency where they are looked up.
    const balance = await balanceOf(stripeApp, gift.id);
    expect(balance?.returnedCents).toBe(story.refunded[0] + 200);
  });
}
