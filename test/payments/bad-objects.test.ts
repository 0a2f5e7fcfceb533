import type Stripe from 'stripe';
import { afterEach, describe, expect, test } from 'vitest';
import type { DonationId } from '#contract/ids.ts';
import { lastReconciledAt } from '#server/payments/payments/queries.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { reconcileNow } from '#test/support/reconcile-now.ts';
import { eventAbout } from '#test/support/stripe/events.ts';
import type { FakeSession } from '#test/support/stripe/world.ts';
import {
  aDonorWhoPays,
  alertsAbout,
  balanceOf,
  deliver,
  deliverAsDealt,
  recordOf,
  storedEvent,
  unbookedObjects,
  useStripeApp,
} from '#test/support/stripe-app.ts';

// What a payment provider deals on a bad day: other currencies, nulls, ids instead of objects, and objects that appear
// later than their events.
const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;
const compare = () => reconcileNow(testApp);

afterEach(() => {
  stripe.recover();
  delete stripe.account.settles;
});

/** A paid donation of $100.00. */
async function aGivenDonation() {
  const donor = await aDonorWhoPays(stripeApp, { amount: 10_000 });
  await tell(stripe.pay(donor.session));
  return { ...donor, id: donor.checkoutId };
}

/** The same, with the object as the event tells it. */
async function tellAsDealt(event: Stripe.Event) {
  expect((await deliverAsDealt(stripeApp, event)).statusCode).toBe(200);
}

async function tell(...events: Stripe.Event[]) {
  for (const event of events) expect((await deliver(stripeApp, event)).statusCode).toBe(200);
}

const entriesOf = async (id: DonationId) =>
  (await recordOf(stripeApp, id)).entries.map(({ kind, amountCents }) => `${kind} ${amountCents}`);
const idOf = (event: Stripe.Event) => (event.data.object as { id: string }).id;

describe('an account that settles in Canadian dollars', () => {
  const settleAt = (out: number, back: number) => {
    stripe.account.settles = { currency: 'cad', rates: [out, back] };
  };

  // The rate changes between the days on which the money leaves and comes back, in both directions.
  test.each([
    [1.36, 1.38],
    [1.36, 1.31],
  ])(
    'a dispute at the rates %d and %d is booked in the currency of the charge',
    async (out, back) => {
      settleAt(out, back);
      const { session, id } = await aGivenDonation();
      const opened = stripe.dispute(session);
      expect((opened.data.object as Stripe.Dispute).balance_transactions).toMatchObject([
        { amount: -Math.round(out * 10_000), currency: 'cad' },
      ]);
      await tell(opened, eventAbout(opened.data.object, 'charge.dispute.funds_withdrawn'));
      expect(await entriesOf(id)).toEqual(['payment 10000', 'dispute 10000']);
      expect(await balanceOf(stripeApp, id)).toMatchObject({ returnedCents: 10_000 });

      const won = stripe.decide(opened, 'won');
      await tell(eventAbout(won.data.object, 'charge.dispute.funds_reinstated'), won);
      expect(await entriesOf(id)).toEqual([
        'payment 10000',
        'dispute 10000',
        'dispute_reversal 10000',
      ]);
      expect(await balanceOf(stripeApp, id)).toMatchObject({ returnedCents: 0, deficitCents: 0 });
      expect((await compare()).corrected).toBe(0);
    },
  );

  test('a dispute of a part that is lost takes that part', async () => {
    settleAt(1.36, 1.38);
    const { session, id } = await aGivenDonation();
    const opened = stripe.dispute(session, 4_000);
    await tell(opened, stripe.decide(opened, 'lost'));
    expect(await entriesOf(id)).toEqual(['payment 10000', 'dispute 4000']);
    expect(await unbookedObjects(stripeApp, idOf(opened))).toEqual([]);
  });

  test('partial refunds are booked to the cent, and the comparison finds what an event did not report', async () => {
    settleAt(1.36, 1.38);
    const { session, id } = await aGivenDonation();
    const [first, lost] = [stripe.refund(session, 3_333), stripe.refund(session, 1)];
    await tell(first);
    expect(await balanceOf(stripeApp, id)).toMatchObject({ returnedCents: 3_333 });
    expect(lost.data.object).toMatchObject({ currency: 'usd' });
    await compare();
    expect(await balanceOf(stripeApp, id)).toMatchObject({ returnedCents: 3_334 });
  });
});

