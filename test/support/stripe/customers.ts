import type Stripe from 'stripe';
import { changedMetadata, type Params, paramsOf, textOf } from '#test/support/stripe/form.ts';
import { noSuch } from '#test/support/stripe/refusal.ts';
import { find, type World } from '#test/support/stripe/world.ts';

export function newCustomer(world: World, params: Params): Stripe.Customer {
  const customer: Stripe.Customer = {
    id: world.id('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: world.clock.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: textOf(params, 'description') ?? null,
    discount: null,
    email: textOf(params, 'email') ?? null,
    invoice_prefix: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: world.account.isLive ?? false,
    metadata: changedMetadata({}, params),
    name: textOf(params, 'name') ?? null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  world.objects.customers.push(customer);
  world.tell('customer.created', customer);
  return customer;
}

export function updateCustomer(world: World, id: string, params: Params): Stripe.Customer {
  const customer = find(world.objects.customers, id);
  const method = textOf(paramsOf(params, 'invoice_settings'), 'default_payment_method');
  if (method !== undefined) {
    const known = world.objects.paymentMethods.find((each) => each.id === method);
    if (known?.customer !== id) throw noSuch('PaymentMethod', method);
    customer.invoice_settings.default_payment_method = method;
  }
  for (const name of ['email', 'name', 'description'] as const) {
    const value = textOf(params, name);
    if (value !== undefined) customer[name] = value === '' ? null : value;
  }
  customer.metadata = changedMetadata(customer.metadata, params);
  world.tell('customer.updated', customer);
  return customer;
}
