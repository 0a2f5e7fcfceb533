import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type Stripe from 'stripe';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createDonation, getDonation } from '#contract/giving/donations.ts';
import type { DonationId } from '#contract/ids.ts';
import { createRefund } from '#contract/payments/refunds.ts';
import {
  getCardCosts,
  listOperationsEntries,
  topUpCardCosts,
} from '#contract/provider/card-costs.ts';
import { openDonationPage } from '#contract/publishing/donation-page.ts';
import { getImpact } from '#contract/publishing/impact.ts';
import { listCauses } from '#contract/vetting/causes.ts';
import { coverFor, usualRate } from '#core/ledger/card-costs.ts';
import { formatCents } from '#core/platform/money.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { aCause, aPerson, signIn } from '#test/support/factories.ts';
import { aDonationToken } from '#test/support/proof.ts';
import { reconcileNow } from '#test/support/reconcile-now.ts';
import { changeSettings } from '#test/support/settings.ts';
import {
  aDonorWhoPays,
  balanceOf,
  deliver,
  unbookedObjects,
  useStripeApp,
} from '#test/support/stripe-app.ts';

// Who pays what payments cost: donors who add it, or the charity, and what we say as long as nobody does.
const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;
let cookie = '';
beforeAll(async () => {
  await changeSettings(testApp, { cardCosts: { ...usualRate(), isCoverOffered: true } });
  cookie = await signIn(testApp);
});
afterEach(async () => {
  delete stripe.account.settles;
  expect(await checkLedger(testApp.db)).toEqual([]);
});

/** A donor who gives $100.00 and adds $3.30 for card costs. */
async function aGenerousDonor() {
  const [cause, person] = [await aCause(testApp), aPerson()];
  const body = { amount: 10_000, cover: 330, causeId: cause.id, ...person };
  return { ...(await aDonorWhoPays(stripeApp, { body })), cause, person };
}

async function aCoveredDonation() {
  const donor = await aGenerousDonor();
  expect((await deliver(stripeApp, stripe.pay(donor.session))).statusCode).toBe(200);
  return { ...donor, id: donor.checkoutId };
}

/** The provider says what a payment cost. */
async function feeIsKnown() {
  stripe.clock.advance({ seconds: stripe.account.feeDelay });
  const told = stripe.events.findLast(({ type }) => type === 'charge.updated');
  if (!told) throw new Error('No event about a fee.');
  await deliver(stripeApp, told);
}

const oneLine = (text = '') => text.replaceAll(/\s+/g, ' ');
const thanksTo = async (address: string) =>
  oneLine((await testApp.inbox.waitFor(address, 'Thank you for your donation of $100.00')).text);
const look = async (id: DonationId) =>
  (await testApp.call(getDonation, { cookie, params: { id } })).body;
const totals = async () => (await testApp.call(getCardCosts, { cookie })).body;
const entriesOf = async (id: DonationId) =>
  (
    await testApp.db
      .selectFrom('operationsEntries')
      .select(['kind', 'amountCents'])
      .where('donationId', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ kind, amountCents }) => `${kind} ${amountCents}`);
const start = async (body: { amount: number; cover?: number }) =>
  testApp.call(createDonation, {
    body: { causeId: (await aCause(testApp)).id, ...aPerson(), ...body },
  });