test('a bank never returns more than it took', async () => {
  const { session, id } = await aGivenDonation();
  const opened = stripe.dispute(session, 4_000);
  await tell(opened);
  const generous = {
    ...opened.data.object,
    status: 'won',
    balance_transactions: [
      { amount: -4_000, currency: 'usd' },
      { amount: 9_000, currency: 'usd' },
    ],
  };
  await tellAsDealt(eventAbout(generous, 'charge.dispute.closed'));
  expect(await entriesOf(id)).toEqual(['payment 10000', 'dispute 4000', 'dispute_reversal 4000']);
});

test('donors are charged in the currency of the site, wherever they are', async () => {
  const { session } = await aDonorWhoPays(stripeApp);
  expect(session.params).toMatchObject({ adaptive_pricing: { enabled: 'false' } });
});

describe('a payment that is not named', () => {
  test('is set aside, told once, and booked when it is named; its refunds match', async () => {
    const { session, checkoutId, person } = await aDonorWhoPays(stripeApp);
    const event = stripe.pay(session);
    Object.assign(event.data.object, { payment_intent: null });
    stripe.deal(session, { payment_intent: null });
    await tell(event);
    expect(await recordOf(stripeApp, checkoutId)).toMatchObject({
      status: 'started',
      donation: undefined,
    });
    expect(await storedEvent(stripeApp, event.id)).toMatchObject({ outcome: 'refused' });
    expect(await unbookedObjects(stripeApp, session.id)).toEqual([
      { kind: 'checkout', objectId: session.id, reason: 'Stripe did not say its payment_intent' },
    ]);
    await compare();
    await compare();
    expect(await alertsAbout(stripeApp, `:${session.id}`)).toHaveLength(1);
    const alerts = testApp.db.selectFrom('alerts').select('id');
    expect(await alerts.where('key', 'like', `%:${session.id}`).execute()).toHaveLength(1);

    stripe.deal(session);
    await compare();
    expect(await recordOf(stripeApp, checkoutId)).toMatchObject({
      status: 'paid',
      donation: { paymentIntentId: session.payment_intent },
    });
    expect(await unbookedObjects(stripeApp, session.id)).toEqual([]);
    expect(await alertsAbout(stripeApp, `:${session.id}`)).toEqual([]);
    expect(await mailsQueuedFor(testApp, person.email)).toBe(1);
    await tell(stripe.refund(session, 1_000));
    expect(await balanceOf(stripeApp, checkoutId)).toMatchObject({ returnedCents: 1_000 });
  });

  test('of a bank debit is not taken for a failed one', async () => {
    const { session, checkoutId, person } = await aDonorWhoPays(stripeApp);
    stripe.pay(session, 'bank debit');
    for (const payment of [null, session.payment_intent, { id: 'pi', status: 'requires_action' }]) {
      stripe.deal(session, { payment_intent: payment });
      await compare();
      expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ status: 'pending' });
    }
    expect(await mailsQueuedFor(testApp, person.email)).toBe(0);
    stripe.deal(session);
    stripe.settle(session, true);
    await compare();
    expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ status: 'paid' });
  });
});

