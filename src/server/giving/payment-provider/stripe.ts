import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { donationFormPath } from '#contract/pages.ts';
import { totalOf } from '#core/plan-parts.ts';
import {
  type BalanceFact,
  type Checkout,
  DefiniteFailure,
  type IncompleteFact,
  type InvoiceFact,
  type PaymentEvent,
  type PaymentFact,
  type PaymentProvider,
  type PlanFact,
  type ProviderObject,
  type RefundFact,
  refundOutcomeUnknown,
} from '#server/giving/payment-provider/provider.ts';
import {
  balanceFact,
  disputeFact,
  eventHint,
  refundFact,
  sessionFact,
  type Told,
  toldSession,
} from '#server/giving/payment-provider/stripe-facts.ts';
import { findStripeGaps } from '#server/giving/payment-provider/stripe-gaps.ts';
import { idOf } from '#server/giving/payment-provider/stripe-objects.ts';
import { stripeOtherSubscriptions } from '#server/giving/payment-provider/stripe-other-subscriptions.ts';
import {
  ensureProduct,
  type MayCollect,
  planParams,
  recurringPrice,
  stripePlans,
} from '#server/giving/payment-provider/stripe-plans.ts';
import { type Config, isLiveKey } from '#server/platform/config.ts';
import { AppError } from '#server/platform/errors.ts';

// The API version that this code was written and tested for, so that an upgrade is a visible change. Events have
// the version of their webhook endpoint, fixed when it was created: of them, we read only what they are about.
const apiVersion = '2026-10-28.endive';

/** Stripe's hosted checkout, and its webhook. */
export interface StripeProvider extends PaymentProvider {
  /**
   * Checks the signature of an event, and looks up what it is about. Throws 400 `invalid_signature`, and
   * `payments_unavailable` if Stripe does not respond: it sends the event again.
   */
  readWebhook(rawBody: Buffer, signature: string): Promise<PaymentEvent>;
}