describe('what a donor adds', () => {
  test('is paid with the donation, is no part of it, and is in the book once', async () => {
    const before = await totals();
    const { id, session, cause } = await aCoveredDonation();
    expect(session.amount_total).toBe(10_330);
    expect(session.params).toMatchObject({
      line_items: {
        0: {
          price_data: { unit_amount: '10000', product_data: { name: `Donation: ${cause.name}` } },
        },
        1: { price_data: { unit_amount: '330', product_data: { name: 'Added for card costs' } } },
      },
    });
    expect(await balanceOf(stripeApp, id)).toMatchObject({ amountCents: 10_000 });
    expect(await entriesOf(id)).toEqual(['cover 330']);
    expect((await totals()).covered - before.covered).toBe(330);
    // The total of the cause has the donation alone.
    const { body: impact } = await testApp.call(getImpact);
    expect(impact.causes.find(({ id: each }) => each === cause.id)).toMatchObject({
      given: 10_000,
      waiting: 10_000,
    });
    const { body: causes } = await testApp.call(listCauses);
    expect(causes.find(({ id: each }) => each === cause.id)?._count.donations).toBe(1);
  });

  test('is in the mail to the cent, with what was paid in all', async () => {
    const { person } = await aCoveredDonation();
    const text = await thanksTo(person.email);
    expect(text).toContain('You also added $3.30 for card costs, so you paid $103.30 in all.');
    expect(text).toMatch(
      /Amount:? \$100\.00 Added for card costs:? \$3\.30 Paid in all:? \$103\.30/,
    );
  });

  test('pays its own fee on the page of the donor, who sees what the charity paid', async () => {
    const { id } = await aCoveredDonation();
    const token = await aDonationToken(testApp, id);
    const open = async () => (await testApp.call(openDonationPage, { body: { token } })).body;
    expect(await open()).toMatchObject({ amount: 10_000, cover: 330, coverLeft: 330, costs: null });
    await feeIsKnown();
    // 2.9% of $103.30 and $0.30.
    expect(await open()).toMatchObject({ cover: 330, coverLeft: 330, costs: 330 });
    expect(await look(id)).toMatchObject({ amount: 10_000, cover: 330, costs: 330 });
  });

  test('has to be what the server computes', async () => {
    for (const [cover, message] of [
      [329, /now estimated at \$3\.30/],
      [331, /now estimated at \$3\.30/],
    ] as const) {
      const { status, body } = await start({ amount: 10_000, cover });
      expect([status, body]).toMatchObject([
        400,
        { fields: { cover: expect.stringMatching(message) } },
      ]);
    }
  });

  test('is refused once the charity does not ask for it anymore', async () => {
    await changeSettings(testApp, { cardCosts: { ...usualRate(), isCoverOffered: false } });
    const { status, body } = await start({ amount: 10_000, cover: 330 });
    await changeSettings(testApp, { cardCosts: { ...usualRate(), isCoverOffered: true } });
    expect([status, body]).toMatchObject([
      400,
      { fields: { cover: expect.stringMatching(/no longer be added/) } },
    ]);
  });

  test('counts toward the largest payment', async () => {
    const most = testApp.config.donation.maxCents;
    const { status, body } = await start({ amount: most, cover: coverFor(most, usualRate()) });
    expect([status, body]).toMatchObject([
      400,
      { fields: { cover: expect.stringMatching(/must be at most/) } },
    ]);
    expect((await start({ amount: most })).status).toBe(201);
  });

  test.each([10_000, 10_329, 10_331])('is not booked if %d is paid', async (paid) => {
    const { session, checkoutId } = await aGenerousDonor();
    const event = stripe.pay(session);
    stripe.deal({ id: session.id }, { amount_total: paid });
    await deliver(stripeApp, event);
    expect(await unbookedObjects(stripeApp, session.id)).toMatchObject([
      { reason: `paid ${paid} usd instead of 10330 usd` },
    ]);
    expect(await entriesOf(checkoutId)).toEqual([]);
    stripe.deal({ id: session.id });
    await reconcileNow(testApp);
    expect(await entriesOf(checkoutId)).toEqual(['cover 330']);
  });
});

