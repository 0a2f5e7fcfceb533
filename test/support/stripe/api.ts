import { createProduct } from '#test/support/stripe/catalog.ts';
import { createSession, expireSession } from '#test/support/stripe/checkout.ts';
import { payInvoice, voidInvoice } from '#test/support/stripe/collection.ts';
import { newCustomer, updateCustomer } from '#test/support/stripe/customers.ts';
import { type Expander, expanded } from '#test/support/stripe/expand.ts';
import { type Params, parseForm, textOf, textsOf } from '#test/support/stripe/form.ts';
import { paymentsOf } from '#test/support/stripe/invoices.ts';
import { page } from '#test/support/stripe/list.ts';
import {
  createConfiguration,
  createPortalSession,
  updateConfiguration,
} from '#test/support/stripe/portal.ts';
import { noSuch, Refusal, stripeError } from '#test/support/stripe/refusal.ts';
import { createRefund } from '#test/support/stripe/returns.ts';
import { cancelSubscription, updateSubscription } from '#test/support/stripe/subscriptions.ts';
import type { World } from '#test/support/stripe/world.ts';

/** What a call gets. */
export interface Answer {
  status: number;
  answer: object;
}

/** An object on its way to the caller; only its id, if there is no such object. */
export interface Dealt {
  id: string;
  object?: string;
}

/** Changes an object on its way to the caller; null if it cannot be found. */
export type Deal = (object: Dealt, isListed: boolean) => object | null;

interface Listed {
  id: string;
  object: string;
  created: number;
}

/** A kind of objects that can be looked up and listed. */
interface Kind {
  what: string;
  all: Listed[];
  /** By which of their fields lists can be narrowed. */
  filters?: string[];
  /** Further conditions of a list. */
  isListed?: (object: Listed, query: Params) => boolean;
}

/** How long Stripe keeps an event, in seconds. */
const eventsKept = 30 * 86_400;

