import { sql } from 'kysely';
import { bookDonation } from '#server/giving/donations/book-donation.ts';
import { isOwnCheckout } from '#server/giving/donations/own-checkout.ts';
import { type DonationBooking, refused } from '#server/ledger/booking.ts';
import { lockPayment } from '#server/ledger/lock-payment.ts';
import { hasWaiting } from '#server/payments/payments/book-waiting.ts';
import { objectOf } from '#server/payments/payments/object-of-fact.ts';
import { forgetUnbooked, isSetAside } from '#server/payments/payments/unbooked-objects.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { missingCentsSql } from '#server/provider/card-costs/queries.ts';
import type { CheckoutFact } from '#server/provider/payment-provider/provider.ts';

type PaidFact = Extract<CheckoutFact, { kind: 'paid' }>;

/** Turns the paid checkout that a provider names into a donation. */
export async function bookPayment(
  trx: Trx,
  { provider, fact, source }: { provider: string; fact: PaidFact; source: string },
  mailer: Mailer,
): Promise<DonationBooking> {
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
  if (booking.outcome !== 'refused' && checkout.isSetAside) {
    await forgetUnbooked(trx, provider, objectOf(fact).objectId);
  }
  const isWaitedFor = booking.outcome === 'booked' && checkout.hasWaiting;
  return { ...booking, ...(isWaitedFor && { donation: { id: checkout.id, paymentIntentId } }) };
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
      sql<
        boolean | null
      >`(select cause_state = 'closed' from causes where causes.id = cause_id)`.as('isCauseClosed'),
      missingCentsSql.as('missingCents'),
      sql<boolean>`exists (select from donations
        where payment_intent_id = ${fact.paymentIntentId} and source = 'import')`.as('isImported'),
      hasWaiting(fact.paymentIntentId).as('hasWaiting'),
      isSetAside(provider, objectOf(fact).objectId).as('isSetAside'),
    ])
    .where(isOwnCheckout(provider, fact))
    .forUpdate()
    .executeTakeFirst();
}
