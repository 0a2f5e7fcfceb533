import type { FastifyInstance } from 'fastify';
import { testPaymentRoute } from '#server/payments/payments/test-payments.ts';
import { stripeWebhook } from '#server/payments/payments/webhooks.ts';
import type { Deps } from '#server/platform/deps.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';
import type { StripeProvider } from '#server/provider/payment-provider/stripe.ts';

/** The addresses for the payment provider and for donors who return from it. Each parses bodies in its own way. */
export async function paymentRoutes(
  app: FastifyInstance,
  deps: Deps & WithPayments,
): Promise<void> {
  const { payments } = deps;
  await app.register(async (scope) => {
    if (payments.name === 'stripe') stripeWebhook(scope, deps, payments as StripeProvider);
    else if (payments.name === 'test') testPaymentRoute(scope, deps);
  });
}
