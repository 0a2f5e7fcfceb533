import Stripe from 'stripe';
import { describePrice } from '#test/support/stripe/catalog.ts';
import { find, idOf, type World } from '#test/support/stripe/world.ts';

/** How long an invoice of a renewal stays a draft, in seconds. */
export const draftTime = 3_600;

/** A draft for one period of a subscription. */
export function newInvoice(
  world: World,
  subscription: Stripe.Subscription,
  {
    reason,
    amount,
    period,
    id = world.id('in'),
  }: {
    reason: Stripe.Invoice.BillingReason;
    amount: number;
    period: { start: number; end: number };
    id?: string;
  },
): Stripe.Invoice {
  const { account, clock, objects } = world;
  const customer = find(objects.customers, idOf(subscription.customer as string));
  const now = clock.now();
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'A charity',
    account_tax_ids: null,
    amount_due: amount,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: amount,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: now + draftTime,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: [newLine(world, subscription, { invoice: id, amount, period })],
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: account.isLive ?? false,
    metadata: {},
    next_payment_attempt: now + draftTime,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: {
        metadata: { ...subscription.metadata },
        subscription: subscription.id,
      },
      type: 'subscription_details',
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: now,
    period_start: reason === 'subscription_create' ? now : subscription.start_date,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: amount,
    subtotal_excluding_tax: amount,
    test_clock: null,
    total: amount,
    total_discount_amounts: [],
    total_excluding_tax: amount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: now,
  };
}

function newLine(
  world: World,
  subscription: Stripe.Subscription,
  {
    invoice,
    amount,
    period,
  }: { invoice: string; amount: number; period: { start: number; end: number } },
): Stripe.InvoiceLineItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`${subscription.id} has no item.`);
  return {
    id: world.id('il'),
    object: 'line_item',
    amount,
    currency: subscription.currency,
    description: describePrice(world, item.price),
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: subscription.livemode,
    metadata: { ...subscription.metadata },
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: String(idOf(item.price.product as string)) },
      type: 'price_details',
      unit_amount_decimal: Stripe.Decimal.from(amount),
    },
    quantity: 1,
    quantity_decimal: Stripe.Decimal.from(1),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  };
}

/** That a payment is meant for an invoice. */
export function newInvoicePayment(
  world: World,
  invoice: Stripe.Invoice,
  paymentIntentId: string,
): Stripe.InvoicePayment {
  const payment: Stripe.InvoicePayment = {
    id: world.id('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: world.clock.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: invoice.livemode,
    payment: { payment_intent: paymentIntentId, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
  world.objects.invoicePayments.push(payment);
  return payment;
}

/** The subscription that an invoice is for. */
export function subscriptionOf(world: World, invoice: Stripe.Invoice): Stripe.Subscription {
  const id = idOf(invoice.parent?.subscription_details?.subscription as string | undefined);
  return find(world.objects.subscriptions, id);
}

/** The payments of an invoice, oldest first. */
export function paymentsOf({ objects }: World, invoiceId: string): Stripe.InvoicePayment[] {
  return objects.invoicePayments.filter(({ invoice }) => invoice === invoiceId);
}

/** The payment intent that is to pay, or has paid, an invoice. */
export function intentOf(world: World, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const payment = paymentsOf(world, invoice.id).find(({ is_default }) => is_default);
  return find(world.objects.paymentIntents, idOf(payment?.payment.payment_intent as string));
}
