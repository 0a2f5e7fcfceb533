import type Stripe from 'stripe';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Fault } from '#test/support/fake-stripe.ts';
import {
  changed,
  dropped,
  held,
  reordered,
  type Treatment,
  twice,
} from '#test/support/stripe/delivery.ts';
import { asOlderVersion, ofOtherMode, oldVersion } from '#test/support/stripe/events.ts';
import { aFakeWithSdk, aPlan, typesOf, type WithSdk } from '#test/support/stripe/with-sdk.ts';

// How events reach us, and what can go wrong with a call.
let withSdk: WithSdk;
let sdk: WithSdk['sdk'];
let stripe: WithSdk['stripe'];

beforeEach(async () => {
  withSdk = await aFakeWithSdk('2026-12-01T09:00:00Z');
  ({ sdk, stripe } = withSdk);
});

describe('events', () => {
  const arrivals = async (which: string, treatment: Treatment) => {
    stripe.delivery.treat(which, treatment);
    await aPlan(withSdk);
    return stripe.delivery.due();
  };
  const count = (events: Stripe.Event[], type: string) =>
    events.filter((event) => event.type === type).length;

  test('arrive once, in the order of what happened', async () => {
    await aPlan(withSdk);
    const events = stripe.delivery.due();
    expect(typesOf(events)).toEqual(typesOf(stripe.events));
    expect(typesOf(events).slice(-5)).toEqual([
      'invoice.finalized',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
      'checkout.session.completed',
    ]);
    expect(stripe.delivery.due()).toEqual([]);
  });

  test('can be dropped, and can be asked for afterwards', async () => {
    const events = await arrivals('invoice.*', dropped);
    expect(typesOf(events).filter((type) => type.startsWith('invoice.'))).toEqual([]);
    const lost = stripe.events.find(({ type }) => type === 'invoice.paid');
    const found = await sdk.events.retrieve(String(lost?.id));
    expect(found).toMatchObject({ type: 'invoice.paid', data: lost?.data });
    stripe.clock.advance({ days: 31 });
    await expect(sdk.events.retrieve(String(lost?.id))).rejects.toMatchObject({
      code: 'resource_missing',
    });
  });

  test('can arrive twice', async () => {
    const events = await arrivals('invoice.paid', twice);
    const paid = events.filter(({ type }) => type === 'invoice.paid');
    expect(paid).toHaveLength(2);
    expect(new Set(paid.map(({ id }) => id)).size).toBe(1);
    stripe.delivery.treatNormally();
    await aPlan(withSdk);
    expect(count(stripe.delivery.due(), 'invoice.paid')).toBe(1);
  });

  test('can be held back for days, and say what was true when they were made', async () => {
    const events = await arrivals('customer.subscription.created', held({ days: 3 }));
    expect(count(events, 'customer.subscription.created')).toBe(0);
    const [subscription] = stripe.subscriptions;
    await sdk.subscriptions.cancel(String(subscription?.id));
    stripe.clock.advance({ days: 3 });
    const late = stripe.delivery.due().at(-1);
    expect(late).toMatchObject({
      type: 'customer.subscription.created',
      data: { object: { status: 'active' } },
    });
  });

  test('can come in another order, the same for the same numbers', async () => {
    await aPlan(withSdk);
    const events = stripe.delivery.due();
    const numbers = () => {
      let last = 1;
      return () => {
        last = (last * 48_271) % 2_147_483_647;
        return last / 2_147_483_647;
      };
    };
    const order = reordered(events, numbers());
    expect(order).not.toEqual(events);
    expect(order).toEqual(reordered(events, numbers()));
    expect(order).toHaveLength(events.length);
  });

  test('can have the body of an older version', async () => {
    const older = (event: Stripe.Event) => asOlderVersion(event, stripe.olderFacts);
    stripe.delivery.treat('*', changed(older));
    const { subscription } = await aPlan(withSdk);
    const events = stripe.delivery.due();
    expect(new Set(events.map(({ api_version }) => api_version))).toEqual(new Set([oldVersion]));
    const bodyOf = (type: string) =>
      events.find((event) => event.type === type)?.data.object as object | undefined;
    const [charge] = stripe.chargesOf(subscription);
    const invoice = bodyOf('invoice.paid');
    expect(invoice).toMatchObject({
      paid: true,
      subscription: subscription.id,
      charge: charge?.id,
      payment_intent: charge?.payment_intent,
    });
    expect(invoice).not.toHaveProperty('parent');
    const plan = bodyOf('customer.subscription.created');
    expect(plan).toMatchObject({ current_period_end: expect.any(Number) });
    expect(plan).not.toHaveProperty('items.data.0.current_period_end');
    // The charge was there before its invoice was.
    expect(bodyOf('charge.succeeded')).toMatchObject({ invoice: null });
    const { items } = await sdk.subscriptions.retrieve(subscription.id);
    expect(items.data[0]?.current_period_end).toEqual(expect.any(Number));
  });

  test('can be of the other mode', async () => {
    const events = await arrivals('invoice.paid', changed(ofOtherMode));
    const paid = events.find(({ type }) => type === 'invoice.paid');
    expect(paid).toMatchObject({ livemode: true, data: { object: { livemode: true } } });
    expect(events[0]?.livemode).toBe(false);
  });
});

