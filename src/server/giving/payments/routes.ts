import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/app.ts';
import type { StripeProvider } from '#server/giving/payment-provider/stripe.ts';
import { testPaymentPage } from '#server/giving/payments/test-payment-page.ts';
import { stripeWebhook } from '#server/giving/payment-provider/stripe-facts.ts';

/** The addresses that a payment provider and its donors come back to. Each reads bodies in its own way. */
export async function paymentRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { payments } = deps;
  await app.register(async (scope) => {
    if (payments.name === 'stripe') stripeWebhook(scope, deps, payments as StripeProvider);
    else testPaymentPage(scope, deps);
  });
}
