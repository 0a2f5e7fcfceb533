import { createClosedProvider } from '#server/giving/payment-provider/closed-provider.ts';
import type { PaymentProvider } from '#server/giving/payment-provider/provider.ts';
import { createStripeProvider } from '#server/giving/payment-provider/stripe.ts';
import type { MayCollect } from '#server/giving/payment-provider/stripe-plans.ts';
import { createTestProvider } from '#server/giving/payment-provider/test-provider.ts';
import type { Config } from '#server/platform/config.ts';

/** The configured payment provider, or test payments, or none. */
export function createPaymentProvider(config: Config, mayCollect: MayCollect): PaymentProvider {
  if (!config.takesPayments) return createClosedProvider();
  return config.stripe
    ? createStripeProvider(config.stripe, config.publicUrl, mayCollect)
    : createTestProvider(config);
}
