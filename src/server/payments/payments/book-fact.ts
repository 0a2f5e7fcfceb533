import { type RawBuilder, sql } from 'kysely';
import { donationId } from '#contract/ids.ts';
import { bookDonation } from '#server/giving/donations/book-donation.ts';
import { awaitPayment, endCheckout } from '#server/giving/donations/end-checkout.ts';
import { type Booking, noted, refused } from '#server/ledger/booking.ts';
import { lockPayment } from '#server/ledger/lock-payment.ts';
import { bookWaitingDisputes, recordDispute } from '#server/payments/disputes/commands.ts';
import { hasWaitingDisputes } from '#server/payments/disputes/queries.ts';
import { forgetUnbooked, isSetAside } from '#server/payments/payments/unbooked-objects.ts';
import { bookWaitingRefunds } from '#server/payments/refunds/book-refund.ts';
import { hasWaitingRefunds } from '#server/payments/refunds/queries.ts';
import { recordRefund } from '#server/payments/refunds/record-refund.ts';
import { bookInvoice } from '#server/plans/plans/book-gift.ts';
import { recordPlan } from '#server/plans/plans/record-plan.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { hasWaitingCosts, missingCentsSql } from '#server/provider/card-costs/queries.ts';
import { bookWaitingCosts, recordBalance } from '#server/provider/card-costs/record-balance.ts';
import type {
  CheckoutFact,
  IncompleteFact,
  InvoiceFact,
  PaymentEvent,
  PaymentFact,
  ProviderObject,
} from '#server/provider/payment-provider/provider.ts';

/** What we say of an object that made our own code fail. */
export const notHandled = refused('our software could not handle it');

/**
 * Books a fact of the provider: a payment, a refund, a dispute, or the end of a checkout. Booking it twice, late,
 * or in another order makes no difference. `source` is where we learned of it, such as an event's id.
 */
export async function bookFact(
  trx: Trx,
  provider: string,
  fact: PaymentFact,
  source: string,
  mailer: Mailer,
): Promise<Booking> {
  if (fact.kind === 'paid') return bookPayment(trx, provider, fact, source, mailer);
  if (fact.kind === 'invoice' && fact.plan) {
    const { plan, ...invoice } = fact;
    const first = await bookFact(trx, provider, plan, source, mailer);
    if (first.outcome === 'refused') return first;
    return bookFact(trx, provider, invoice, source, mailer);
  }
  const booking = await bookByKind(trx, provider, fact, source, mailer);
  const object = objectOf(fact);
  if (booking.outcome !== 'refused' && object) {
    await forgetUnbooked(trx, provider, object.objectId);
  }
  return booking;
}

function bookByKind(
  trx: Trx,
  provider: string,
  fact: Exclude<PaymentFact, PaidFact>,
  source: string,
  mailer: Mailer,
): Promise<Booking> {
  switch (fact.kind) {
    case 'refund':
      return recordRefund(trx, { provider, fact, source }, mailer);
    case 'dispute':
      return recordDispute(trx, { provider, fact, source }, mailer);
    case 'balance':
      return recordBalance(trx, provider, fact);
    case 'plan':
      return recordPlan(trx, { provider, fact }, mailer);
    case 'invoice':
      return bookPlanPayment(trx, provider, fact, source, mailer);
    default:
      return bookUnpaid(trx, provider, fact, mailer);
  }
}

async function bookPlanPayment(
  trx: Trx,
  provider: string,
  fact: InvoiceFact,
  source: string,
  mailer: Mailer,
): Promise<Booking> {
  for (const { paymentIntentId } of fact.payments) await lockPayment(trx, paymentIntentId);
  const { booking, donation } = await bookInvoice(trx, { provider, fact, source }, mailer);
  if (donation) {
    await bookWaitingRefunds(trx, donation, source, mailer);
    await bookWaitingCosts(trx, donation.paymentIntentId);
    await bookWaitingDisputes(trx, donation, source, mailer);
  }
  return booking;
}

type PaidFact = Extract<CheckoutFact, { kind: 'paid' }>;

async function bookUnpaid(
  trx: Trx,
  provider: string,
  fact: Exclude<CheckoutFact, PaidFact>,
  mailer: Mailer,
): Promise<Booking> {
  const checkout = await trx
    .selectFrom('checkouts')
    .select('id')
    .where(isOwnCheckout(provider, fact))
    .executeTakeFirst();
  if (!checkout) return refused('no such checkout');
  if (fact.kind === 'pending') await awaitPayment(trx, checkout.id);
  else await endCheckout(trx, checkout.id, fact.kind, mailer);
  return noted;
}

