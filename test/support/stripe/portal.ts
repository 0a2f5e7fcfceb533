import type Stripe from 'stripe';
import { type FakeCard, newCard } from '#test/support/stripe/cards.ts';
import { changedMetadata, type Params, paramsOf, textOf } from '#test/support/stripe/form.ts';
import { noSuch, Refusal } from '#test/support/stripe/refusal.ts';
import { find, idOf, type World } from '#test/support/stripe/world.ts';

/** A call that says what donors can do on Stripe's own pages. What it does not name is switched off. */
export function createConfiguration(
  world: World,
  params: Params,
): Stripe.BillingPortal.Configuration {
  const { account, clock, objects } = world;
  const features = paramsOf(params, 'features');
  if (!features) throw new Refusal('Missing required param: features.');
  const configuration: Stripe.BillingPortal.Configuration = {
    id: world.id('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: clock.now(),
    default_return_url: textOf(params, 'default_return_url') ?? null,
    features: featuresOf(features),
    is_default: false,
    livemode: account.isLive ?? false,
    login_page: { enabled: false, url: null },
    metadata: changedMetadata({}, params),
    name: textOf(params, 'name') ?? null,
    updated: clock.now(),
  };
  objects.portalConfigurations.push(configuration);
  world.tell('billing_portal.configuration.created', configuration);
  return configuration;
}

/** A call that changes what donors can do there. */
export function updateConfiguration(
  world: World,
  id: string,
  params: Params,
): Stripe.BillingPortal.Configuration {
  const configuration = find(world.objects.portalConfigurations, id);
  const features = paramsOf(params, 'features');
  if (features) configuration.features = featuresOf(features);
  if (params.active !== undefined) configuration.active = params.active === 'true';
  configuration.metadata = changedMetadata(configuration.metadata ?? {}, params);
  configuration.updated = world.clock.now();
  return configuration;
}

function featuresOf(features: Params): Stripe.BillingPortal.Configuration.Features {
  const isOn = (name: string) => textOf(paramsOf(features, name), 'enabled') === 'true';
  return {
    customer_update: { allowed_updates: [], enabled: isOn('customer_update') },
    invoice_history: { enabled: isOn('invoice_history') },
    payment_method_update: {
      enabled: isOn('payment_method_update'),
      payment_method_configuration: null,
    },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: [], options: [] },
      enabled: isOn('subscription_cancel'),
      mode: 'at_period_end',
      proration_behavior: 'none',
    },
    subscription_pause: {
      duration: { interval_options: [], type: 'indefinite' },
      enabled: isOn('subscription_pause'),
    },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      enabled: isOn('subscription_update'),
      proration_behavior: 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'end_trial',
    },
  };
}

/** A call that makes a page for one customer. */
export function createPortalSession(world: World, params: Params): Stripe.BillingPortal.Session {
  const { account, clock, objects } = world;
  const customer = textOf(params, 'customer') ?? '';
  if (!objects.customers.some(({ id }) => id === customer)) throw noSuch('customer', customer);
  const configuration = textOf(params, 'configuration');
  const known = objects.portalConfigurations.find(({ id }) => id === configuration);
  if (!known) {
    // A default configuration exists only once somebody has saved it on the dashboard.
    throw new Refusal(
      'No configuration provided and your test mode default configuration has not been created.',
    );
  }
  const flow = flowOf(paramsOf(params, 'flow_data'));
  if (flow?.type === 'payment_method_update' && !known.features.payment_method_update.enabled) {
    throw new Refusal('payment_method_update is disabled in this configuration.');
  }
  const id = world.id('bps');
  const session: Stripe.BillingPortal.Session = {
    id,
    object: 'billing_portal.session',
    configuration: known.id,
    created: clock.now(),
    customer,
    customer_account: null,
    flow,
    livemode: account.isLive ?? false,
    locale: textOf(params, 'locale') ?? null,
    on_behalf_of: null,
    return_url: textOf(params, 'return_url') ?? null,
    url: `https://billing.stripe.example/p/session/${id}`,
  };
  objects.portalSessions.push(session);
  world.tell('billing_portal.session.created', session);
  return session;
}

function flowOf(params: Params | undefined): Stripe.BillingPortal.Session.Flow | null {
  const type = textOf(params, 'type');
  if (type === undefined) return null;
  const completion = paramsOf(params, 'after_completion');
  const url = textOf(paramsOf(completion, 'redirect'), 'return_url');
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: url === undefined ? null : { return_url: url },
      type: textOf(completion, 'type') ?? 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type,
  };
}

/**
 * The donor enters another card on such a page. It becomes the customer's: a subscription with a card of its own is
 * charged with that one as before.
 */
export function changeCard(
  world: World,
  session: Stripe.BillingPortal.Session,
  card: FakeCard,
): Stripe.PaymentMethod {
  const configuration = find(world.objects.portalConfigurations, idOf(session.configuration));
  if (!configuration.features.payment_method_update.enabled) {
    throw new Error('This page does not take cards.');
  }
  const customer = find(world.objects.customers, session.customer);
  const method = newCard(world, customer.id, card);
  const before = { invoice_settings: { ...customer.invoice_settings } };
  customer.invoice_settings.default_payment_method = method.id;
  world.tell('payment_method.attached', method);
  world.tell('customer.updated', customer, before);
  return method;
}
