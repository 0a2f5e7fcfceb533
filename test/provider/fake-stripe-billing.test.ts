import type Stripe from 'stripe';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BankAnswer } from '#test/support/stripe/cards.ts';
import {
  aFakeWithSdk,
  aPlan,
  aPlanPage,
  typesOf,
  type WithSdk,
} from '#test/support/stripe/with-sdk.ts';

// What our tests believe about Stripe Billing. The release checklist compares it with a test clock at Stripe.
let withSdk: WithSdk;
let sdk: WithSdk['sdk'];
let stripe: WithSdk['stripe'];

beforeEach(async () => {
  withSdk = await aFakeWithSdk('2026-12-01T09:00:00Z');
  ({ sdk, stripe } = withSdk);
});

const day = 86_400;
const date = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 16);
const periodEnd = ({ items }: Stripe.Subscription) => items.data[0]?.current_period_end ?? 0;
const read = ({ id }: Stripe.Subscription) => sdk.subscriptions.retrieve(id);
const toRenewal = async (plan: Stripe.Subscription) =>
  stripe.clock.advanceTo(new Date(periodEnd(await read(plan)) * 1_000));
const lastInvoice = async (plan: Stripe.Subscription) =>
  (await sdk.invoices.list({ subscription: plan.id })).data[0] as Stripe.Invoice;

describe('the first payment of a plan', () => {
  test('makes customer, subscription, and invoice only once it has succeeded', async () => {
    const session = await aPlanPage(withSdk);
    expect(stripe.decline(session, 'insufficient_funds').type).toBe(
      'payment_intent.payment_failed',
    );
    const open = await sdk.checkout.sessions.retrieve(session.id);
    expect(open).toMatchObject({ status: 'open', subscription: null, invoice: null });
    const customers = stripe.customers.length;

    const completed = stripe.pay(session);
    expect(stripe.customers).toHaveLength(customers + 1);
    const done = await sdk.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      payment_intent: null,
      invoice: expect.any(String),
      subscription: { status: 'active', metadata: { planId: 'plan-1', causeId: 'cause-1' } },
    });
    expect(completed.data.object).toMatchObject({ id: session.id, payment_intent: null });
    const invoice = await sdk.invoices.retrieve(String(done.invoice), { expand: ['payments'] });
    expect(invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_create',
      amount_paid: 2_500,
      parent: { subscription_details: { metadata: { causeId: 'cause-1' } } },
      payments: { data: [{ status: 'paid', amount_paid: 2_500 }] },
    });
  });

  test('takes only a price that recurs, and no parameter that is gone', async () => {
    const session = {
      mode: 'subscription' as const,
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'usd', unit_amount: 100, product_data: { name: 'Gift' } },
        },
      ],
      success_url: 'https://give.example',
    };
    await expect(sdk.checkout.sessions.create(session)).rejects.toThrow('recurring price');
    const gone = { ...session, payment_method_types: ['card'] } as object;
    await expect(
      sdk.checkout.sessions.create(gone as Stripe.Checkout.SessionCreateParams),
    ).rejects.toThrow('unknown parameter: payment_method_types');
    const mixed = { ...session, payment_intent_data: { description: 'Gift' } };
    await expect(sdk.checkout.sessions.create(mixed)).rejects.toThrow('payment_intent_data');
  });

  test('needs its product, which can be created once', async () => {
    const create = () => sdk.products.create({ id: 'only-once', name: 'Gift' });
    expect((await create()).id).toBe('only-once');
    await expect(create()).rejects.toMatchObject({ code: 'resource_already_exists' });
  });
});