describe('a call whose first response is lost does its work once:', () => {
  type Call = [name: string, call: (plan: Stripe.Subscription) => Promise<unknown>];
  const features = { payment_method_update: { enabled: true } };
  const calls: Call[] = [
    ['products.create', () => sdk.products.create({ id: 'gift', name: 'Gift' })],
    ['customers.create', () => sdk.customers.create({ email: 'donor@example.org' })],
    ['customers.update', ({ customer }) => sdk.customers.update(String(customer), { name: 'Ada' })],
    [
      'subscriptions.update',
      ({ id }) => sdk.subscriptions.update(id, { metadata: { causeId: 'cause-2' } }),
    ],
    [
      'billingPortal.configurations.create',
      () => sdk.billingPortal.configurations.create({ features }),
    ],
    ['subscriptions.retrieve', ({ id }) => sdk.subscriptions.retrieve(id)],
    ['subscriptions.list', () => sdk.subscriptions.list({ status: 'all' })],
    ['invoices.retrieve', ({ latest_invoice: id }) => sdk.invoices.retrieve(String(id))],
    ['invoices.list', ({ id: subscription }) => sdk.invoices.list({ subscription })],
    [
      'invoicePayments.list',
      ({ latest_invoice: id }) => sdk.invoicePayments.list({ invoice: String(id) }),
    ],
    ['charges.list', ({ customer }) => sdk.charges.list({ customer: String(customer) })],
    ['balanceTransactions.list', () => sdk.balanceTransactions.list()],
    ['payouts.list', () => sdk.payouts.list()],
    ['events.list', () => sdk.events.list()],
  ];
  const all = calls.flatMap(([name, call]) => [
    { name, call, fault: 'connection cut' as Fault },
    { name, call, fault: 'server error after the work' as Fault },
    // It takes a while, and is the same for all.
    ...(name === 'subscriptions.update' ? [{ name, call, fault: 'timeout' as Fault }] : []),
  ]);

  test.each(all)('$name, $fault', async ({ call, fault }) => {
    const { subscription } = await aPlan(withSdk);
    const events = stripe.events.length;
    const before = stripe.calls.length;
    stripe.fail(fault);
    const outcome = await call(subscription).catch((error: Stripe.errors.StripeError) => error);
    const [first, second, ...more] = stripe.calls.slice(before);
    expect([second?.path, more]).toEqual([first?.path, []]);
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
    const isRead = first?.path.startsWith('GET');
    // Stripe repeats its own failure to the same key, although the work is done.
    const fails = !isRead && fault === 'server error after the work';
    expect(outcome).toMatchObject(fails ? { statusCode: 500 } : { object: expect.any(String) });
    expect(stripe.events.length - events).toBe(isRead ? 0 : 1);
  });

  test('a stop may be answered with "no such subscription", because it was carried out', async () => {
    const { subscription } = await aPlan(withSdk);
    stripe.fail('connection cut');
    await expect(sdk.subscriptions.cancel(subscription.id)).rejects.toMatchObject({
      code: 'resource_missing',
    });
    expect(await sdk.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'canceled' });
  });

  test('and a void with "only open invoices", if its key was not repeated', async () => {
    const { subscription } = await aPlan(withSdk);
    stripe.bankAnswers(subscription, 'insufficient_funds');
    stripe.clock.advance({ days: 32 });
    const [open] = (await sdk.invoices.list({ status: 'open' })).data;
    stripe.fail('connection cut');
    expect((await sdk.invoices.voidInvoice(String(open?.id))).status).toBe('void');
    await expect(sdk.invoices.voidInvoice(String(open?.id))).rejects.toThrow('open');
  });
});

test('a call without a response, for as long as there is none, fails', async () => {
  const { subscription } = await aPlan(withSdk);
  stripe.fail('timeout', 'timeout');
  await expect(sdk.subscriptions.retrieve(subscription.id)).rejects.toThrow();
  stripe.refuse(/^DELETE/);
  await expect(sdk.subscriptions.cancel(subscription.id)).rejects.toMatchObject({
    statusCode: 403,
  });
});

test('objects are expanded by name, at most four levels deep', async () => {
  const { subscription } = await aPlan(withSdk);
  const read = (expand: string[]) => sdk.subscriptions.retrieve(subscription.id, { expand });
  const four = 'latest_invoice.payments.data.payment';
  expect(await read(['default_payment_method', four])).toMatchObject({
    default_payment_method: { card: { last4: '4242' } },
    latest_invoice: { status: 'paid', payments: { data: [{ status: 'paid' }] } },
  });
  await expect(read([`${four}.payment_intent`])).rejects.toThrow('more than 4 levels');
  const { data } = await sdk.subscriptions.list({ expand: ['data.latest_invoice'] });
  expect(data[0]?.latest_invoice).toMatchObject({ object: 'invoice' });
});
