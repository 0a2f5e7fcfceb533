import type Stripe from 'stripe';
import { beforeEach, describe, expect, test } from 'vitest';
import { aFakeWithSdk, aPlan, type WithSdk } from '#test/support/stripe/with-sdk.ts';

// What our tests believe about the money at Stripe: fees, moves of the balance, and payouts.
let withSdk: WithSdk;
let sdk: WithSdk['sdk'];
let stripe: WithSdk['stripe'];

beforeEach(async () => {
  withSdk = await aFakeWithSdk('2026-12-01T09:00:00Z');
  ({ sdk, stripe } = withSdk);
});

async function aGift(amount = 10_000, method: 'card' | 'bank debit' = 'card') {
  const { id } = await sdk.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: amount, product_data: { name: 'Gift' } },
      },
    ],
    payment_intent_data: { metadata: { checkoutId: 'gift-1' } },
    success_url: 'https://give.example',
  });
  const session = stripe.sessions.find((each) => each.id === id);
  if (!session) throw new Error('No session.');
  stripe.pay(session, method);
  const intent = await sdk.paymentIntents.retrieve(String(session.payment_intent));
  return { session, intent, charge: String(intent.latest_charge) };
}

const seconds = () => stripe.account.feeDelay;
const moves = async (filter: Stripe.BalanceTransactionListParams = {}) =>
  (await sdk.balanceTransactions.list({ limit: 100, ...filter })).data;

describe('the fee of a charge', () => {
  test('is not known when the charge succeeds, and is told seconds later', async () => {
    const { charge, intent } = await aGift();
    expect(intent).toMatchObject({ status: 'succeeded', metadata: { checkoutId: 'gift-1' } });
    expect((await sdk.charges.retrieve(charge)).balance_transaction).toBeNull();
    expect(await moves()).toEqual([]);
    stripe.clock.advance({ seconds: seconds() });
    const { balance_transaction } = await sdk.charges.retrieve(charge);
    const move = await sdk.balanceTransactions.retrieve(String(balance_transaction));
    expect(move).toMatchObject({
      amount: 10_000,
      fee: 320,
      net: 9_680,
      type: 'charge',
      source: charge,
      exchange_rate: null,
      fee_details: [{ type: 'stripe_fee', amount: 320, currency: 'usd' }],
    });
    expect(stripe.events.at(-1)?.type).toBe('charge.updated');
  });

  test('has parts', async () => {
    stripe.account.fees.push({ type: 'tax', description: 'VAT', basisPoints: 55, fixed: 6 });
    const { charge } = await aGift();
    stripe.clock.advance({ seconds: seconds() });
    const [move] = await moves({ source: charge });
    expect(move).toMatchObject({ fee: 320 + 61, net: 9_619 });
    expect(move?.fee_details.map(({ type, amount }) => [type, amount])).toEqual([
      ['stripe_fee', 320],
      ['tax', 61],
    ]);
  });

  test('is in the currency that the account settles in, at the rate of the day', async () => {
    stripe.account.settles = { currency: 'eur', rates: [0.91, 0.9] };
    const { charge } = await aGift();
    stripe.clock.advance({ seconds: seconds() });
    expect(await moves({ currency: 'eur' })).toMatchObject([
      { source: charge, amount: 9_000, exchange_rate: 0.9, fee: 291, net: 8_709 },
    ]);
    expect(await moves({ currency: 'usd' })).toEqual([]);
  });

  test('can be corrected by a later move', async () => {
    const { charge } = await aGift();
    stripe.clock.advance({ seconds: seconds() });
    stripe.clock.advance({ days: 20 });
    stripe.correctFee(await sdk.charges.retrieve(charge), 15);
    expect(await moves({ type: 'adjustment' })).toMatchObject([
      { source: charge, amount: -15, fee: 0, net: -15, reporting_category: 'fee' },
    ]);
  });

  test('comes when a bank debit has succeeded, days after the donor went home', async () => {
    const { session, charge } = await aGift(10_000, 'bank debit');
    stripe.clock.advance({ days: 4 });
    expect(await moves()).toEqual([]);
    expect((await sdk.charges.retrieve(charge)).status).toBe('pending');
    stripe.settle(session, true);
    stripe.clock.advance({ seconds: seconds() });
    expect(await moves()).toMatchObject([{ type: 'payment', source: charge }]);
  });
});

