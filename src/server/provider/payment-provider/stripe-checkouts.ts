import type Stripe from 'stripe';
import { donationFormPath } from '#contract/pages.ts';
import { totalOf } from '#core/plans/plan-parts.ts';
import {
  type Checkout,
  DefiniteFailure,
  type PaymentProvider,
} from '#server/provider/payment-provider/provider.ts';
import {
  ensureProduct,
  planParams,
  recurringPrice,
} from '#server/provider/payment-provider/stripe-plans.ts';
import { isAnswered, unavailable } from '#server/provider/payment-provider/stripe-refusals.ts';

/* Opens and ends payment pages at Stripe. */

/** Calls about payment pages, with clients whose calls end at a deadline. */
export function stripeCheckouts(
  client: (deadline?: AbortSignal) => Stripe,
  publicUrl: string,
): Pick<PaymentProvider, 'startCheckout' | 'endCheckout'> {
  return {
    async startCheckout(checkout, deadline) {
      try {
        const timed = client(deadline);
        // Use what a failed attempt may have left behind before creating another page.
        const left = checkout.attempt > 0 ? await findSession(timed, checkout) : undefined;
        const session = left ?? (await createSession(timed, checkout, publicUrl));
        if (session.url === null) throw new Error(`Stripe session ${session.id} has no address.`);
        return { sessionId: session.id, url: session.url, isReal: session.livemode };
      } catch (cause) {
        const message =
          'We cannot open the payment page right now. Nothing was charged; please try again in a minute.';
        const error = unavailable(cause, message);
        // For a day, Stripe repeats its response to a key, including its own failures: only a new key gets
        // further.
        throw isAnswered(cause, [409, 429]) ? new DefiniteFailure(error, cause) : error;
      }
    },
    async endCheckout(checkout, deadline) {
      const timed = client(deadline);
      try {
        const id = checkout.sessionId ?? (await findSession(timed, checkout))?.id;
        // Stripe never made a page for it.
        if (id === undefined) return true;
        const { status } = await timed.checkout.sessions.expire(id).catch((cause) => {
          // Only an open page can be ended: this one has ended, or was paid.
          if (isAnswered(cause, [409, 429])) return timed.checkout.sessions.retrieve(id);
          throw cause;
        });
        return status === 'expired';
      } catch (cause) {
        throw unavailable(
          cause,
          'Stripe did not confirm that nobody can pay on an open payment page of this person anymore, so nothing was done. Please try again in a minute.',
        );
      }
    },
  };
}

// The tolerated difference between our clock and Stripe's, in seconds.
const clockSkew = 300;

async function findSession(stripe: Stripe, { id, createdAt }: Pick<Checkout, 'id' | 'createdAt'>) {
  const created = { gte: Math.floor(createdAt.getTime() / 1000) - clockSkew };
  for await (const session of stripe.checkout.sessions.list({ limit: 100, created })) {
    if (session.client_reference_id === id && session.url !== null) return session;
  }
  return undefined;
}

async function createSession(stripe: Stripe, checkout: Checkout, publicUrl: string) {
  const { id, amountCents, coverCents, currency, causeName, email, expiresAt, attempt, plan } =
    checkout;
  if (plan) await ensureProduct(stripe);
  const line = (name: string, cents: number) => ({
    quantity: 1,
    price_data: {
      currency: currency.toLowerCase(),
      unit_amount: cents,
      product_data: { name },
    },
  });
  return stripe.checkout.sessions.create(
    {
      // The charge has the currency of the donation: no conversion for the donor's country, which would come back in
      // refunds and disputes as amounts in another currency.
      adaptive_pricing: { enabled: false },
      submit_type: 'donate',
      ...(plan
        ? {
            mode: 'subscription',
            line_items: [
              {
                quantity: 1,
                // One price for all of it: what it consists of is in the metadata.
                price_data: recurringPrice(totalOf(checkout), currency, plan.interval),
              },
            ],
            subscription_data: planParams(checkout),
          }
        : {
            mode: 'payment',
            line_items: [
              line(`Donation: ${causeName}`, amountCents),
              ...(coverCents > 0 ? [line('Added for card costs', coverCents)] : []),
            ],
            payment_intent_data: { metadata: { checkoutId: id } },
          }),
      // No customer: an address that nobody has confirmed must not lead to somebody's card.
      customer_email: email,
      client_reference_id: id,
      metadata: { checkoutId: id },
      expires_at: Math.floor(expiresAt.getTime() / 1000),
      success_url: `${publicUrl}/donate?status=success`,
      cancel_url: publicUrl + donationFormPath(checkout.needId),
    },
    { idempotencyKey: attempt === 0 ? `checkout-${id}` : `checkout-${id}-${attempt}` },
  );
}