/** Payments through Stripe. Without `mayCollect`, every overdue payment may be tried. */
export function createStripeProvider(
  settings: NonNullable<Config['stripe']>,
  publicUrl: string,
  mayCollect: MayCollect = async () => true,
): StripeProvider {
  const isLive = isLiveKey(settings.secretKey);
  const stripe = client();

  /** A client whose calls end at the deadline, however slowly the bytes arrive. */
  function client(deadline?: AbortSignal): Stripe {
    return new Stripe(settings.secretKey, {
      apiVersion,
      // Somebody is waiting for the response: with one retry, it arrives within ten seconds.
      timeout: 4_000,
      maxNetworkRetries: 1,
      // Stripe has two HTTP clients; the time limit of this one covers the whole response, including its body.
      httpClient: Stripe.createFetchHttpClient(
        deadline === undefined
          ? fetch
          : (url, init) =>
              fetch(url, {
                ...init,
                signal: AbortSignal.any([deadline, ...(init?.signal ? [init.signal] : [])]),
              }),
      ),
      ...(settings.apiBase !== null && hostOf(settings.apiBase)),
    });
  }

  /** The event, if this secret signed it. */
  function verified(rawBody: Buffer, signature: string, secret: string): Stripe.Event | null {
    try {
      const event = stripe.webhooks.constructEvent(rawBody, signature, secret);
      return event?.id && event.type && event.data?.object ? event : null;
    } catch {
      return null;
    }
  }

  const plans = stripePlans(client, mayCollect);
  const retrieveSession = (objectId: string) =>
    stripe.checkout.sessions.retrieve(objectId, { expand: ['payment_intent.latest_charge'] });
  const withCharge = { expand: ['charge'] };
  const withSource = { expand: ['source'] };

  /** What moved the balance, by its own id or that of a charge; null if the charge has moved nothing yet. */
  async function findBalance(objectId: string): Promise<BalanceFact | IncompleteFact | null> {
    const id = objectId.startsWith('txn_') ? objectId : await moveOfCharge(objectId);
    if (id === null) return null;
    return balanceFact(await stripe.balanceTransactions.retrieve(id, withSource));
  }

  async function moveOfCharge(chargeId: string): Promise<string | null> {
    const { balance_transaction: move } = await stripe.charges.retrieve(chargeId);
    return typeof move === 'object' ? (move?.id ?? null) : move;
  }

  /** What the object that an event is about says now. A plan has taken over a new card by then. */
  async function tell(object: ProviderObject): Promise<Told> {
    const { kind, objectId } = object;
    try {
      switch (kind) {
        case 'checkout':
          return toldCheckout(await retrieveSession(objectId));
        case 'refund':
          return refundFact(await stripe.refunds.retrieve(objectId, withCharge)) ?? nothing;
        case 'dispute':
          return disputeFact(await stripe.disputes.retrieve(objectId, withCharge)) ?? nothing;
        case 'balance':
          return (await findBalance(objectId)) ?? nothing;
        case 'plan':
          return toldPlan(object, await plans.takeOverNewestCard(objectId));
        case 'invoice':
          return toldPlan(object, await plans.findInvoice(objectId, plans.takeOverNewestCard));
      }
    } catch (cause) {
      if (cause instanceof Stripe.errors.StripeError && cause.statusCode === 404) {
        return { kind: 'incomplete', object, note: 'Stripe does not know it' };
      }
      const error = new AppError('payments_unavailable', 'Stripe did not say what this is about.');
      error.cause = cause;
      throw error;
    }
  }

  /** A paid page of a plan is told by the subscription that it has made. */
  async function toldCheckout(session: Stripe.Checkout.Session): Promise<Told> {
    const subscription = idOf(session.subscription);
    if (subscription === null) return toldSession(session);
    return toldPlan({ kind: 'plan', objectId: subscription }, await plans.findPlan(subscription));
  }

  return {
    name: 'stripe',
    changePlan: plans.changePlan,
    stopPlan: plans.stopPlan,
    openCardPage: plans.openCardPage,
    openPaymentPage: plans.openPaymentPage,
    takeOverNewestCards: plans.takeOverNewestCards,
    others: stripeOtherSubscriptions(client, plans.findPlan),
    takesRealMoney: isLive,
    async startCheckout(checkout, deadline) {
      try {
        const timed = client(deadline);
        // Use what a failed attempt may have left behind before creating another page.
        const left = checkout.attempt > 0 ? await findSession(timed, checkout) : undefined;
        const session = left ?? (await createSession(timed, checkout, publicUrl));
        if (session.url === null) throw new Error(`Stripe session ${session.id} has no address.`);
        return { sessionId: session.id, url: session.url, isReal: session.livemode };
      } catch (cause) {
        const error = new AppError(
          'payments_unavailable',
          'We cannot open the payment page right now. Nothing was charged; please try again in a minute.',
        );
        error.cause = cause;
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
        const error = new AppError(
          'payments_unavailable',
          'Stripe did not confirm that nobody can pay on an open payment page of this person anymore, so nothing was done. Please try again in a minute.',
        );
        error.cause = cause;
        throw error;
      }
    },
    async refund({ isRepeat, ...request }, deadline) {
      const ask = () => askForRefund(client(deadline), request);
      try {
        return await ask();
      } catch (cause) {
        const isRefusal = isAnswered(cause, [409]) && cause.statusCode < 500;
        if (isRefusal && isRepeat) throw refundOutcomeUnknown(cause);
        if (isRefusal) {
          const message = `The payment provider refused the refund: ${cause.message}`;
          throw new DefiniteFailure(new AppError('refund_refused', message), cause);
        }
      }
      await sleep(retryPause);
      return ask().catch((cause) => {
        // Whatever it is: the first call may have been carried out.
        throw refundOutcomeUnknown(cause);
      });
    },
    async *factsSince(since): AsyncIterable<PaymentFact | IncompleteFact> {
      const page = { limit: 100 };
      const from = (date: Date) => ({ created: { gte: Math.floor(date.getTime() / 1000) } });
      const expand = ['data.payment_intent.latest_charge'];
      const { sessions } = stripe.checkout;
      const failures: unknown[] = [];
      yield* facts(sessions.list({ ...page, ...from(since.checkouts), expand }), sessionFact);
      yield* facts(stripe.refunds.list({ ...page, ...from(since.refunds) }), refundFact);
      yield* facts(stripe.disputes.list({ ...page, ...from(since.disputes) }), disputeFact);
      const moves = { ...page, ...from(since.balance), expand: ['data.source'] };
      yield* facts(stripe.balanceTransactions.list(moves), balanceFact);
      // Plans first: an invoice of one that nobody told us about finds it then.
      yield* facts(plans.listPlans(), (fact) => fact);
      yield* facts(plans.listInvoices(since.invoices), (fact) => fact);
      if (failures.length > 0) throw failures[0];

      async function* facts<Listed, Fact>(
        list: AsyncIterable<Listed>,
        translate: (object: Listed) => Fact | null,
      ): AsyncIterable<Fact> {
        try {
          for await (const object of list) {
            const fact = translate(object);
            if (fact !== null) yield fact;
          }
        } catch (error) {
          failures.push(error);
        }
      }
    },
    async readClock() {
      // The call that every comparison begins with, so it takes no other right of the key.
      const { lastResponse } = await stripe.checkout.sessions.list({ limit: 1 });
      // What the library says of it is true of its other HTTP client.
      const { headers } = lastResponse as unknown as Response;
      const date = Date.parse(headers.get('date') ?? '');
      return Number.isNaN(date) ? null : new Date(date);
    },
    findGaps: () => findStripeGaps(stripe, publicUrl),
    async lookUp({ kind, objectId }) {
      switch (kind) {
        case 'checkout':
          return sessionFact(await retrieveSession(objectId));
        case 'refund':
          return refundFact(await stripe.refunds.retrieve(objectId, withCharge));
        case 'dispute':
          return disputeFact(await stripe.disputes.retrieve(objectId, withCharge));
        case 'balance':
          return findBalance(objectId);
        case 'plan':
          return plans.findPlan(objectId);
        case 'invoice':
          return plans.findInvoice(objectId);
      }
    },
    async readWebhook(rawBody, signature) {
      // While a secret is being replaced, two are valid.
      for (const secret of settings.webhookSecrets) {
        const event = verified(rawBody, signature, secret);
        if (event === null) continue;
        const common = { provider: 'stripe', eventId: event.id, type: event.type };
        const hint = eventHint(event, isLive);
        if (hint.kind !== 'look-up') return { ...common, ...hint };
        const told = await tell(hint.object);
        if (told.kind !== 'plan' || !hint.isAnnouncement) return { ...common, ...told };
        return { ...common, ...told, isAnnounced: true };
      }
      throw invalidSignature();
    },
  };
}

