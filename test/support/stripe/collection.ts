import type Stripe from 'stripe';
import { planBillingFee } from '#test/support/stripe/balance.ts';
import { cardOf, isFinal, nextAnswer } from '#test/support/stripe/cards.ts';
import {
  intentOf,
  newInvoicePayment,
  paymentsOf,
  subscriptionOf,
} from '#test/support/stripe/invoices.ts';
import { cancelIntent, decline, newPaymentIntent, succeed } from '#test/support/stripe/payments.ts';
import { Refusal } from '#test/support/stripe/refusal.ts';
import { endSubscription, setStatus } from '#test/support/stripe/status.ts';
import { find, idOf, type World } from '#test/support/stripe/world.ts';

const day = 86_400;

/** A draft becomes a claim, and Stripe tries to collect it. From now on its metadata stay as they are. */
export function finalize(world: World, invoice: Stripe.Invoice): void {
  if (invoice.status !== 'draft' || !invoice.auto_advance) return;
  const { clock, tell } = world;
  const subscription = subscriptionOf(world, invoice);
  Object.assign(invoice, {
    status: 'open',
    number: `CHARITY-${world.id('').slice(1).padStart(4, '0')}`,
    automatically_finalizes_at: null,
    effective_at: clock.now(),
    ending_balance: 0,
    hosted_invoice_url: `https://invoice.stripe.example/i/${invoice.id}`,
    invoice_pdf: `https://pay.stripe.example/invoice/${invoice.id}/pdf`,
  });
  invoice.status_transitions.finalized_at = clock.now();
  if (invoice.parent?.subscription_details) {
    invoice.parent.subscription_details.metadata = { ...subscription.metadata };
  }
  if (invoice.amount_due > 0) {
    const { amount_due: amount, currency, customer } = invoice;
    const intent = newPaymentIntent(world, {
      amount,
      currency,
      customer: idOf(customer as string),
    });
    newInvoicePayment(world, invoice, intent.id);
  }
  tell('invoice.finalized', invoice);
  if (invoice.amount_due === 0) markPaid(world, invoice);
  else attempt(world, invoice);
}

/** Asks the bank. If it refuses softly, Stripe tries again on the days that the account has chosen. */
export function attempt(world: World, invoice: Stripe.Invoice, isPlanned = true): boolean {
  const { account, clock, hidden, tell } = world;
  if (invoice.status !== 'open') return false;
  const subscription = subscriptionOf(world, invoice);
  const method = cardOf(world, subscription);
  const intent = intentOf(world, invoice);
  const firstTry = invoice.status_transitions.finalized_at ?? clock.now();
  const next = account.retryDays.find((days) => firstTry + days * day > clock.now());
  if (isPlanned && next !== undefined) {
    clock.plan(firstTry + next * day, () => retry(world, invoice));
  }
  invoice.attempted = true;
  invoice.attempt_count++;
  const answer = method === null ? 'generic_decline' : nextAnswer(world, method.id);
  if (method !== null && answer === 'approved') {
    succeed(world, intent, method);
    markPaid(world, invoice);
    return true;
  }
  if (method !== null && answer !== 'approved') {
    decline(world, intent, method, answer);
    if (isFinal(answer)) hidden.blocked.add(method.id);
  }
  const isOver = next === undefined || isFinal(answer);
  invoice.next_payment_attempt = isOver ? null : firstTry + next * day;
  tell('invoice.payment_failed', invoice);
  if (answer === 'authentication_required') tell('invoice.payment_action_required', invoice);
  if (['active', 'trialing'].includes(subscription.status)) {
    setStatus(world, subscription, 'past_due');
  }
  if (next === undefined && isPlanned) giveUp(world, invoice);
  return false;
}

/** A planned try. It is left out while the card is one that the bank has refused for good. */
function retry(world: World, invoice: Stripe.Invoice): void {
  const { account, clock, hidden } = world;
  const subscription = subscriptionOf(world, invoice);
  if (invoice.status !== 'open' || !invoice.auto_advance) return;
  const method = cardOf(world, subscription);
  if (method === null || !hidden.blocked.has(method.id)) return void attempt(world, invoice);
  const firstTry = invoice.status_transitions.finalized_at ?? clock.now();
  const next = account.retryDays.find((days) => firstTry + days * day > clock.now());
  if (next === undefined) giveUp(world, invoice);
  else clock.plan(firstTry + next * day, () => retry(world, invoice));
}

