import type {
  IncompleteFact,
  PaymentEvent,
  PaymentFact,
  ProviderObject,
} from '#server/provider/payment-provider/provider.ts';

/** The provider's object that a fact is about; null if it names none. */
export function objectOf(fact: PaymentFact): ProviderObject;
export function objectOf(fact: PaymentEvent | PaymentFact | IncompleteFact): ProviderObject | null;
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
      return { kind: 'checkout', objectId: fact.sessionId || fact.checkoutId };
  }
}
