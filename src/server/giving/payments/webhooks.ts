import type { FastifyInstance } from 'fastify';
import type { StripeProvider } from '#server/giving/payment-provider/stripe.ts';
import { handlePaymentEvent } from '#server/giving/payments/commands.ts';
import type { Deps } from '#server/platform/deps.ts';

// Stripe's events are a few kilobytes. Accept up to a megabyte, so that a forged event is refused for its
// signature; anything larger is not even read.
const bodyLimit = 2 * 1024 * 1024;

/** Receives Stripe's events. Returns 200 only after an event is stored, so that Stripe repeats any that we lose. */
export function stripeWebhook(
  app: FastifyInstance,
  { db, mailer }: Deps,
  stripe: StripeProvider,
): void {
  app.removeAllContentTypeParsers();
  // The signature covers the bytes as they were sent.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post('/api/webhooks/stripe', { bodyLimit }, async (request) => {
    const signature = request.headers['stripe-signature'];
    const event = stripe.readWebhook(
      Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      typeof signature === 'string' ? signature : undefined,
    );
    await handlePaymentEvent(db, event, mailer, request.log);
    return { received: true };
  });
}