/** The last try has failed: what happens is a setting of the account. */
function giveUp(world: World, invoice: Stripe.Invoice): void {
  const subscription = subscriptionOf(world, invoice);
  invoice.auto_advance = false;
  if (subscription.status === 'canceled') return;
  if (world.account.afterRetries === 'cancel')
    endSubscription(world, subscription, 'payment_failed');
  if (world.account.afterRetries === 'unpaid') setStatus(world, subscription, 'unpaid');
}

/** The invoice has been paid, by its payment intent unless it came to nothing. */
export function markPaid(world: World, invoice: Stripe.Invoice): void {
  const { clock, tell } = world;
  const subscription = subscriptionOf(world, invoice);
  Object.assign(invoice, {
    status: 'paid',
    attempted: true,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
  });
  invoice.status_transitions.paid_at = clock.now();
  const payment = paymentsOf(world, invoice.id).find(({ is_default }) => is_default);
  if (payment) {
    Object.assign(payment, { status: 'paid', amount_paid: invoice.amount_due });
    payment.status_transitions.paid_at = clock.now();
    tell('invoice_payment.paid', payment);
  }
  tell('invoice.paid', invoice);
  tell('invoice.payment_succeeded', invoice);
  const isLatest = idOf(subscription.latest_invoice as string) === invoice.id;
  if (isLatest && ['past_due', 'unpaid'].includes(subscription.status)) {
    setStatus(world, subscription, 'active');
  }
  if (payment) planBillingFee(world, invoice);
}

/** The donor confirms, on the page of the invoice, the payment that the bank wanted confirmed. */
export function confirm(world: World, invoiceId: string): void {
  const invoice = find(world.objects.invoices, invoiceId);
  const intent = intentOf(world, invoice);
  if (intent.status !== 'requires_action') throw new Error(`${intent.id} is ${intent.status}.`);
  const method = find(world.objects.paymentMethods, idOf(intent.payment_method as string));
  world.hidden.blocked.delete(method.id);
  succeed(world, intent, method);
  markPaid(world, invoice);
}

/** A call that collects an open invoice right now, or that says it was paid in another way. */
export function payInvoice(world: World, id: string, isOutOfBand: boolean): Stripe.Invoice {
  const invoice = find(world.objects.invoices, id);
  if (invoice.status === 'paid') throw new Refusal('Invoice is already paid');
  if (invoice.status !== 'open') throw new Refusal('This invoice can no longer be paid.');
  if (isOutOfBand) {
    const payment = paymentsOf(world, id).find(({ is_default }) => is_default);
    cancelIntent(world, intentOf(world, invoice));
    if (payment) Object.assign(payment, { status: 'canceled', is_default: false });
    invoice.amount_paid_off_stripe = invoice.amount_due;
    markPaid(world, invoice);
    return invoice;
  }
  if (!attempt(world, invoice, false)) {
    throw new Refusal('Your card was declined.', {
      status: 402,
      type: 'card_error',
      code: 'card_declined',
    });
  }
  return invoice;
}

/** A second payment of the same invoice, such as one that was attached on the dashboard. */
export function payAgain(world: World, invoiceId: string): void {
  const invoice = find(world.objects.invoices, invoiceId);
  const { amount_due: amount, currency, customer } = invoice;
  const intent = newPaymentIntent(world, { amount, currency, customer: idOf(customer as string) });
  succeed(world, intent, cardOf(world, subscriptionOf(world, invoice)));
  const payment = newInvoicePayment(world, invoice, intent.id);
  Object.assign(payment, { is_default: false, status: 'paid', amount_paid: amount });
  payment.status_transitions.paid_at = world.clock.now();
  invoice.amount_overpaid += amount;
  world.tell('invoice_payment.paid', payment);
  world.tell('invoice.updated', invoice);
}

/** An open invoice is no longer owed. */
export function voidInvoice(world: World, id: string): Stripe.Invoice {
  const invoice = find(world.objects.invoices, id);
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw new Refusal('You can only pass in open or uncollectible invoices.');
  }
  markVoid(world, invoice);
  return invoice;
}

export function markVoid(world: World, invoice: Stripe.Invoice): void {
  invoice.status = 'void';
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = world.clock.now();
  for (const payment of paymentsOf(world, invoice.id)) {
    if (payment.status !== 'open') continue;
    payment.status = 'canceled';
    payment.status_transitions.canceled_at = world.clock.now();
    cancelIntent(world, intentOf(world, invoice));
  }
  world.tell('invoice.voided', invoice);
}