/** Stripe's responses to calls. Based on docs.stripe.com/api. */
export function createApi(world: World, deal: Deal) {
  const { clock, hidden, objects } = world;
  const kinds: Record<string, Kind> = {
    products: { what: 'product', all: objects.products },
    prices: { what: 'price', all: objects.prices, filters: ['product'] },
    customers: { what: 'customer', all: objects.customers, filters: ['email'] },
    payment_methods: {
      what: 'PaymentMethod',
      all: objects.paymentMethods,
      filters: ['customer', 'type'],
    },
    'checkout/sessions': {
      what: 'checkout.session',
      all: objects.sessions,
      filters: ['status', 'customer', 'payment_intent', 'subscription'],
    },
    subscriptions: {
      what: 'subscription',
      all: objects.subscriptions,
      filters: ['customer'],
      isListed: (object, query) => hasStatus((object as { status?: unknown }).status, query),
    },
    invoices: {
      what: 'invoice',
      all: objects.invoices,
      filters: ['status', 'customer'],
      isListed: (object, query) => {
        const wanted = textOf(query, 'subscription');
        const parent = (object as (typeof objects.invoices)[number]).parent?.subscription_details;
        return wanted === undefined || parent?.subscription === wanted;
      },
    },
    invoice_payments: {
      what: 'invoice_payment',
      all: objects.invoicePayments,
      filters: ['invoice', 'status'],
      isListed: (object, query) => {
        const wanted = textOf(query.payment as Params | undefined, 'payment_intent');
        const { payment } = object as (typeof objects.invoicePayments)[number];
        return wanted === undefined || payment.payment_intent === wanted;
      },
    },
    payment_intents: {
      what: 'payment_intent',
      all: objects.paymentIntents,
      filters: ['customer'],
    },
    charges: { what: 'charge', all: objects.charges, filters: ['customer', 'payment_intent'] },
    refunds: { what: 'refund', all: objects.refunds, filters: ['charge', 'payment_intent'] },
    disputes: { what: 'dispute', all: objects.disputes, filters: ['charge', 'payment_intent'] },
    balance_transactions: {
      what: 'balance_transaction',
      all: objects.balanceTransactions,
      filters: ['type', 'source', 'currency'],
      isListed: ({ id }, query) => {
        const wanted = textOf(query, 'payout');
        return wanted === undefined || hidden.payouts.get(id) === wanted;
      },
    },
    payouts: { what: 'payout', all: objects.payouts, filters: ['status'] },
    'billing_portal/configurations': {
      what: 'configuration',
      all: objects.portalConfigurations,
    },
    webhook_endpoints: { what: 'webhook_endpoint', all: objects.webhookEndpoints },
    events: {
      what: 'event',
      all: objects.events,
      filters: ['type'],
      isListed: ({ created }) => created > clock.now() - eventsKept,
    },
  };

  // Nothing is ever taken out of these lists, and among 10,000 payments, looking through them took seconds for a page: so
  // long without an answer, that connections to the database gave up.
  const known = new Map<string, object>();
  const lists = Object.values(kinds).map(({ all }) => ({ all, read: 0 }));
  const expander: Expander = {
    byId: (id) => {
      for (const list of lists) {
        for (; list.read < list.all.length; list.read++) {
          const object = list.all[list.read];
          if (object) known.set(object.id, object);
        }
      }
      return known.get(id);
    },
    field: (object, name) => {
      if (object.object !== 'invoice' || name !== 'payments') return undefined;
      const data = paymentsOf(world, String(object.id));
      return { object: 'list', data, has_more: false, url: '/v1/invoice_payments' };
    },
  };

  /** Calls that change something. */
  const actions: [method: string, path: RegExp, act: (params: Params, id: string) => object][] = [
    ['POST', /^checkout\/sessions$/, (params) => createSession(world, params)],
    ['POST', /^checkout\/sessions\/(\w+)\/expire$/, (_, id) => expireSession(world, id)],
    ['POST', /^products$/, (params) => createProduct(world, params)],
    ['POST', /^customers$/, (params) => newCustomer(world, params)],
    ['POST', /^customers\/(\w+)$/, (params, id) => updateCustomer(world, id, params)],
    ['POST', /^subscriptions\/(\w+)$/, (params, id) => updateSubscription(world, id, params)],
    ['DELETE', /^subscriptions\/(\w+)$/, (_, id) => cancelSubscription(world, id)],
    ['POST', /^invoices\/(\w+)\/void$/, (_, id) => voidInvoice(world, id)],
    [
      'POST',
      /^invoices\/(\w+)\/pay$/,
      (params, id) => payInvoice(world, id, params.paid_out_of_band === 'true'),
    ],
    ['POST', /^refunds$/, (params) => createRefund(world, params)],
    ['POST', /^billing_portal\/configurations$/, (params) => createConfiguration(world, params)],
    [
      'POST',
      /^billing_portal\/configurations\/(\w+)$/,
      (params, id) => updateConfiguration(world, id, params),
    ],
    ['POST', /^billing_portal\/sessions$/, (params) => createPortalSession(world, params)],
  ];

  function respond(method: string, url: string, params: Params): object {
    const [path = '', search = ''] = url.replace(/^\/v1\//, '').split('?');
    const query = parseForm(search);
    for (const [verb, pattern, action] of actions) {
      const match = verb === method ? pattern.exec(path) : null;
      if (!match) continue;
      const id = match[1] ?? '';
      const kind = Object.entries(kinds).find(([name]) => path.startsWith(`${name}/`))?.[1];
      if (id && kind && !kind.all.some((each) => each.id === id)) throw noSuch(kind.what, id);
      return expanded(action(params, id), { ...query, ...params }, expander);
    }
    if (method !== 'GET') throw unknownUrl(method, path);
    const list = kinds[path];
    if (list) {
      const all = list.all.filter((object) => list.isListed?.(object, query) ?? true);
      const names = textsOf(query, 'expand').map((name) => [name, name.replace(/^data\./, '')]);
      const inList: Params = { expand: Object.fromEntries(names) };
      return page(all, query, {
        filters: list.filters ?? [],
        deal: (object) => deal(expanded(object, inList, expander) as Listed, true),
      });
    }
    const [, name = '', id = ''] = /^(.+)\/(\w+)$/.exec(path) ?? [];
    const kind = kinds[name];
    if (!kind) throw unknownUrl(method, path);
    const object = kind.all.find((each) => each.id === id);
    const isKept = kind.what !== 'event' || (object && kind.isListed?.(object, {}));
    const found = object ? (expanded(object, query, expander) as Listed) : { id };
    const dealt = isKept ? deal(found, false) : null;
    if (!dealt) throw noSuch(kind.what, id);
    return dealt;
  }

  return function act(method: string, url: string, params: Params): Answer {
    clock.catchUp();
    try {
      return { status: 200, answer: respond(method, url, params) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, answer: stripeError(error.type, error.message, error.code) };
    }
  };
}

/** Without a status, ended subscriptions are left out of the list. */
function hasStatus(status: unknown, query: Params): boolean {
  const wanted = textOf(query, 'status');
  const isEnded = status === 'canceled' || status === 'incomplete_expired';
  if (wanted === undefined) return !isEnded;
  return wanted === 'all' || (wanted === 'ended' ? isEnded : status === wanted);
}

function unknownUrl(method: string, path: string): Refusal {
  return new Refusal(`Unrecognized request URL (${method}: /v1/${path}).`, { status: 404 });
}
