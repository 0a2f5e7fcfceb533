import Stripe from 'stripe';
import { changedMetadata, type Params, paramsOf, textOf } from '#test/support/stripe/form.ts';
import { noSuch, Refusal } from '#test/support/stripe/refusal.ts';
import { find, idOf, type World } from '#test/support/stripe/world.ts';

/** A product, with the id that the caller chose or with one of Stripe's. */
export function createProduct(world: World, params: Params): Stripe.Product {
  const id = textOf(params, 'id') ?? world.id('prod');
  const name = textOf(params, 'name');
  if (!name) throw new Refusal('Missing required param: name.', { code: 'parameter_missing' });
  if (world.objects.products.some((product) => product.id === id)) {
    throw new Refusal('Product already exists.', { code: 'resource_already_exists' });
  }
  const product: Stripe.Product = {
    id,
    object: 'product',
    active: true,
    created: world.clock.now(),
    default_price: null,
    description: textOf(params, 'description') ?? null,
    images: [],
    livemode: world.account.isLive ?? false,
    marketing_features: [],
    metadata: changedMetadata({}, params),
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: world.clock.now(),
    url: null,
  };
  world.objects.products.push(product);
  world.tell('product.created', product);
  return product;
}

/** The price of inline `price_data`. */
export function priceOf(world: World, data: Params | undefined): Stripe.Price {
  const amount = textOf(data, 'unit_amount');
  const currency = textOf(data, 'currency');
  if (!amount || !/^\d+$/.test(amount)) throw new Refusal('Invalid integer: unit_amount');
  if (Number(amount) > 99_999_999) {
    throw new Refusal('unit_amount must be at most $999,999.99', { code: 'amount_too_large' });
  }
  if (!currency || !/^[a-z]{3}$/.test(currency)) throw new Refusal('Invalid currency');
  const recurring = paramsOf(data, 'recurring');
  const price: Stripe.Price = {
    id: world.id('price'),
    object: 'price',
    // An inline price serves its one purpose only.
    active: false,
    billing_scheme: 'per_unit',
    created: world.clock.now(),
    currency,
    custom_unit_amount: null,
    livemode: world.account.isLive ?? false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: productOf(world, data),
    recurring: recurring ? recurringOf(recurring) : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: Number(amount),
    unit_amount_decimal: Stripe.Decimal.from(amount),
  };
  world.objects.prices.push(price);
  return price;
}

function productOf(world: World, data: Params | undefined): string {
  const id = textOf(data, 'product');
  if (id !== undefined) {
    if (!world.objects.products.some((product) => product.id === id)) throw noSuch('product', id);
    return id;
  }
  const product = paramsOf(data, 'product_data');
  if (!product) throw new Refusal('price_data needs product or product_data.');
  return createProduct(world, product).id;
}

function recurringOf(params: Params): Stripe.Price.Recurring {
  const interval = textOf(params, 'interval');
  if (!interval || !['day', 'week', 'month', 'year'].includes(interval)) {
    throw new Refusal('Invalid interval: must be one of day, week, month, or year');
  }
  const interval_count = Number(textOf(params, 'interval_count') ?? 1);
  if (!Number.isInteger(interval_count) || interval_count < 1) {
    throw new Refusal('Invalid positive integer: interval_count');
  }
  return { interval, interval_count, meter: null, trial_period_days: null, usage_type: 'licensed' };
}

/** The price as a plan, which subscription items still carry. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: price.livemode,
    metadata: {},
    meter: null,
    nickname: null,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

/** How a price is named on an invoice. */
export function describePrice(world: World, price: Stripe.Price): string {
  const { name } = find(world.objects.products, idOf(price.product as string));
  return `1 × ${name}`;
}
