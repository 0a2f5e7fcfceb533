import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/app.ts';
import { handlePaymentEvent } from '#server/features/payments/commands.ts';
import type { StripeProvider } from '#server/features/payments/stripe.ts';

// Stripe's events are a few kilobytes; the largest documented ones stay far below this.
const bodyLimit = 512 * 1024;

/** Where Stripe tells what happened. Answers 200 only after the event is stored, so that Stripe repeats what we lost. */
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
