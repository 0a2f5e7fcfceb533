import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { type Config, isLiveKey } from '#server/platform/config.ts';
import { AppError } from '#server/platform/errors.ts';
import {
  type BalanceFact,
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
} from '#server/provider/payment-provider/provider.ts';
import { stripePlanChanges } from '#server/provider/payment-provider/stripe-change-plan.ts';
import { stripeCheckouts } from '#server/provider/payment-provider/stripe-checkouts.ts';
import {
  balanceFact,
  disputeFact,
  eventHint,
  refundFact,
  sessionFact,
  type Told,
  toldSession,
} from '#server/provider/payment-provider/stripe-facts.ts';
import { findStripeGaps } from '#server/provider/payment-provider/stripe-gaps.ts';
import { idOf } from '#server/provider/payment-provider/stripe-objects.ts';
import { stripeOtherSubscriptions } from '#server/provider/payment-provider/stripe-other-subscriptions.ts';
import {
  type MayCollect,
  type StripePlans,
  stripePlans,
} from '#server/provider/payment-provider/stripe-plans.ts';
import { isAnswered, unavailable } from '#server/provider/payment-provider/stripe-refusals.ts';

/* Calls to Stripe: its hosted checkout, refunds, and lists; and what its webhook sends. */

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

type StripeSettings = NonNullable<Config['stripe']>;

/** Payments through Stripe. Without `mayCollect`, every overdue payment may be tried. */
export function createStripeProvider(
  settings: StripeSettings,
  publicUrl: string,
  mayCollect: MayCollect = async () => true,
): StripeProvider {
  const isLive = isLiveKey(settings.secretKey);
  const client = (deadline?: AbortSignal) => stripeClient(settings, deadline);
  const stripe = client();
  const plans = stripePlans(stripe, mayCollect);
  return {
    name: 'stripe',
    takesRealMoney: isLive,
    ...stripeCheckouts(client, publicUrl),
    ...stripePlanChanges(client, plans),
    takeOverNewestCards: plans.takeOverNewestCards,
    others: stripeOtherSubscriptions(client, plans.findPlan),
    refund: ({ isRepeat, ...request }, deadline) =>
      refund(() => askForRefund(client(deadline), request), isRepeat),
    factsSince: (since) => factsSince(stripe, plans, since),
    async readClock() {
      // The call that every comparison begins with, so it takes no other right of the key.
      const { lastResponse } = await stripe.checkout.sessions.list({ limit: 1 });
      // What the library says of it is true of its other HTTP client.
      const { headers } = lastResponse as unknown as Response;
      const date = Date.parse(headers.get('date') ?? '');
      return Number.isNaN(date) ? null : new Date(date);
    },
    findGaps: () => findStripeGaps(stripe, publicUrl),
    lookUp: (object) => lookUp(stripe, plans, object),
    async readWebhook(rawBody, signature) {
      const event = verified(stripe, settings.webhookSecrets, rawBody, signature);
      if (event === null) throw invalidSignature();
      const common = { provider: 'stripe', eventId: event.id, type: event.type };
      const hint = eventHint(event, isLive);
      if (hint.kind !== 'look-up') return { ...common, ...hint };
      const told = await tell(stripe, plans, hint.object);
      if (told.kind !== 'plan' || !hint.isAnnouncement) return { ...common, ...told };
      return { ...common, ...told, isAnnounced: true };
    },
  };
}

/** A client whose calls end at the deadline, however slowly the bytes arrive. */
function stripeClient(settings: StripeSettings, deadline: AbortSignal | undefined): Stripe {
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

function hostOf(apiBase: string) {
  const { hostname, port, protocol } = new URL(apiBase);
  return {
    host: hostname,
    port: port || (protocol === 'https:' ? '443' : '80'),
    protocol: protocol === 'https:' ? ('https' as const) : ('http' as const),
  };
}

// Before a refund without a response is asked for once more, in milliseconds.
const retryPause = 500;

async function refund(ask: () => Promise<RefundFact>, isRepeat: boolean): Promise<RefundFact> {
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
}

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

async function* factsSince(
  stripe: Stripe,
  plans: StripePlans,
  since: Parameters<PaymentProvider['factsSince']>[0],
): AsyncIterable<PaymentFact | IncompleteFact> {
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
}

/** One object as it is now. */
async function lookUp(
  stripe: Stripe,
  plans: StripePlans,
  { kind, objectId }: ProviderObject,
): Promise<PaymentFact | IncompleteFact | null> {
  switch (kind) {
    case 'checkout':
      return sessionFact(await retrieveSession(stripe, objectId));
    case 'refund':
      return refundFact(await stripe.refunds.retrieve(objectId, withCharge));
    case 'dispute':
      return disputeFact(await stripe.disputes.retrieve(objectId, withCharge));
    case 'balance':
      return findBalance(stripe, objectId);
    case 'plan':
      return plans.findPlan(objectId);
    case 'invoice':
      return plans.findInvoice(objectId);
  }
}

const withCharge = { expand: ['charge'] };

function retrieveSession(stripe: Stripe, id: string): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
}

/** What moved the balance, by its own id or that of a charge; null if the charge has moved nothing yet. */
async function findBalance(
  stripe: Stripe,
  objectId: string,
): Promise<BalanceFact | IncompleteFact | null> {
  const id = objectId.startsWith('txn_') ? objectId : await transactionOfCharge(stripe, objectId);
  if (id === null) return null;
  return balanceFact(await stripe.balanceTransactions.retrieve(id, { expand: ['source'] }));
}

async function transactionOfCharge(stripe: Stripe, chargeId: string): Promise<string | null> {
  const { balance_transaction: made } = await stripe.charges.retrieve(chargeId);
  return typeof made === 'object' ? (made?.id ?? null) : made;
}

/** The event, if one of the secrets signed it: while one is being replaced, two are valid. */
function verified(
  stripe: Stripe,
  secrets: string[],
  rawBody: Buffer,
  signature: string,
): Stripe.Event | null {
  for (const secret of secrets) {
    try {
      const event = stripe.webhooks.constructEvent(rawBody, signature, secret);
      if (event?.id && event.type && event.data?.object) return event;
    } catch {
      // Another one may have.
    }
  }
  return null;
}

/** 400 for a call that Stripe has not signed. */
export function invalidSignature(): AppError {
  return new AppError('invalid_signature', 'The signature of this event is not valid.');
}

/** It moves no money of this site. */
const nothing = { kind: 'other' } as const;

/** What the object that an event is about says now. A plan has taken over a new card by then. */
async function tell(stripe: Stripe, plans: StripePlans, object: ProviderObject): Promise<Told> {
  const { kind, objectId } = object;
  try {
    switch (kind) {
      case 'checkout':
        return await toldCheckout(plans, await retrieveSession(stripe, objectId));
      case 'plan':
        return toldPlan(object, await plans.takeOverNewestCard(objectId));
      case 'invoice':
        return toldPlan(object, await plans.findInvoice(objectId, plans.takeOverNewestCard));
      default:
        return (await lookUp(stripe, plans, object)) ?? nothing;
    }
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeError && cause.statusCode === 404) {
      return { kind: 'incomplete', object, note: 'Stripe does not know it' };
    }
    throw unavailable(cause, 'Stripe did not say what this is about.');
  }
}

/** A paid page of a plan is told by the subscription that it has made. */
async function toldCheckout(plans: StripePlans, session: Stripe.Checkout.Session): Promise<Told> {
  const subscription = idOf(session.subscription);
  if (subscription === null) return toldSession(session);
  return toldPlan({ kind: 'plan', objectId: subscription }, await plans.findPlan(subscription));
}

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
