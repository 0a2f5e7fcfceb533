import type { FastifyInstance, FastifyRequest } from 'fastify';
import { handlePaymentEvent } from '#server/payments/payments/handle-payment-event.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalidSignature, type StripeProvider } from '#server/provider/payment-provider/stripe.ts';

// Stripe's events are a few kilobytes. Accept up to two megabytes, so that a forged event is refused for its
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
  // Before the body is read.
  const onRequest = async ({ headers }: FastifyRequest) => void signatureIn(headers);
  app.post('/api/webhooks/stripe', { bodyLimit, onRequest }, async (request) => {
    const event = await stripe.readWebhook(
      Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      signatureIn(request.headers),
    );
    await handlePaymentEvent(db, event, mailer, request.log);
    return { received: true };
  });
}

/**
 * The signatures of a call: Stripe sends a few, such as two while a secret is changed. Throws 400 `invalid_signature`:
 * Stripe's library would compare the body with thousands of them.
 */
function signatureIn(headers: FastifyRequest['headers']): string {
  const signature = headers['stripe-signature'];
  if (typeof signature === 'string' && /^t=\d{1,12}(,v\d=[\da-f]{1,128}){1,9}$/.test(signature)) {
    return signature;
  }
  throw invalidSignature();
}