async function bookPayment(
  trx: Trx,
  provider: string,
  fact: PaidFact,
  source: string,
  mailer: Mailer,
): Promise<Booking> {
  const { paymentIntentId } = fact;
  await lockPayment(trx, paymentIntentId);
  const checkout = await lockCheckout(trx, provider, fact);
  if (!checkout) return refused('no such checkout');
  if (checkout.isImported) {
    return refused(
      `its payment ${paymentIntentId} was imported from a file before we were told of it`,
    );
  }
  const payment = { ...fact, provider, eventId: source };
  const booking = await bookDonation(trx, checkout, payment, mailer);
  if (booking.outcome === 'booked') {
    const donation = { id: checkout.id, paymentIntentId };
    if (checkout.hasWaitingRefunds) await bookWaitingRefunds(trx, donation, source, mailer);
    if (checkout.hasWaitingCosts) await bookWaitingCosts(trx, paymentIntentId);
    if (checkout.hasWaitingDisputes) await bookWaitingDisputes(trx, donation, source, mailer);
  }
  if (booking.outcome !== 'refused' && checkout.isSetAside) {
    await forgetUnbooked(trx, provider, objectOfCheckout(fact).objectId);
  }
  return booking;
}

/**
 * Locks the checkout of a payment, and reads with it what its booking needs to know. Behind the lock of the payment,
 * no refund or dispute of it can come to wait anymore. A checkout that is set aside a moment later is looked up again
 * within the hour, and forgotten then.
 */
function lockCheckout(trx: Trx, provider: string, fact: PaidFact) {
  return trx
    .selectFrom('checkouts')
    .selectAll()
    .select([
      sql<string | null>`(select name from causes where causes.id = cause_id)`.as('causeName'),
      sql<boolean | null>`(select is_for_running_costs from causes where causes.id = cause_id)`.as(
        'isForRunningCosts',
      ),
      missingCentsSql.as('missingCents'),
      sql<boolean>`exists (select from donations
        where payment_intent_id = ${fact.paymentIntentId} and source = 'import')`.as('isImported'),
      hasWaitingRefunds(fact.paymentIntentId).as('hasWaitingRefunds'),
      hasWaitingDisputes(fact.paymentIntentId).as('hasWaitingDisputes'),
      hasWaitingCosts(fact.paymentIntentId).as('hasWaitingCosts'),
      isSetAside(provider, objectOfCheckout(fact).objectId).as('isSetAside'),
    ])
    .where(isOwnCheckout(provider, fact))
    .forUpdate()
    .executeTakeFirst();
}

/** The provider's object that a fact is about; null if it names none. */
export function objectOf(fact: PaymentEvent | PaymentFact | IncompleteFact): ProviderObject | null {
  switch (fact.kind) {
    case 'refund':
      return { kind: 'refund', objectId: fact.refundId };
    case 'dispute':
      return { kind: 'dispute', objectId: fact.disputeId };
    case 'balance':
      return { kind: 'balance', objectId: fact.transactionId };
    case 'plan':
      return { kind: 'plan', objectId: fact.subscriptionId };
    case 'invoice':
      return { kind: 'invoice', objectId: fact.invoiceId };
    case 'incomplete':
      return fact.object;
    case 'foreign':
    case 'other':
    case 'payment-failed':
      return null;
    default:
      return objectOfCheckout(fact);
  }
}

function objectOfCheckout({ sessionId, checkoutId }: NamedCheckout): ProviderObject {
  return { kind: 'checkout', objectId: sessionId || checkoutId };
}

/** The checkout that a provider names. */
type NamedCheckout = Pick<CheckoutFact, 'checkoutId' | 'sessionId'>;

/** Selects the checkout that a provider names; none if it is not ours. */
export function isOwnCheckout(
  provider: string,
  { checkoutId, sessionId }: NamedCheckout,
): RawBuilder<boolean> {
  const id = donationId.safeParse(checkoutId).data ?? null;
  // Without a stored session, the provider's response was lost, and we cannot tell.
  return sql<boolean>`checkouts.id = ${id}::uuid and checkouts.provider = ${provider}
    and coalesce(checkouts.session_id = ${sessionId ?? null}::text, true)`;
}