describe('one bad object in the middle of a page', () => {
  /** Three donors who have paid, and nobody told us. */
  async function threeDonors() {
    const donors = [];
    for (let index = 0; index < 3; index++) {
      const donor = await aDonorWhoPays(stripeApp, { amount: 10_000 });
      stripe.pay(donor.session);
      donors.push(donor);
    }
    return donors as [(typeof donors)[0], (typeof donors)[0], (typeof donors)[0]];
  }

  test.each<[string, Record<string, unknown>]>([
    ['nulls everywhere', { payment_intent: null, amount_total: null, currency: null }],
    ['another currency', { currency: 'cad' }],
    ['an amount in words', { amount_total: '10000' }],
    ['no status', { status: null }],
    ['text that the database cannot store', { currency: 'us\u0000d' }],
    ['a payment that is another donation’s', { payment_intent: 'of another one' }],
  ])('(a payment with %s) stops no other one', async (_name, fields) => {
    const [first, bad, last] = await threeDonors();
    const isStolen = fields.payment_intent === 'of another one';
    stripe.deal(bad.session, {
      ...fields,
      ...(isStolen && { payment_intent: first.session.payment_intent }),
    });
    if (isStolen) await tell(eventAbout(first.session, 'checkout.session.completed'));
    await compare();
    for (const { checkoutId } of [first, last]) {
      expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ status: 'paid' });
    }
    expect(await recordOf(stripeApp, bad.checkoutId)).toMatchObject({ donation: undefined });
    expect(await unbookedObjects(stripeApp, bad.session.id)).toHaveLength(1);
    expect(await alertsAbout(stripeApp, `:${bad.session.id}`)).toHaveLength(1);

    stripe.deal(bad.session);
    const { corrected } = await compare();
    expect(await recordOf(stripeApp, bad.checkoutId)).toMatchObject({ status: 'paid' });
    expect(await alertsAbout(stripeApp, `:${bad.session.id}`)).toEqual([]);
    // Nothing was lost on its way: it was set aside.
    expect(corrected).toBe(0);
  });

  test.each<[string, Record<string, unknown>]>([
    ['no amount', { amount: null }],
    ['a broken amount', { amount: 99.5 }],
    ['no status', { status: null }],
    ['another currency', { currency: 'cad' }],
    ['more than was paid', { amount: 10_001 }],
    ['a payment of unusable characters', { payment_intent: 'pi\u0000' }],
  ])('(a refund with %s) stops no other one', async (_name, fields) => {
    const donors = await threeDonors();
    await compare();
    const refunds = donors.map(({ session }) => stripe.refund(session, 100));
    const bad = refunds[1] as Stripe.Event;
    stripe.deal(bad.data.object as { id: string }, fields);
    await compare();
    const returned = await Promise.all(
      donors.map((donor) => balanceOf(stripeApp, donor.checkoutId)),
    );
    expect(returned.map((balance) => balance?.returnedCents)).toEqual([100, 0, 100]);
    expect(await unbookedObjects(stripeApp, idOf(bad))).toHaveLength(1);
    expect(await alertsAbout(stripeApp, `:${idOf(bad)}`)).toHaveLength(1);
  });

  test.each<[string, Record<string, unknown>]>([
    ['no status', { status: null }],
    ['no currency', { currency: undefined }],
    ['the currency of the bank', { currency: 'cad', amount: 13_600 }],
  ])('(a dispute with %s) stops no other one', async (_name, fields) => {
    const donors = await threeDonors();
    await compare();
    const disputes = donors.map(({ session }) => stripe.dispute(session));
    const bad = disputes[1] as Stripe.Event;
    stripe.deal(bad.data.object as { id: string }, fields);
    await compare();
    const returned = await Promise.all(
      donors.map((donor) => balanceOf(stripeApp, donor.checkoutId)),
    );
    expect(returned.map((balance) => balance?.returnedCents)).toEqual([10_000, 0, 10_000]);
    expect(await unbookedObjects(stripeApp, idOf(bad))).toHaveLength(1);
    stripe.deal(bad.data.object as { id: string });
    await compare();
    expect(await unbookedObjects(stripeApp, idOf(bad))).toEqual([]);
  });

  test('only in the list: it is looked up and booked at once, and nobody is told', async () => {
    const [, bad] = await threeDonors();
    stripe.deal(bad.session, { payment_intent: null, looksRight: true });
    await compare();
    expect(await recordOf(stripeApp, bad.checkoutId)).toMatchObject({ status: 'paid' });
    expect(await alertsAbout(stripeApp, `:${bad.session.id}`)).toEqual([]);
    stripe.deal(bad.session);
  });

  test('one list that the key may not read: the others are booked, and it is no comparison', async () => {
    const before = await lastReconciledAt(testApp.db);
    const [first] = await threeDonors();
    await compare();
    stripe.refund(first.session, 100);
    const last = await aDonorWhoPays(stripeApp);
    stripe.pay(last.session);
    // The first list is that of payments.
    stripe.fail('refused');
    await expect(compare()).rejects.toThrow('Not with this key.');
    expect(await balanceOf(stripeApp, first.checkoutId)).toMatchObject({ returnedCents: 100 });
    const afterwards = await lastReconciledAt(testApp.db);
    await compare();
    expect(await recordOf(stripeApp, last.checkoutId)).toMatchObject({ status: 'paid' });
    expect(afterwards).not.toBe(before);
    expect(await lastReconciledAt(testApp.db)).not.toBe(afterwards);
  });
});

