import { type DonationId, donationId } from '#contract/ids.ts';
import { bookWaitingDisputes, recordDispute } from '#server/giving/disputes/commands.ts';
import { awaitPayment, bookDonation, endCheckout } from '#server/giving/donations/commands.ts';
import type {
  CheckoutFact,
  IncompleteFact,
  PaymentEvent,
  PaymentFact,
  ProviderObject,
} from '#server/giving/payment-provider/provider.ts';
import { forgetUnbooked } from '#server/giving/payments/unbooked-objects.ts';
import { bookWaitingRefunds, recordRefund } from '#server/giving/refunds/commands.ts';
import { type Booking, noted, refused } from '#server/ledger/booking.ts';
import { lockPayment } from '#server/ledger/lock-payment.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

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
  fact: PaymentFact,
  source: string,
  mailer: Mailer,
): Promise<Booking> {
  switch (fact.kind) {
    case 'refund':
      return recordRefund(trx, { provider, fact, source }, mailer);
    case 'dispute':
      return recordDispute(trx, { provider, fact, source }, mailer);
    default:
      return bookCheckoutFact(trx, provider, fact, source, mailer);
  }
}

async function bookCheckoutFact(
  trx: Trx,
  provider: string,
  fact: CheckoutFact,
  source: string,
  mailer: Mailer,
): Promise<Booking> {
  const checkoutId = await ownCheckout(trx, provider, fact);
  if (checkoutId === null) return refused('no such checkout');
  const { kind } = fact;
  if (kind === 'pending') await awaitPayment(trx, checkoutId);
  else if (kind !== 'paid') await endCheckout(trx, checkoutId, kind, mailer);
  else {
    const { paymentIntentId } = fact;
    await lockPayment(trx, paymentIntentId);
    const booking = await bookDonation(
      trx,
      { ...fact, checkoutId, provider, eventId: source },
      mailer,
    );
    if (booking.outcome === 'booked') {
      const donation = { id: checkoutId, paymentIntentId };
      await bookWaitingRefunds(trx, donation, source, mailer);
      await bookWaitingDisputes(trx, donation, source, mailer);
    }
    return booking;
  }
  return noted;
}

/** The provider's object that a fact is about; null if it names none. */
export function objectOf(fact: PaymentEvent | PaymentFact | IncompleteFact): ProviderObject | null {
  switch (fact.kind) {
    case 'refund':
      return { kind: 'refund', objectId: fact.refundId };
    case 'dispute':
      return { kind: 'dispute', objectId: fact.disputeId };
    case 'incomplete':
      return fact.object;
    case 'foreign':
    case 'other':
    case 'payment-failed':
      return null;
    default:
      return { kind: 'checkout', objectId: fact.sessionId || fact.checkoutId };
  }
}

/** The checkout that a fact is about; null if it is not ours. */
export async function ownCheckout(
  trx: Trx,
  provider: string,
  fact: CheckoutFact,
): Promise<DonationId | null> {
  const id = donationId.safeParse(fact.checkoutId).data;
  if (id === undefined) return null;
  const checkout = await trx
    .selectFrom('checkouts')
    .select('sessionId')
    .where('id', '=', id)
    .where('provider', '=', provider)
    .executeTakeFirst();
  if (!checkout) return null;
  const { sessionId } = checkout;
  // Without a stored session, the provider's response was lost, and we cannot tell.
  const isOwn = sessionId === null || fact.sessionId === undefined || sessionId === fact.sessionId;
  return isOwn ? id : null;
}