describe('a renewal', () => {
  test('is a draft for an hour, then an attempt, then a paid invoice, and has its fee seconds later', async () => {
    const { subscription } = await aPlan(withSdk);
    stripe.clock.advanceTo(new Date((periodEnd(subscription) - 1) * 1_000));
    stripe.delivery.due();
    stripe.clock.advance({ seconds: 1 });
    expect(typesOf(stripe.delivery.due())).toEqual([
      'customer.subscription.updated',
      'invoice.created',
    ]);
    expect(await lastInvoice(subscription)).toMatchObject({
      status: 'draft',
      billing_reason: 'subscription_cycle',
    });
    stripe.clock.advance({ minutes: 59, seconds: 59 });
    expect(stripe.delivery.due()).toEqual([]);
    stripe.clock.advance({ seconds: 1 });
    const events = stripe.delivery.due();
    expect(typesOf(events)).toEqual([
      'payment_intent.created',
      'invoice.finalized',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
    ]);
    const charge = events[2]?.data.object as Stripe.Charge;
    expect(charge).toMatchObject({ balance_transaction: null, customer: subscription.customer });
    expect(charge).not.toHaveProperty('invoice');
    stripe.clock.advance({ seconds: stripe.account.feeDelay });
    const [updated] = stripe.delivery.due();
    expect(updated).toMatchObject({
      type: 'charge.updated',
      data: { object: { id: charge.id }, previous_attributes: { balance_transaction: null } },
    });
    const { balance_transaction } = await sdk.charges.retrieve(charge.id, {
      expand: ['balance_transaction'],
    });
    expect(balance_transaction).toMatchObject({ amount: 2_500, fee: 103, net: 2_397 });
  });

  test('names the metadata of the moment of its finalization, and the price of its draft', async () => {
    const { subscription } = await aPlan(withSdk);
    await toRenewal(subscription);
    const change = (unit_amount: number, causeId: string) =>
      sdk.subscriptions.update(subscription.id, {
        items: [
          {
            id: String(subscription.items.data[0]?.id),
            price_data: {
              currency: 'usd',
              product: 'plan',
              unit_amount,
              recurring: { interval: 'month' },
            },
          },
        ],
        proration_behavior: 'none',
        metadata: { causeId },
      });
    await change(4_000, 'cause-2');
    stripe.clock.advance({ hours: 1 });
    const invoice = await lastInvoice(subscription);
    await change(5_000, 'cause-3');
    expect(await sdk.invoices.retrieve(invoice.id)).toMatchObject({
      amount_paid: 2_500,
      parent: {
        subscription_details: { metadata: { planId: 'plan-1', causeId: 'cause-2' } },
      },
    });
    await toRenewal(subscription);
    stripe.clock.advance({ hours: 1 });
    expect(await lastInvoice(subscription)).toMatchObject({
      amount_paid: 5_000,
      parent: { subscription_details: { metadata: { causeId: 'cause-3' } } },
    });
  });

  test.each([
    ['2027-01-31T12:30:00Z', { interval: 'month' as const }, ['02-28', '03-31', '04-30', '05-31']],
    ['2028-01-30T12:30:00Z', { interval: 'month' as const }, ['02-29', '03-30']],
    [
      '2029-11-30T12:30:00Z',
      { interval: 'month' as const, interval_count: 3 },
      ['02-28', '05-30', '08-30'],
    ],
    ['2032-02-29T12:30:00Z', { interval: 'year' as const }, ['02-28', '02-28', '02-28', '02-29']],
  ])(
    'of a plan that began on %s comes on the day, or the last of a shorter month',
    async (start, rhythm, days) => {
      stripe.clock.set(start);
      const { subscription } = await aPlan(withSdk, { rhythm });
      for (const expected of days) {
        const end = periodEnd(await read(subscription));
        expect(date(end).slice(5)).toBe(`${expected}T12:30`);
        stripe.clock.advanceTo(new Date(end * 1_000));
      }
      await sdk.subscriptions.cancel(subscription.id);
    },
  );

  test('is announced as many days before as the account has set, with an invoice that does not exist', async () => {
    stripe.account.upcomingDays = 7;
    const { subscription } = await aPlan(withSdk, { rhythm: { interval: 'year' } });
    stripe.delivery.due();
    stripe.clock.advanceTo(new Date((periodEnd(subscription) - 7 * day) * 1_000));
    const [upcoming] = stripe.delivery.due().filter(({ type }) => type === 'invoice.upcoming');
    const invoice = upcoming?.data.object as Stripe.Invoice;
    expect(invoice).toMatchObject({ customer: subscription.customer, amount_due: 2_500 });
    await expect(sdk.invoices.retrieve(String(invoice.id))).rejects.toMatchObject({
      code: 'resource_missing',
    });
  });
});