describe('an event with an object that cannot be read', () => {
  const completed = 'checkout.session.completed';
  const withSession = (change: (session: FakeSession) => object, type = completed) =>
    [type, change] as const;

  test.each<[string, readonly [string, (session: FakeSession) => object]]>([
    ['a session as its id', withSession(({ id }) => [id])],
    ['a session without metadata', withSession((session) => ({ ...session, metadata: null }))],
    ['metadata as a text', withSession((session) => ({ ...session, metadata: 'none' }))],
    [
      'a session that names a refund of itself',
      withSession((session) => ({ ...session, amount_total: {} })),
    ],
    ['a refund of nothing', withSession(() => ({ id: 're_empty' }), 'refund.created')],
    ['a refund without an id', withSession(() => ({ amount: 1 }), 'refund.updated')],
    ['a dispute that is a list', withSession(() => [], 'charge.dispute.created')],
    [
      'a dispute without a payment',
      withSession(({ id }) => ({ id: `du_${id}`, amount: 1 }), 'charge.dispute.closed'),
    ],
    ['a failed charge without metadata', withSession(() => ({ metadata: null }), 'charge.failed')],
  ])('(%s) is stored, and the next one is booked', async (_name, [type, change]) => {
    const { session, checkoutId } = await aDonorWhoPays(stripeApp);
    const good = stripe.pay(session);
    const bad = eventAbout(change(session), type);
    await tell(bad, good);
    expect(await storedEvent(stripeApp, bad.id)).toMatchObject({ type });
    expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ status: 'paid' });
  });

  test('a refund that names only its charge is booked once the charge is known', async () => {
    const { session, id } = await aGivenDonation();
    const event = stripe.refund(session, 500);
    const refund = event.data.object as { id: string };
    Object.assign(refund, { payment_intent: null, charge: 'ch_1' });
    stripe.deal(refund, { payment_intent: null, charge: 'ch_1', hides: true });
    await tell(event);
    await compare();
    expect(await unbookedObjects(stripeApp, refund.id)).toHaveLength(1);
    expect(await balanceOf(stripeApp, id)).toMatchObject({ returnedCents: 0 });

    const charge = { id: 'ch_1', payment_intent: session.payment_intent };
    stripe.deal(refund, { payment_intent: null, charge });
    await compare();
    expect(await balanceOf(stripeApp, id)).toMatchObject({ returnedCents: 500 });
    expect(await alertsAbout(stripeApp, `:${refund.id}`)).toEqual([]);
  });

  test('a refund of a charge without a payment is not ours, and the alert ends', async () => {
    const { session } = await aGivenDonation();
    const event = stripe.refund(session, 500);
    const refund = event.data.object as { id: string };
    Object.assign(refund, { payment_intent: null, charge: 'ch_2' });
    stripe.deal(refund, { payment_intent: null, charge: 'ch_2' });
    await tell(event);
    expect(await alertsAbout(stripeApp, `:${refund.id}`)).toHaveLength(1);
    stripe.deal(refund, { payment_intent: null, charge: { id: 'ch_2', payment_intent: null } });
    await compare();
    expect(await unbookedObjects(stripeApp, refund.id)).toEqual([]);
    expect(await alertsAbout(stripeApp, `:${refund.id}`)).toEqual([]);
  });

  test('refunds that came before their payment are together never more than it', async () => {
    const { session, checkoutId } = await aDonorWhoPays(stripeApp, { amount: 10_000 });
    const paid = stripe.pay(session);
    const refunds = [stripe.refund(session, 6_000), stripe.refund(session, 6_000)];
    await tell(...refunds, paid);
    expect(await balanceOf(stripeApp, checkoutId)).toMatchObject({ returnedCents: 6_000 });
    await compare();
    expect(await balanceOf(stripeApp, checkoutId)).toMatchObject({ returnedCents: 6_000 });
    const told = await Promise.all(
      refunds.map((refund) => unbookedObjects(stripeApp, idOf(refund))),
    );
    expect(told.flat()).toHaveLength(1);
  });

  test('test money never pays for a real checkout, whatever the session says of itself', async () => {
    const { session, checkoutId } = await aDonorWhoPays(stripeApp);
    const event = stripe.pay(session);
    Object.assign(event.data.object, { livemode: true });
    await tellAsDealt(event);
    expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ donation: undefined });
    expect(await storedEvent(stripeApp, event.id)).toMatchObject({
      outcome: 'refused',
      note: 'paid with real money, but this checkout is about test money',
    });
  });
});
