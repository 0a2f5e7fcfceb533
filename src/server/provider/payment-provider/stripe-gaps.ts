import Stripe from 'stripe';
import { webhookEvents } from '#server/provider/payment-provider/stripe-facts.ts';

/* What our account at Stripe lacks: rights of the key, and events. */

/**
 * What a restricted key of Stripe must be allowed to, by the names that Stripe's form gives it. Each is tried with a call
 * that finds nothing, because there is nothing with this id: Stripe looks at the right first. The guide has the same list.
 */
export const stripeRights = [
  { area: 'Checkout Sessions', right: 'Write', trial: 'POST checkout/sessions/cs_none/expire' },
  { area: 'Charges and Refunds', right: 'Write', trial: 'POST refunds/re_none' },
  { area: 'Charges', right: 'Read', trial: 'GET charges/ch_none' },
  { area: 'Payment Intents', right: 'Read', trial: 'GET payment_intents/pi_none' },
  { area: 'Disputes', right: 'Read', trial: 'GET disputes/dp_none' },
  { area: 'Balance Transactions', right: 'Read', trial: 'GET balance_transactions/txn_none' },
  { area: 'Products', right: 'Write', trial: 'POST products/prod_none' },
  { area: 'Customers', right: 'Write', trial: 'POST customers/cus_none' },
  { area: 'Subscriptions', right: 'Write', trial: 'POST subscriptions/sub_none' },
  { area: 'Invoices', right: 'Write', trial: 'POST invoices/in_none/void' },
  {
    area: 'Customer Portal',
    right: 'Write',
    trial: 'POST billing_portal/configurations/bpc_none',
  },
  { area: 'Webhook Endpoints', right: 'Read', trial: 'GET webhook_endpoints/we_none' },
] as const;

/** What our account lacks, a sentence each: rights of the key, and a webhook endpoint that sends what we need. */
export async function findStripeGaps(stripe: Stripe, publicUrl: string): Promise<string[]> {
  const tried = await Promise.all(
    stripeRights.map(async (each) => ((await mayDo(stripe, each.trial)) ? null : each)),
  );
  const missing = tried.filter((each) => each !== null);
  const rights = missing.map(({ area, right }) => `${area}: ${right}`).join(', ');
  return [
    ...(rights ? [`The key lacks rights: ${rights}. Give them to it at Stripe.`] : []),
    // Without the last one, nobody can see what it sends.
    ...(missing.some(({ area }) => area === 'Webhook Endpoints')
      ? []
      : await findWebhookGaps(stripe, `${publicUrl}/api/webhooks/stripe`)),
  ];
}

async function mayDo(stripe: Stripe, trial: string): Promise<boolean> {
  const [method = '', path = ''] = trial.split(' ');
  try {
    await stripe.rawRequest(method, `/v1/${path}`);
    return true;
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return false;
    // It knows nothing of that name.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return true;
    throw error;
  }
}

async function findWebhookGaps(stripe: Stripe, url: string): Promise<string[]> {
  const here: Stripe.WebhookEndpoint[] = [];
  for await (const each of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (each.url === url) here.push(each);
  }
  if (here.length === 0) {
    return [`Stripe has no webhook endpoint for ${url}: add one, in the mode of the key.`];
  }
  const enabled = here.filter(({ status }) => status === 'enabled');
  if (enabled.length === 0) return [`The webhook endpoint ${url} is switched off at Stripe.`];
  const sent = new Set(enabled.flatMap(({ enabled_events }) => enabled_events as string[]));
  const missing = sent.has('*') ? [] : webhookEvents.filter((event) => !sent.has(event));
  return missing.length === 0
    ? []
    : [
        `The webhook endpoint ${url} does not send ${missing.join(', ')}. Add these events to it at Stripe.`,
      ];
}
