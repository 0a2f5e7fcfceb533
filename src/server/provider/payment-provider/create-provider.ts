import type { Config } from '#server/platform/config.ts';
import { createClosedProvider } from '#server/provider/payment-provider/closed-provider.ts';
import type { PaymentProvider } from '#server/provider/payment-provider/provider.ts';
import { createStripeProvider } from '#server/provider/payment-provider/stripe.ts';
import type { MayCollect } from '#server/provider/payment-provider/stripe-plans.ts';
import { createTestProvider } from '#server/provider/payment-provider/test-provider.ts';

/** The configured payment provider, or test payments, or none. */
export function createPaymentProvider(config: Config, mayCollect: MayCollect): PaymentProvider {
  if (!config.takesPayments) return createClosedProvider();
  return config.stripe
    ? createStripeProvider(config.stripe, config.publicUrl, mayCollect)
    : createTestProvider(config);
}
