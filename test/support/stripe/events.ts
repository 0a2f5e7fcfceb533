import type Stripe from 'stripe';

/** The version of a webhook endpoint that was created together with the current library. */
export const currentVersion = '2026-10-28.endive';
/** The last version before invoices and subscriptions changed their shape. */
export const oldVersion = '2025-02-24.acacia';

let events = 0;

/** An event as Stripe would send it now; later changes to the object do not affect it. */
export function eventAbout(
  object: object,
  type: string,
  {
    created = Math.floor(Date.now() / 1000),
    isLive = false,
    before = undefined as object | undefined,
  } = {},
): Stripe.Event {
  events++;
  const event = {
    id: `evt_${process.pid}_${events}`,
    object: 'event',
    api_version: currentVersion,
    created,
    data: { object, ...(before && { previous_attributes: before }) },
    livemode: isLive,
    pending_webhooks: 1,
    request: null,
    type,
  };
  // What has a decimal, such as a price, is sent as its text.
  return JSON.parse(JSON.stringify(event)) as Stripe.Event;
}

/** The event as an endpoint gets it that was created for the version before 2025-03-31.basil. */
export function asOlderVersion(event: Stripe.Event, facts: OlderFacts): Stripe.Event {
  const older = { ...structuredClone(event), api_version: oldVersion };
  const object = older.data.object as { object: string; payment_intent?: unknown };
  const reshape = (body: object) => Object.assign(older.data, { object: body });
  if (object.object === 'invoice') {
    const { parent, amount_overpaid, ...rest } = object as unknown as Stripe.Invoice;
    const payment = facts.paymentOf(rest.id);
    const details = parent?.subscription_details;
    reshape({
      ...rest,
      subscription: details?.subscription ?? null,
      subscription_details: details ? { metadata: details.metadata } : null,
      paid: rest.status === 'paid',
      charge: payment?.charge ?? null,
      payment_intent: payment?.paymentIntent ?? null,
      tax: null,
    });
  }
  if (object.object === 'subscription') {
    const { billing_mode, items, ...rest } = object as unknown as Stripe.Subscription;
    const [first] = items.data;
    reshape({
      ...rest,
      items: {
        ...items,
        data: items.data.map(({ current_period_start, current_period_end, ...item }) => item),
      },
      current_period_start: first?.current_period_start,
      current_period_end: first?.current_period_end,
    });
  }
  if (object.object === 'charge') {
    reshape({ ...object, invoice: facts.invoiceOf(String(object.payment_intent)) });
  }
  return older;
}

/** What older bodies name that newer ones leave out. */
export interface OlderFacts {
  paymentOf(invoiceId: string): { charge: string | null; paymentIntent: string } | null;
  invoiceOf(paymentIntentId: string): string | null;
}

/** The event as the endpoint of the other mode gets it. */
export function ofOtherMode(event: Stripe.Event): Stripe.Event {
  const other = structuredClone(event);
  other.livemode = !event.livemode;
  const object = other.data.object as { livemode?: boolean };
  if (object.livemode !== undefined) object.livemode = other.livemode;
  return other;
}