describe('money that goes back', () => {
  const ask = (id: DonationId, amount: number) =>
    testApp.call(createRefund, {
      cookie,
      params: { id },
      body: { amount, reason: 'Given by mistake' },
      idempotencyKey: randomUUID(),
    });

  test('in full returns what was added, too, and leaves the fee with the charity', async () => {
    const { id, person, session } = await aCoveredDonation();
    await feeIsKnown();
    const before = await totals();
    const { status, body } = await ask(id, 10_000);
    expect([status, body]).toMatchObject([
      201,
      { amount: 10_330, cover: 330, status: 'succeeded' },
    ]);
    expect(
      stripe.refunds.filter((each) => each.payment_intent === session.payment_intent),
    ).toMatchObject([{ amount: 10_330 }]);
    expect(await balanceOf(stripeApp, id)).toMatchObject({
      returnedCents: 10_000,
      deficitCents: 0,
    });
    expect(await entriesOf(id)).toEqual(['cover 330', 'cover_returned -330']);
    expect((await totals()).balance - before.balance).toBe(-330);
    expect(await look(id)).toMatchObject({ coverLeft: 0, costs: 330 });
    const { text } = await testApp.inbox.waitFor(person.email, 'A refund of $103.30');
    expect(oneLine(text)).toContain(
      'We are refunding $103.30: $100.00 of your donation, and $3.30 that you added for card costs',
    );
  });

  test('in parts returns it with the last one', async () => {
    const { id } = await aCoveredDonation();
    expect((await ask(id, 4_000)).body).toMatchObject({ amount: 4_000, cover: 0 });
    expect(await entriesOf(id)).toEqual(['cover 330']);
    expect((await ask(id, 6_000)).body).toMatchObject({ amount: 6_330, cover: 330 });
    expect(await balanceOf(stripeApp, id)).toMatchObject({ returnedCents: 10_000 });
    expect(await entriesOf(id)).toEqual(['cover 330', 'cover_returned -330']);
  });

  test('in parts returns it with the last one while an earlier one is only requested', async () => {
    const { id, session } = await aCoveredDonation();
    stripe.fail('connection cut', 'connection cut');
    expect((await ask(id, 4_000)).status).toBe(503);
    expect((await ask(id, 6_000)).status).toBe(201);
    const made = stripe.refunds.filter((each) => each.payment_intent === session.payment_intent);
    expect(made.map(({ amount }) => amount)).toEqual([4_000, 6_330]);
  });

  test('by hand at the provider is the donation first', async () => {
    const { id, session } = await aCoveredDonation();
    await deliver(stripeApp, stripe.refund(session, 10_100));
    expect(await balanceOf(stripeApp, id)).toMatchObject({ returnedCents: 10_000 });
    expect(await entriesOf(id)).toEqual(['cover 330', 'cover_returned -100']);
    await deliver(stripeApp, stripe.refund(session, 230));
    expect(await entriesOf(id)).toEqual([
      'cover 330',
      'cover_returned -100',
      'cover_returned -230',
    ]);
  });

  test('and fails at the bank is there again, both of it', async () => {
    const { id, session } = await aCoveredDonation();
    const refunded = stripe.refund(session, 10_330);
    await deliver(stripeApp, refunded);
    await deliver(stripeApp, stripe.settleRefund(refunded, 'failed'));
    expect(await balanceOf(stripeApp, id)).toMatchObject({ returnedCents: 0 });
    expect(await entriesOf(id)).toEqual(['cover 330', 'cover_returned -330', 'cover_returned 330']);
    expect(await look(id)).toMatchObject({ availableAmount: 10_000, coverLeft: 330 });
  });

  test('by a dispute includes what was added, and comes back with it', async () => {
    const { id, session } = await aCoveredDonation();
    const opened = stripe.dispute(session);
    await deliver(stripeApp, opened);
    expect(await balanceOf(stripeApp, id)).toMatchObject({
      returnedCents: 10_000,
      deficitCents: 0,
    });
    expect(await entriesOf(id)).toEqual(['cover 330', 'cover_returned -330']);
    await deliver(stripeApp, stripe.decide(opened, 'won'));
    expect(await balanceOf(stripeApp, id)).toMatchObject({ returnedCents: 0 });
    expect(await entriesOf(id)).toEqual(['cover 330', 'cover_returned -330', 'cover_returned 330']);
  });

  test('by a dispute and comes back in part is the donation first', async () => {
    const { id, session } = await aCoveredDonation();
    const opened = stripe.dispute(session);
    await deliver(stripeApp, opened);
    const won = stripe.decide(opened, 'won');
    const dispute = won.data.object as Stripe.Dispute;
    const [taken, back] = dispute.balance_transactions;
    stripe.deal(dispute, { balance_transactions: [taken, { ...back, amount: 10_000 }] });
    await deliver(stripeApp, won);
    expect(await balanceOf(stripeApp, id)).toMatchObject({ returnedCents: 0 });
    expect(await entriesOf(id)).toEqual(['cover 330', 'cover_returned -330']);
  });

  test('by a dispute after a refund of a part is never more than was paid', async () => {
    const { id, session } = await aCoveredDonation();
    await deliver(stripeApp, stripe.refund(session, 2_000));
    await deliver(stripeApp, stripe.dispute(session));
    const { returnedCents, deficitCents } = (await balanceOf(stripeApp, id)) ?? {};
    const back = (await entriesOf(id)).slice(1);
    // The bank took the whole payment although a part was refunded: what is too much is a deficit, and shown.
    expect({ returnedCents, deficitCents, back }).toEqual({
      returnedCents: 12_000,
      deficitCents: 2_000,
      back: ['cover_returned -330'],
    });
  });
});