/** It moves no money of this site. */
const nothing = { kind: 'other' } as const;

/** What a looked-up plan or invoice says: also if it is not of this site. A card may belong to anything. */
function toldPlan(
  { kind, objectId }: ProviderObject,
  fact: PlanFact | InvoiceFact | IncompleteFact | null,
): Told {
  if (fact !== null) return fact;
  if (objectId.startsWith('cus_')) return nothing;
  const what = kind === 'plan' ? 'subscription' : 'invoice';
  return { kind: 'foreign', note: `this site did not start the ${what} ${objectId}` };
}

/** 400 for a call that Stripe has not signed. */
export function invalidSignature(): AppError {
  return new AppError('invalid_signature', 'The signature of this event is not valid.');
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

// Before a refund without a response is asked for once more, in milliseconds.
const retryPause = 500;

/** One call, which the library does not repeat: a refusal of its repeat would look like a refusal of the refund. */
async function askForRefund(
  stripe: Stripe,
  {
    id,
    paymentIntentId,
    amountCents,
  }: { id: string; paymentIntentId: string; amountCents: number },
): Promise<RefundFact> {
  const refund = await stripe.refunds.create(
    { payment_intent: paymentIntentId, amount: amountCents, metadata: { refundRequestId: id } },
    { idempotencyKey: `refund-${id}`, maxNetworkRetries: 0 },
  );
  const fact = refundFact(refund);
  if (fact?.kind === 'refund') return fact;
  throw new Error(`Stripe refund ${refund.id} cannot be read: ${fact?.note}`);
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

/** Whether Stripe itself responded, with a refusal that the same call would get again. */
function isAnswered(
  error: unknown,
  passing: number[],
): error is Stripe.errors.StripeError & { statusCode: number } {
  return (
    error instanceof Stripe.errors.StripeError &&
    error.statusCode !== undefined &&
    !passing.includes(error.statusCode)
  );
}

function hostOf(apiBase: string) {
  const { hostname, port, protocol } = new URL(apiBase);
  return {
    host: hostname,
    port: port || (protocol === 'https:' ? '443' : '80'),
    protocol: protocol === 'https:' ? ('https' as const) : ('http' as const),
  };
}