test('Stripe Billing charges its own fee in a move that belongs to no payment', async () => {
  const { subscription } = await aPlan(withSdk, { amount: 10_000 });
  const [charge] = stripe.chargesOf(subscription);
  stripe.clock.advance({ days: 2 });
  expect(await moves({ type: 'stripe_fee' })).toMatchObject([
    { amount: -70, net: -70, fee: 0, source: null, reporting_category: 'fee' },
  ]);
  expect(await moves({ source: String(charge?.id) })).toMatchObject([{ fee: 320 }]);
});

test('a refund takes the amount back, and leaves the fee with Stripe', async () => {
  const { session, intent, charge } = await aGift();
  stripe.clock.advance({ seconds: seconds() });
  const refund = await sdk.refunds.create({ payment_intent: intent.id, amount: 4_000 });
  expect(await moves({ type: 'refund' })).toMatchObject([
    { source: refund.id, amount: -4_000, fee: 0 },
  ]);
  const read = () => sdk.charges.retrieve(charge);
  expect(await read()).toMatchObject({ amount_refunded: 4_000, refunded: false });
  const told = stripe.refund(session, 6_000, 'pending');
  expect(await read()).toMatchObject({ amount_refunded: 10_000, refunded: true });
  stripe.settleRefund(told, 'failed');
  expect(await read()).toMatchObject({ amount_refunded: 4_000, refunded: false });
  expect(await moves({ type: 'refund_failure' })).toMatchObject([{ amount: 6_000 }]);
});

test.each([true, false])('a dispute costs a fee, returned if it is won: %s', async (isReturned) => {
  stripe.account.disputeFee.isReturned = isReturned;
  const { session } = await aGift();
  const told = stripe.dispute(session);
  stripe.decide(told, 'won');
  const [won, taken] = await moves({ type: 'adjustment' });
  expect(taken).toMatchObject({ amount: -10_000, fee: 1_500, net: -11_500 });
  expect(taken?.reporting_category).toBe('dispute');
  expect(won).toMatchObject({ amount: 10_000, fee: isReturned ? -1_500 : 0 });
});

test('a renewal can be refunded and disputed by its charge', async () => {
  const { subscription } = await aPlan(withSdk);
  const [charge] = stripe.chargesOf(subscription);
  if (!charge) throw new Error('No charge.');
  const refund = stripe.refund(charge, 500).data.object as Stripe.Refund;
  const dispute = stripe.dispute(charge, 2_000).data.object as Stripe.Dispute;
  const expected = { charge: charge.id, payment_intent: charge.payment_intent };
  expect([refund, dispute]).toMatchObject([expected, expected]);
});

test('a payout is the sum of its moves, each of which is paid out once', async () => {
  const [first, second] = [await aGift(), await aGift(2_000)];
  stripe.clock.advance({ days: 1 });
  stripe.refund(first.session, 1_000);
  expect(stripe.payOut()).toEqual([]);
  stripe.clock.advance({ days: 2 });
  const [payout] = stripe.payOut();
  const net = 9_680 + 1_912 - 1_000;
  // It comes too late for this payout.
  await aGift(5_000);
  stripe.clock.advance({ seconds: seconds() });
  expect(payout).toMatchObject({ amount: net, status: 'in_transit' });
  const inside = await moves({ payout: String(payout?.id) });
  expect(inside.map(({ type, net: cents }) => [type, cents])).toEqual([
    ['payout', -net],
    ['refund', -1_000],
    ['charge', 1_912],
    ['charge', 9_680],
  ]);
  expect(inside.map(({ source }) => source)).toContain(second.charge);
  stripe.clock.advance({ days: 1 });
  expect(stripe.payOut()).toEqual([]);
  const { data } = await sdk.payouts.list({ status: 'paid' });
  expect(data).toEqual([await sdk.payouts.retrieve(String(payout?.id))]);
  stripe.clock.advance({ days: 1 });
  expect(stripe.payOut()).toMatchObject([{ amount: 4_825 }]);
});

test('moves are listed by time, a page at a time', async () => {
  for (let index = 0; index < 5; index++) await aGift(1_000 + index);
  stripe.clock.advance({ days: 1 });
  const since = stripe.clock.now();
  for (let index = 0; index < 3; index++) await aGift(2_000 + index);
  stripe.clock.advance({ days: 1 });
  const amounts: number[] = [];
  const list = sdk.balanceTransactions.list({ limit: 2, created: { gte: since } });
  for await (const { amount } of list) amounts.push(amount);
  expect(amounts).toEqual([2_002, 2_001, 2_000]);
});
