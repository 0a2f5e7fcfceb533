import type Stripe from 'stripe';
import { feesOf, move } from '#test/support/stripe/balance.ts';
import type { BankAnswer } from '#test/support/stripe/cards.ts';
import { find, idOf, type World } from '#test/support/stripe/world.ts';

/** What a payment is for. */
interface Purpose {
  id?: string;
  amount: number;
  currency: string;
  customer: string | null;
  metadata?: Record<string, string>;
  description?: string | null;
  method?: 'card' | 'us_bank_account';
}

export function newPaymentIntent(world: World, purpose: Purpose): Stripe.PaymentIntent {
  const { id = world.id('pi'), amount, currency, customer, method = 'card' } = purpose;
  const { metadata = {}, description = null } = purpose;
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret`,
    confirmation_method: 'automatic',
    created: world.clock.now(),
    currency,
    customer,
    customer_account: null,
    description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: world.account.isLive ?? false,
    managed_payments: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: [method],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: customer === null ? null : 'off_session',
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  world.objects.paymentIntents.push(intent);
  world.tell('payment_intent.created', intent);
  return intent;
}

/** The bank pays. Stripe knows the fee only seconds later, and tells it with `charge.updated`. */
export function succeed(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod | null,
): Stripe.Charge {
  const charge = newCharge(world, intent, method, 'approved');
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: method?.id ?? null,
    last_payment_error: null,
    next_action: null,
  });
  world.tell('charge.succeeded', charge);
  world.tell('payment_intent.succeeded', intent);
  settleLater(world, charge);
  return charge;
}

/** A bank debit has been started; whether it succeeds will be known in days. */
export function startDebit(world: World, intent: Stripe.PaymentIntent): Stripe.Charge {
  const charge = newCharge(world, intent, null, 'approved');
  Object.assign(charge, { status: 'pending', paid: false });
  Object.assign(intent, { status: 'processing', latest_charge: charge.id });
  world.tell('charge.pending', charge);
  world.tell('payment_intent.processing', intent);
  return charge;
}

/** The outcome of a bank debit. */
export function endDebit(world: World, intent: Stripe.PaymentIntent, isPaid: boolean): void {
  const charge = find(world.objects.charges, idOf(intent.latest_charge as string));
  if (isPaid) {
    Object.assign(charge, { status: 'succeeded', paid: true });
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
    world.tell('charge.succeeded', charge);
    world.tell('payment_intent.succeeded', intent);
    settleLater(world, charge);
    return;
  }
  Object.assign(charge, { status: 'failed', failure_code: 'insufficient_funds' });
  intent.status = 'requires_payment_method';
  world.tell('charge.failed', charge);
  world.tell('payment_intent.payment_failed', intent);
}

/** The bank refuses. If it wants the donor to confirm, there is no charge yet. */
export function decline(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  answer: Exclude<BankAnswer, 'approved'>,
): Stripe.Event {
  const isConfirmation = answer === 'authentication_required';
  intent.payment_method = method.id;
  intent.last_payment_error = {
    type: 'card_error',
    code: isConfirmation ? 'authentication_required' : 'card_declined',
    decline_code: answer,
    message: isConfirmation
      ? 'This payment requires additional user action before it can be completed successfully.'
      : 'Your card was declined.',
    payment_method: method,
    payment_method_type: 'card',
  };
  if (isConfirmation) {
    intent.status = 'requires_action';
    intent.next_action = { type: 'use_stripe_sdk' };
    return world.tell('payment_intent.requires_action', intent);
  }
  const charge = newCharge(world, intent, method, answer);
  intent.status = 'requires_payment_method';
  intent.latest_charge = charge.id;
  intent.last_payment_error.charge = charge.id;
  world.tell('charge.failed', charge);
  return world.tell('payment_intent.payment_failed', intent);
}

/** A payment that will not be made any more. */
export function cancelIntent(world: World, intent: Stripe.PaymentIntent): void {
  if (['succeeded', 'canceled'].includes(intent.status)) return;
  Object.assign(intent, { status: 'canceled', canceled_at: world.clock.now() });
  intent.cancellation_reason = 'void_invoice';
  world.tell('payment_intent.canceled', intent);
}

function settleLater(world: World, charge: Stripe.Charge): void {
  const { clock, account } = world;
  clock.plan(clock.now() + account.feeDelay, () => {
    const transaction = move(world, {
      type: charge.payment_method_details?.type === 'card' ? 'charge' : 'payment',
      category: 'charge',
      amount: charge.amount,
      currency: charge.currency,
      source: charge.id,
      feeDetails: feesOf(world, charge.amount, charge.currency),
      description: charge.description,
    });
    charge.balance_transaction = transaction.id;
    world.tell('charge.updated', charge, { balance_transaction: null });
  });
}

function newCharge(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod | null,
  answer: BankAnswer,
): Stripe.Charge {
  const isPaid = answer === 'approved';
  const code = isPaid ? null : 'card_declined';
  const id = world.id('ch');
  const charge: Stripe.Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'CHARITY',
    captured: isPaid,
    created: world.clock.now(),
    currency: intent.currency,
    customer: idOf(intent.customer as string | null),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: code,
    failure_message: isPaid ? null : 'Your card was declined.',
    fraud_details: {},
    livemode: world.account.isLive ?? false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: isPaid ? 'approved_by_network' : 'declined_by_network',
      reason: isPaid ? null : answer,
      risk_level: 'normal',
      risk_score: 10,
      seller_message: isPaid ? 'Payment complete.' : 'The bank returned a decline code.',
      type: isPaid ? 'authorized' : 'issuer_declined',
    },
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method?.id ?? null,
    payment_method_details: method?.card
      ? { type: 'card', card: cardUsed(method.card) }
      : { type: 'us_bank_account' },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
  world.objects.charges.push(charge);
  return charge;
}

/** The card as a charge remembers it. */
function cardUsed(card: Stripe.PaymentMethod.Card): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: null,
    authorization_code: null,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    extended_authorization: { status: 'disabled' },
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card.last4,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: 0, status: 'unavailable' },
    regulated_status: card.regulated_status,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}
