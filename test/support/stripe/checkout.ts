import type Stripe from 'stripe';
import { startCycle } from '#test/support/stripe/billing.ts';
import { periodStart } from '#test/support/stripe/calendar.ts';
import { type BankAnswer, type FakeCard, newCard, nextAnswer } from '#test/support/stripe/cards.ts';
import { priceOf } from '#test/support/stripe/catalog.ts';
import { markPaid } from '#test/support/stripe/collection.ts';
import { newCustomer } from '#test/support/stripe/customers.ts';
import { changedMetadata, type Params, paramsOf, textOf } from '#test/support/stripe/form.ts';
import { newInvoice, newInvoicePayment } from '#test/support/stripe/invoices.ts';
import {
  decline,
  endDebit,
  newPaymentIntent,
  startDebit,
  succeed,
} from '#test/support/stripe/payments.ts';
import { noSuch, Refusal } from '#test/support/stripe/refusal.ts';
import { newSubscription } from '#test/support/stripe/subscriptions.ts';
import { type FakeSession, find, idOf, type World } from '#test/support/stripe/world.ts';

/** A call that makes a payment page. */
export function createSession(world: World, params: Params): FakeSession {
  const item = paramsOf(paramsOf(params, 'line_items'), '0');
  const problem = problemWith(world, params);
  if (problem) throw new Refusal(problem);
  const price = priceOf(world, paramsOf(item, 'price_data'));
  const isPlan = params.mode === 'subscription';
  if (isPlan !== (price.recurring !== null)) {
    throw new Refusal(
      isPlan
        ? 'You must provide at least one recurring price in `subscription` mode.'
        : 'You specified `payment` mode but passed a recurring price.',
    );
  }
  const { account, clock, hidden, objects } = world;
  const id = `cs_${account.isLive ? 'live' : 'test'}_${world.firstId + objects.sessions.length + 1}`;
  const items = Object.values(paramsOf(params, 'line_items') ?? {}) as Params[];
  const amount = items.reduce((sum, each) => {
    const { unit_amount, currency } = priceOf(world, paramsOf(each, 'price_data'));
    if (currency !== price.currency) throw new Refusal('All prices must have the same currency.');
    return sum + (unit_amount ?? 0) * Number(textOf(each, 'quantity') ?? 1);
  }, 0);
  const object: Stripe.Checkout.Session = {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: textOf(params, 'cancel_url') ?? null,
    client_reference_id: textOf(params, 'client_reference_id') ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: clock.now(),
    currency: price.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: textOf(params, 'customer') ?? null,
    customer_account: null,
    customer_creation: isPlan ? 'always' : 'if_required',
    customer_details: null,
    customer_email: textOf(params, 'customer_email') ?? null,
    discounts: [],
    expires_at: Number(textOf(params, 'expires_at') ?? clock.now() + 86_400),
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: account.isLive ?? false,
    locale: textOf(params, 'locale') ?? null,
    managed_payments: null,
    metadata: changedMetadata({}, params),
    mode: isPlan ? 'subscription' : 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: isPlan ? 'always' : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: textOf(params, 'submit_type') ?? null,
    subscription: null,
    success_url: textOf(params, 'success_url') ?? null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `https://checkout.stripe.example/c/pay/${id}`,
    wallet_options: null,
  };
  // What the caller asked for is no part of what Stripe deals.
  const session = Object.defineProperty(object as FakeSession, 'params', { value: params });
  hidden.prices.set(id, price);
  objects.sessions.push(session);
  return session;
}

/** What Stripe would reject about a session, or null. */
function problemWith(world: World, params: Params): string | null {
  // A test may have moved this clock, while that of the application is the machine's.
  const isSoonAfter = (now: number) => {
    const minutes = (Number(params.expires_at) - now) / 60;
    return minutes >= 30 && minutes <= 24 * 60;
  };
  const isInTime = [world.clock.now(), Math.floor(Date.now() / 1000)].some(isSoonAfter);
  if (!['payment', 'subscription'].includes(String(params.mode))) return 'Invalid mode';
  if (!paramsOf(params, 'line_items')) return 'Missing required param: line_items';
  if (!params.success_url) return 'Missing required param: success_url';
  if (params.expires_at !== undefined && !isInTime) {
    return 'expires_at must be between 30 minutes and 24 hours from now';
  }
  if (params.customer && params.customer_email) {
    return 'You may only specify one of these parameters: customer, customer_email.';
  }
  const foreign = params.mode === 'payment' ? 'subscription_data' : 'payment_intent_data';
  if (params[foreign]) return `You can not pass \`${foreign}\` in \`${params.mode}\` mode.`;
  const unknown = Object.keys(params).find((name) => !sessionParams.includes(name));
  return unknown === undefined ? null : `Received unknown parameter: ${unknown}`;
}

const sessionParams = [
  'adaptive_pricing',
  'allowed_payment_method_types',
  'cancel_url',
  'client_reference_id',
  'custom_text',
  'customer',
  'customer_creation',
  'customer_email',
  'expand',
  'expires_at',
  'line_items',
  'locale',
  'metadata',
  'mode',
  'payment_intent_data',
  'payment_method_options',
  'submit_type',
  'subscription_data',
  'success_url',
];

