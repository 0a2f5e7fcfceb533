import { AppError } from '#server/platform/errors.ts';
import {
  DefiniteFailure,
  type PaymentProvider,
} from '#server/provider/payment-provider/provider.ts';

/** Stands in for a payment provider on a site that takes no payments, such as a copy for trying out a backup. */
export function createClosedProvider(): PaymentProvider {
  const refuse = async (): Promise<never> => {
    const error = new AppError(
      'payments_unavailable',
      'This site takes no payments at the moment. Nothing was charged.',
    );
    throw new DefiniteFailure(error, error);
  };
  return {
    name: 'none',
    takesRealMoney: false,
    startCheckout: refuse,
    endCheckout: refuse,
    refund: refuse,
    changePlan: refuse,
    stopPlan: refuse,
    others: null,
    openCardPage: refuse,
    openPaymentPage: refuse,
    async takeOverNewestCards() {},
    async *factsSince() {},
    readClock: async () => null,
    findGaps: async () => [],
    lookUp: async () => null,
  };
}
