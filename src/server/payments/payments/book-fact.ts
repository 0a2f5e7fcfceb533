import { endNamedCheckout } from '#server/giving/donations/end-checkout.ts';
import { type Booking, type DonationBooking, refused } from '#server/ledger/booking.ts';
import { recordDispute } from '#server/payments/disputes/commands.ts';
import { bookPayment } from '#server/payments/payments/book-payment.ts';
import { bookWaiting } from '#server/payments/payments/book-waiting.ts';
import { objectOf } from '#server/payments/payments/object-of-fact.ts';
import { forgetUnbooked } from '#server/payments/payments/unbooked-objects.ts';
import { recordRefund } from '#server/payments/refunds/record-refund.ts';
import { bookInvoice } from '#server/plans/plans/book-invoice.ts';
import { recordPlan } from '#server/plans/plans/record-plan.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { recordBalance } from '#server/provider/card-costs/record-balance.ts';
import type { PaymentFact } from '#server/provider/payment-provider/provider.ts';

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
  if (fact.kind === 'invoice' && fact.plan) {
    const { plan, ...invoice } = fact;
    const first = await bookFact(trx, provider, plan, source, mailer);
    if (first.outcome === 'refused') return first;
    return bookFact(trx, provider, invoice, source, mailer);
  }
  const take = takers[fact.kind] as Taker<FactKind>;
  const { donation, ...booking } = await take(trx, { provider, fact, source }, mailer);
  if (donation) await bookWaiting(trx, donation, source, mailer);
  // Whether a payment was set aside, the lock of its checkout tells.
  if (booking.outcome !== 'refused' && fact.kind !== 'paid') {
    await forgetUnbooked(trx, provider, objectOf(fact).objectId);
  }
  return booking;
}

type FactKind = PaymentFact['kind'];

/** Books facts of one kind. */
type Taker<Kind extends FactKind> = (
  trx: Trx,
  told: { provider: string; fact: Extract<PaymentFact, { kind: Kind }>; source: string },
  mailer: Mailer,
) => Promise<DonationBooking>;

const takers: { [Kind in FactKind]: Taker<Kind> } = {
  paid: bookPayment,
  pending: endNamedCheckout,
  cancelled: endNamedCheckout,
  expired: endNamedCheckout,
  failed: endNamedCheckout,
  invoice: bookInvoice,
  plan: recordPlan,
  refund: recordRefund,
  dispute: recordDispute,
  balance: recordBalance,
};

/** What we say of an object that made our own code fail. */
export const notHandled = refused('our software could not handle it');
