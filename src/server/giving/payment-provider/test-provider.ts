import { testPaymentPath } from '#contract/pages.ts';
import type { PaymentProvider } from '#server/giving/payment-provider/provider.ts';
import type { Config } from '#server/platform/config.ts';

/** Stands in for a payment provider until one is configured: nobody is charged. */
export function createTestProvider(config: Config): PaymentProvider {
  return {
    name: 'test',
    takesRealMoney: false,
    async startCheckout({ id }) {
      return {
        sessionId: `test_${id}`,
        url: config.publicUrl + testPaymentPath(id),
        isReal: false,
      };
    },
    async refund({ id, paymentIntentId, amountCents, currency }) {
      return {
        kind: 'refund',
        refundId: `test_refund_${id}`,
        requestId: id,
        paymentIntentId,
        amountCents,
        currency: currency.toLowerCase(),
        status: 'succeeded',
      };
    },
    // There is no other side that could know more than we do.
    async *factsSince() {},
    lookUp: async () => null,
  };
}