describe('a failed renewal', () => {
  async function aRenewalWith(...answers: BankAnswer[]) {
    const { subscription } = await aPlan(withSdk);
    stripe.bankAnswers(subscription, ...answers);
    await toRenewal(subscription);
    stripe.delivery.due();
    stripe.clock.advance({ hours: 1 });
    return subscription;
  }

  test('leaves the plan past due, and is tried eight times in two weeks', async () => {
    const plan = await aRenewalWith('insufficient_funds');
    expect(typesOf(stripe.delivery.due())).toEqual([
      'payment_intent.created',
      'invoice.finalized',
      'charge.failed',
      'payment_intent.payment_failed',
      'invoice.payment_failed',
      'customer.subscription.updated',
    ]);
    expect((await read(plan)).status).toBe('past_due');
    const { created, next_payment_attempt } = await lastInvoice(plan);
    expect(next_payment_attempt).toBe(created + 3_600 + day);
    stripe.clock.advance({ days: 15 });
    const failures = stripe.delivery.due().filter(({ type }) => type === 'invoice.payment_failed');
    expect(failures).toHaveLength(8);
    expect(await lastInvoice(plan)).toMatchObject({
      attempt_count: 9,
      next_payment_attempt: null,
      status: 'open',
    });
  });

  test.each([
    ['cancel', 'canceled', 'customer.subscription.deleted'],
    ['unpaid', 'unpaid', 'customer.subscription.updated'],
    ['past_due', 'past_due', 'invoice.payment_failed'],
  ] as const)('ends as the account has set: %s', async (afterRetries, status, last) => {
    stripe.account.afterRetries = afterRetries;
    const plan = await aRenewalWith('insufficient_funds');
    stripe.clock.advance({ days: 15 });
    expect((await read(plan)).status).toBe(status);
    expect(typesOf(stripe.delivery.due()).at(-1)).toBe(last);
    await toRenewal(plan);
    stripe.clock.advance({ days: 1 });
    const invoices = stripe.invoicesOf(plan).map((invoice) => invoice.status);
    const next = { canceled: [], unpaid: ['draft'], past_due: ['open'] }[status];
    expect(invoices).toEqual(['paid', 'open', ...next]);
  });

  test.each([2, 5, 8])('succeeds with try %i: the plan is active again', async (tries) => {
    const refusals = Array<BankAnswer>(tries).fill('insufficient_funds');
    const plan = await aRenewalWith(...refusals, 'approved');
    stripe.clock.advance({ days: 15 });
    expect(await lastInvoice(plan)).toMatchObject({ status: 'paid', attempt_count: tries + 1 });
    expect((await read(plan)).status).toBe('active');
    const charges = stripe.chargesOf(plan).map(({ status }) => status);
    expect(charges).toEqual(['succeeded', ...refusals.map(() => 'failed'), 'succeeded']);
  });

  test('is not tried again with a card that is refused for good, and ends all the same', async () => {
    const plan = await aRenewalWith('stolen_card');
    expect((await lastInvoice(plan)).next_payment_attempt).toBeNull();
    stripe.clock.advance({ days: 15 });
    expect(stripe.chargesOf(plan)).toHaveLength(2);
    expect((await read(plan)).status).toBe('canceled');
  });

  test('succeeds at the next try if the bank has replaced the card', async () => {
    const plan = await aRenewalWith('lost_card');
    stripe.clock.advance({ days: 3 });
    expect(stripe.replaceCard(plan).type).toBe('payment_method.automatically_updated');
    stripe.clock.advance({ days: 1 });
    expect(await lastInvoice(plan)).toMatchObject({ status: 'paid', attempt_count: 2 });
  });

  test('waits for the donor if the bank wants a confirmation', async () => {
    const plan = await aRenewalWith('authentication_required', 'approved');
    expect(typesOf(stripe.delivery.due())).toContain('invoice.payment_action_required');
    const invoice = await lastInvoice(plan);
    expect(invoice.hosted_invoice_url).toMatch(/^https:/);
    stripe.clock.advance({ days: 1 });
    expect((await read(plan)).status).toBe('past_due');
    stripe.confirm(invoice);
    expect((await lastInvoice(plan)).status).toBe('paid');
    expect((await read(plan)).status).toBe('active');
  });

  test('can be paid at once by a call', async () => {
    const plan = await aRenewalWith('insufficient_funds', 'insufficient_funds', 'approved');
    const { id } = await lastInvoice(plan);
    await expect(sdk.invoices.pay(id)).rejects.toMatchObject({ type: 'StripeCardError' });
    expect((await sdk.invoices.pay(id)).status).toBe('paid');
  });

  test('can be voided, and is not collected any more', async () => {
    const plan = await aRenewalWith('insufficient_funds', 'approved');
    const { id } = await lastInvoice(plan);
    expect((await sdk.invoices.voidInvoice(id)).status).toBe('void');
    stripe.clock.advance({ days: 15 });
    expect(stripe.chargesOf(plan)).toHaveLength(2);
    await expect(sdk.invoices.voidInvoice(id)).rejects.toThrow('open');
  });
});