describe('the fee of the provider', () => {
  test('is shown to the team in its parts', async () => {
    stripe.account.fees.push({ type: 'tax', description: 'VAT', basisPoints: 55, fixed: 6 });
    const { id } = await aCoveredDonation();
    await feeIsKnown();
    stripe.account.fees.pop();
    const { feeParts, costs } = await look(id);
    expect(feeParts).toMatchObject([{ amount: 330 }, { description: 'VAT', amount: 63 }]);
    expect(costs).toBe(393);
  });

  test('in another currency is in the book in that of the books, without parts', async () => {
    stripe.account.settles = { currency: 'eur', rates: [0.91, 0.9] };
    const { id } = await aCoveredDonation();
    await feeIsKnown();
    const { feeParts, costs } = await look(id);
    expect(feeParts).toEqual([]);
    // €3.00 at 0.9 euros for a dollar.
    expect(costs).toBe(333);
  });

  test('of the last payments stands beside the settings', async () => {
    await aCoveredDonation();
    await feeIsKnown();
    const { lately } = await totals();
    const { rows } = await sql<{ payments: number }>`select count(*)::int as payments
      from balance_transactions join donations using (payment_intent_id) where category = 'charge'`.execute(
      testApp.db,
    );
    expect(lately?.payments).toBe(rows[0]?.payments);
    expect(lately?.paid).toBe(10_330 * (lately?.payments ?? 0));
  });
});

describe('money that the charity puts in', () => {
  const topUp = (
    body: { amount: number; direction: 'in' | 'out'; reason: string },
    key = randomUUID(),
  ) => testApp.call(topUpCardCosts, { cookie, body, idempotencyKey: key });

  test('is booked once for a key, and taken out again by another entry', async () => {
    const before = await totals();
    const key = randomUUID();
    const put = { amount: 5_000, direction: 'in', reason: 'From the board’s own money' } as const;
    const answers = await Promise.all([topUp(put, key), topUp(put, key)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect((await totals()).toppedUp - before.toppedUp).toBe(5_000);
    await topUp({ amount: 5_000, direction: 'out', reason: 'Booked twice' });
    expect((await totals()).toppedUp).toBe(before.toppedUp);
    const { body } = await testApp.call(listOperationsEntries, { cookie, query: { limit: 2 } });
    expect(body).toMatchObject([
      { kind: 'top_up', amount: -5_000, reason: 'Booked twice' },
      { kind: 'top_up', amount: 5_000, reason: 'From the board’s own money' },
    ]);
  });

  test('is all that the charity may take out: the rest came from donors', async () => {
    await aCoveredDonation();
    const put = { amount: 200, direction: 'in', reason: 'From the board’s own money' } as const;
    await topUp(put);
    const { toppedUp, balance } = await totals();
    const more = { amount: toppedUp + 1, direction: 'out', reason: 'Needed elsewhere' } as const;
    expect(balance).toBeGreaterThan(toppedUp);
    expect(await topUp(more)).toMatchObject({
      status: 409,
      error: { code: 'not_put_in', fields: { amount: `At most ${formatCents(toppedUp)}` } },
    });
    expect((await totals()).toppedUp).toBe(toppedUp);
  });
});
