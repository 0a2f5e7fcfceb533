import Stripe from 'stripe';
import type { Config } from '#server/config.ts';
import type { PaymentEvent, PaymentProvider } from '#server/features/payments/provider.ts';
import { AppError } from '#server/http/app-error.ts';

/** Stripe's hosted checkout, and its webhook. */
export interface StripeProvider extends PaymentProvider {
  /** Checks the signature and translates the event. Throws 400 `invalid_signature`. */
  readWebhook(rawBody: Buffer, signature: string | undefined): PaymentEvent;
}

/** Payments through Stripe. */
export function createStripeProvider(
  settings: NonNullable<Config['stripe']>,
  publicUrl: string,
): StripeProvider {
  const stripe = new Stripe(settings.secretKey, {
    // A donor waits for the answer: with one retry it comes within ten seconds.
    timeout: 4_000,
    maxNetworkRetries: 1,
    ...(settings.apiBase !== null && hostOf(settings.apiBase)),
  });

  return {
    name: 'stripe',
    async startCheckout({ id, amountCents, causeName, email, expiresAt }) {
      try {
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'payment',
            submit_type: 'donate',
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: 'usd',
                  unit_amount: amountCents,
                  product_data: { name: `Donation: ${causeName}` },
                },
              },
            ],
            customer_email: email,
            client_reference_id: id,
            metadata: { checkoutId: id },
            payment_intent_data: { metadata: { checkoutId: id } },
            expires_at: Math.floor(expiresAt.getTime() / 1000),
            success_url: `${publicUrl}/donate?status=success`,
            cancel_url: `${publicUrl}/donate`,
          },
          { idempotencyKey: `checkout-${id}` },
        );
        if (session.url === null) throw new Error(`Stripe session ${session.id} has no address.`);
        return { sessionId: session.id, url: session.url };
      } catch (cause) {
        const error = new AppError(
          'payments_unavailable',
          'We cannot reach the payment page right now. Nothing was charged; please try again in a minute.',
        );
        error.cause = cause;
        throw error;
      }
    },
    readWebhook(rawBody, signature) {
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(rawBody, signature ?? '', settings.webhookSecret);
        if (!(event?.id && event.type && event.data?.object)) throw new Error('not an event');
      } catch {
        throw new AppError('invalid_signature', 'The signature of this event is not right.');
      }
      return toPaymentEvent(event);
    },
  };
}

function toPaymentEvent(event: Stripe.Event): PaymentEvent {
  const common = { provider: 'stripe', eventId: event.id, type: event.type };
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = event.data.object;
      const checkoutId = session.metadata?.checkoutId;
      // A delayed method completes unpaid and succeeds days later, with an event of its own.
      if (!checkoutId || session.payment_status !== 'paid') return { ...common, kind: 'other' };
      return {
        ...common,
        kind: 'paid',
        checkoutId,
        sessionId: session.id,
        paymentIntentId: idOf(session.payment_intent) ?? session.id,
        amountCents: session.amount_total ?? 0,
        currency: session.currency ?? '',
      };
    }
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_failed': {
      const { id: sessionId, metadata } = event.data.object;
      if (!metadata?.checkoutId) return { ...common, kind: 'other' };
      return { ...common, kind: 'expired', checkoutId: metadata.checkoutId, sessionId };
    }
    default:
      return { ...common, kind: 'other' };
  }
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}

function hostOf(apiBase: string) {
  const { hostname, port, protocol } = new URL(apiBase);
  return {
    host: hostname,
    port: port || (protocol === 'https:' ? '443' : '80'),
    protocol: protocol === 'https:' ? ('https' as const) : ('http' as const),
  };
}