describe('an invoice', () => {
  test('that is paid outside Stripe says so, and has no payment', async () => {
    const { subscription } = await aPlan(withSdk, { card: { answers: ['approved'] } });
    stripe.bankAnswers(subscription, 'insufficient_funds');
    await toRenewal(subscription);
    stripe.clock.advance({ hours: 1 });
    const { id } = await lastInvoice(subscription);
    const paid = await sdk.invoices.pay(id, { paid_out_of_band: true });
    expect(paid).toMatchObject({ status: 'paid', amount_paid_off_stripe: 2_500 });
    const { data } = await sdk.invoicePayments.list({ invoice: id, status: 'paid' });
    expect(data).toEqual([]);
  });

  test('can have been paid twice', async () => {
    const { subscription } = await aPlan(withSdk);
    const invoice = await lastInvoice(subscription);
    stripe.payAgain(invoice);
    const { data } = await sdk.invoicePayments.list({ invoice: invoice.id, status: 'paid' });
    expect(data.map(({ amount_paid }) => amount_paid)).toEqual([2_500, 2_500]);
    const [payment] = data;
    expect((await sdk.invoicePayments.retrieve(String(payment?.id))).invoice).toBe(invoice.id);
  });

  test('is listed by when it was created', async () => {
    const { subscription } = await aPlan(withSdk);
    const since = stripe.clock.now() + 1;
    const listed = async () => {
      const options = { subscription: subscription.id, created: { gte: since } };
      return (await sdk.invoices.list(options)).data.length;
    };
    expect(await listed()).toBe(0);
    await toRenewal(subscription);
    expect(await listed()).toBe(1);
  });
});