/** The donor enters a card that the bank refuses, and is still on the payment page. */
export function declineOnPage(
  world: World,
  session: FakeSession,
  answer: Exclude<BankAnswer, 'approved'>,
): Stripe.Event {
  mustBeOpen(session);
  // There is no subscription before a payment has succeeded, and so nothing that could be left behind.
  const intent = newPaymentIntent(world, { ...purposeOf(session), customer: null });
  return decline(world, intent, newCard(world, null, {}), answer);
}

/** The donor pays. */
export function pay(
  world: World,
  session: FakeSession,
  method: 'card' | 'bank debit',
  card: FakeCard,
): Stripe.Event {
  mustBeOpen(session);
  if (session.mode === 'subscription') return subscribe(world, session, card);
  const intent = newPaymentIntent(world, {
    ...purposeOf(session),
    id: session.id.replace('cs_', 'pi_'),
    customer: idOf(session.customer as string | null),
    method: method === 'card' ? 'card' : 'us_bank_account',
  });
  if (method === 'card') succeed(world, intent, newCard(world, null, card));
  else startDebit(world, intent);
  return complete(world, session, {
    payment_status: method === 'card' ? 'paid' : 'unpaid',
    payment_intent: intent.id,
  });
}

/** The first payment of a plan: only once it has succeeded is there a subscription, with a paid invoice. */
function subscribe(world: World, session: FakeSession, card: FakeCard): Stripe.Event {
  const { objects, tell } = world;
  const price = world.hidden.prices.get(session.id);
  if (!price?.recurring) throw new Error(`${session.id} has no price that recurs.`);
  const given = idOf(session.customer as string | null);
  const details = {
    email: session.customer_email ?? '',
    ...(card.holder && { name: card.holder }),
  };
  const customer = given ? find(objects.customers, given) : newCustomer(world, details);
  const method = newCard(world, customer.id, card);
  // The bank has said yes to the first payment; what it is to answer later comes later.
  if (nextAnswer(world, method.id) !== 'approved') throw new Error('Use declineOnPage.');
  tell('payment_method.attached', method);
  const { amount, currency } = purposeOf(session);
  const intent = newPaymentIntent(world, {
    amount,
    currency,
    customer: customer.id,
    description: 'Subscription creation',
  });
  succeed(world, intent, method);
  const data = paramsOf(session.params, 'subscription_data');
  const subscription = newSubscription(world, {
    customer: customer.id,
    price,
    method: method.id,
    metadata: changedMetadata({}, data),
    end: periodStart(world.clock.now(), price.recurring, 1),
  });
  const [item] = subscription.items.data;
  const invoice = newInvoice(world, subscription, {
    reason: 'subscription_create',
    amount,
    period: { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 },
  });
  objects.invoices.push(invoice);
  subscription.latest_invoice = invoice.id;
  customer.currency = currency;
  tell('customer.subscription.created', subscription);
  tell('invoice.created', invoice);
  Object.assign(invoice, {
    status: 'open',
    number: `CHARITY-${invoice.id}`,
    automatically_finalizes_at: null,
    effective_at: world.clock.now(),
    ending_balance: 0,
    hosted_invoice_url: `https://invoice.stripe.example/i/${invoice.id}`,
    invoice_pdf: `https://pay.stripe.example/invoice/${invoice.id}/pdf`,
  });
  invoice.status_transitions.finalized_at = world.clock.now();
  newInvoicePayment(world, invoice, intent.id);
  tell('invoice.finalized', invoice);
  invoice.attempt_count = 1;
  markPaid(world, invoice);
  startCycle(world, subscription);
  return complete(world, session, {
    payment_status: 'paid',
    customer: customer.id,
    subscription: subscription.id,
    invoice: invoice.id,
  });
}

/** The outcome of a bank debit. */
export function settle(world: World, session: FakeSession, isPaid: boolean): Stripe.Event {
  const intent = find(world.objects.paymentIntents, idOf(session.payment_intent as string));
  endDebit(world, intent, isPaid);
  if (isPaid) session.payment_status = 'paid';
  const outcome = isPaid ? 'succeeded' : 'failed';
  return world.tell(`checkout.session.async_payment_${outcome}`, session);
}

/** The payment page is closed. */
export function expire(world: World, session: FakeSession): Stripe.Event {
  mustBeOpen(session);
  Object.assign(session, { status: 'expired', url: null });
  return world.tell('checkout.session.expired', session);
}

/** A call that closes a payment page. */
export function expireSession(world: World, id: string): FakeSession {
  const session = world.objects.sessions.find((each) => each.id === id);
  if (!session) throw noSuch('checkout.session', id);
  if (session.status !== 'open') {
    throw new Refusal('Only Checkout Sessions with a status in ["open"] can be expired.');
  }
  expire(world, session);
  return session;
}

function complete(
  world: World,
  session: FakeSession,
  outcome: Partial<Stripe.Checkout.Session>,
): Stripe.Event {
  const email = session.customer_email;
  Object.assign(session, {
    status: 'complete',
    url: null,
    customer_details: {
      address: null,
      business_name: null,
      email,
      individual_name: null,
      name: null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    ...outcome,
  });
  return world.tell('checkout.session.completed', session);
}

function purposeOf(session: FakeSession) {
  return {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    metadata: changedMetadata({}, paramsOf(session.params, 'payment_intent_data')),
  };
}

function mustBeOpen(session: FakeSession): void {
  if (session.status !== 'open') throw new Error(`${session.id} is ${session.status}.`);
}