describe('a plan', () => {
  test('that is paused is active at Stripe, and its renewals are void until the day it resumes', async () => {
    const { subscription } = await aPlan(withSdk);
    const resumes_at = stripe.clock.now() + 70 * day;
    stripe.delivery.due();
    await sdk.subscriptions.update(subscription.id, {
      pause_collection: { behavior: 'void', resumes_at },
    });
    expect(typesOf(stripe.delivery.due())).toEqual(['customer.subscription.updated']);
    expect(await read(subscription)).toMatchObject({
      status: 'active',
      pause_collection: { behavior: 'void', resumes_at },
    });
    stripe.clock.advance({ days: 69 });
    expect(stripe.invoicesOf(subscription).map(({ status }) => status)).toEqual([
      'paid',
      'void',
      'void',
    ]);
    stripe.clock.advance({ days: 1 });
    expect((await read(subscription)).pause_collection).toBeNull();
    stripe.clock.advance({ days: 31 });
    expect((await lastInvoice(subscription)).status).toBe('paid');
  });

  test('can be resumed earlier', async () => {
    const { subscription } = await aPlan(withSdk);
    await sdk.subscriptions.update(subscription.id, { pause_collection: { behavior: 'void' } });
    await sdk.subscriptions.update(subscription.id, { pause_collection: '' });
    stripe.clock.advance({ days: 32 });
    expect(stripe.invoicesOf(subscription).map(({ status }) => status)).toEqual(['paid', 'paid']);
  });

  test('that was stopped is not renewed, cannot be changed, and leaves its open invoice open', async () => {
    const { subscription } = await aPlan(withSdk);
    stripe.bankAnswers(subscription, 'insufficient_funds');
    await toRenewal(subscription);
    stripe.clock.advance({ hours: 1 });
    await sdk.subscriptions.cancel(subscription.id);
    expect((await read(subscription)).status).toBe('canceled');
    expect(await lastInvoice(subscription)).toMatchObject({ status: 'open', auto_advance: false });
    const charges = stripe.chargesOf(subscription).length;
    stripe.clock.advance({ days: 60 });
    expect(stripe.chargesOf(subscription)).toHaveLength(charges);
    await expect(
      sdk.subscriptions.update(subscription.id, { pause_collection: '' }),
    ).rejects.toThrow('canceled subscription');
    await expect(sdk.subscriptions.cancel(subscription.id)).rejects.toMatchObject({
      code: 'resource_missing',
    });
  });

  test('that has ended is in the list only if all are asked for', async () => {
    const { subscription } = await aPlan(withSdk);
    await sdk.subscriptions.cancel(subscription.id);
    const customer = String(subscription.customer);
    expect((await sdk.subscriptions.list({ customer })).data).toEqual([]);
    const { data } = await sdk.subscriptions.list({ customer, status: 'all' });
    expect(data.map(({ id }) => id)).toEqual([subscription.id]);
  });

  test('can be told to stop at the end of its period', async () => {
    const { subscription } = await aPlan(withSdk);
    await sdk.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    expect(await read(subscription)).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
    });
    await toRenewal(subscription);
    expect((await read(subscription)).status).toBe('canceled');
    expect(stripe.invoicesOf(subscription)).toHaveLength(1);
  });

  test('whose day is moved bills nothing until then, and has its rhythm from that day on', async () => {
    const { subscription } = await aPlan(withSdk);
    const trial_end = stripe.clock.now() + 10 * day;
    await sdk.subscriptions.update(subscription.id, { trial_end, proration_behavior: 'none' });
    expect(await read(subscription)).toMatchObject({ status: 'trialing', trial_end });
    expect(await lastInvoice(subscription)).toMatchObject({ amount_paid: 0, status: 'paid' });
    stripe.clock.advance({ days: 10, hours: 1 });
    expect((await read(subscription)).status).toBe('active');
    expect(await lastInvoice(subscription)).toMatchObject({ amount_paid: 2_500, status: 'paid' });
  });

  test('that gets another interval is billed for it at once', async () => {
    const { subscription } = await aPlan(withSdk);
    stripe.clock.advance({ days: 3 });
    const changed = await sdk.subscriptions.update(subscription.id, {
      items: [
        {
          id: String(subscription.items.data[0]?.id),
          price_data: {
            currency: 'usd',
            product: 'plan',
            unit_amount: 9_000,
            recurring: { interval: 'year' },
          },
        },
      ],
      proration_behavior: 'none',
    });
    expect(periodEnd(changed) - stripe.clock.now()).toBeGreaterThanOrEqual(365 * day);
    expect(await lastInvoice(subscription)).toMatchObject({
      billing_reason: 'subscription_update',
      amount_paid: 9_000,
    });
  });

  test('is charged with its own card, even if its customer has entered another one', async () => {
    const { subscription } = await aPlan(withSdk, { card: { answers: ['approved', 'lost_card'] } });
    const customer = String(subscription.customer);
    const features = { payment_method_update: { enabled: true } };
    const { id: configuration } = await sdk.billingPortal.configurations.create({ features });
    const session = await sdk.billingPortal.sessions.create({
      customer,
      configuration,
      flow_data: { type: 'payment_method_update' },
    });
    expect(session.url).toMatch(/^https:/);
    await toRenewal(subscription);
    stripe.clock.advance({ hours: 1 });
    const { id: card } = stripe.changeCard(session, { last4: '1881' });
    stripe.clock.advance({ days: 2 });
    expect((await lastInvoice(subscription)).status).toBe('open');
    await sdk.subscriptions.update(subscription.id, { default_payment_method: card });
    stripe.clock.advance({ days: 2 });
    expect((await lastInvoice(subscription)).status).toBe('paid');
  });

  test('gets no page of the portal for what its configuration has switched off', async () => {
    const { subscription } = await aPlan(withSdk);
    const features = { invoice_history: { enabled: true } };
    const { id: configuration } = await sdk.billingPortal.configurations.create({ features });
    const session = {
      customer: String(subscription.customer),
      flow_data: { type: 'payment_method_update' as const },
    };
    await expect(sdk.billingPortal.sessions.create(session)).rejects.toThrow('No configuration');
    await expect(sdk.billingPortal.sessions.create({ ...session, configuration })).rejects.toThrow(
      'payment_method_update is disabled',
    );
    const listed = await sdk.billingPortal.configurations.list({ limit: 100 });
    expect(listed.data.map(({ id }) => id)).toContain(configuration);
  });
});
