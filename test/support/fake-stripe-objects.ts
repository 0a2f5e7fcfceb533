import type Stripe from 'stripe';

/** A form as Stripe parses it: `line_items[0][quantity]=1` is an object in an object. */
export type Params = { [name: string]: string | Params };
/** A session with additional data that the fake needs. */
export type FakeSession = Stripe.Checkout.Session & { params: Params };

/** What the account of a charity is like. */
export interface FakeAccount {
  /** Whether the key is a live one. */
  isLive?: boolean;
  /** The currency that the account settles in, and what a dollar is worth in it when money leaves and comes back. */
  settles?: { currency: string; rates: [out: number, back: number] };
}

/** The objects at Stripe, and actions on them. Each action returns the event that reports it. */
export interface FakeStripeObjects {
  /** What the account is like; a test may change it. */
  account: FakeAccount;
  /**
   * Deals an object with other fields than it has, such as nulls, in lists and when it is looked up, until `deal` is
   * called without fields. `hides: true`: the object cannot be found yet. `looksRight`: only lists deal it wrongly.
   */
  deal(
    object: { id: string },
    fields?: Record<string, unknown> & { hides?: boolean; looksRight?: boolean },
  ): void;
  /** Everything ever created, oldest first. */
  sessions: FakeSession[];
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
  /** The donor's action on the payment page. A bank debit is `unpaid` at first and settles days later. */
  pay(session: FakeSession, method?: 'card' | 'bank debit'): Stripe.Event;
  settle(session: FakeSession, isPaid: boolean): Stripe.Event;
  expire(session: FakeSession): Stripe.Event;
  /** A refund made on Stripe's dashboard. */
  refund(session: FakeSession, amount: number, status?: 'pending' | 'succeeded'): Stripe.Event;
  /** The bank's outcome of the refund that an event reported. */
  settleRefund(told: Stripe.Event, status: 'succeeded' | 'failed'): Stripe.Event;
  /** The donor's bank takes money back immediately, or only inquires first. */
  dispute(session: FakeSession, amount?: number, isInquiry?: boolean): Stripe.Event;
  /** The bank decides the dispute that an event reported. If it is won, the money is returned. */
  decide(told: Stripe.Event, status: 'won' | 'lost'): Stripe.Event;
}

interface Answer {
  status: number;
  answer: object;
}

/** The objects, and Stripe's responses about them. Based on docs.stripe.com/api. */
export function fakeStripeObjects(): FakeStripeObjects & {
  act(method: string, url: string, params: Params): Answer;
} {
  const sessions: FakeSession[] = [];
  const refunds: Stripe.Refund[] = [];
  const disputes: Stripe.Dispute[] = [];
  const account: FakeAccount = {};
  const dealt = new Map<string, Record<string, unknown>>();

  /** The object as Stripe deals it right now; null if it cannot be found. */
  function asDealt(object: object & { id: string }, isListed: boolean): object | null {
    const { hides, looksRight, ...fields } = dealt.get(object.id) ?? {};
    if (hides) return null;
    return looksRight && !isListed ? object : { ...object, ...fields };
  }

  /** Cents of a charge as a move of the account's balance. */
  function moved(cents: number, way: 'out' | 'back', fee: number): Stripe.BalanceTransaction {
    const { currency = 'usd', rates = [1, 1] } = account.settles ?? {};
    const rate = rates[way === 'out' ? 0 : 1] ?? 1;
    const amount = Math.round(cents * rate);
    const move = { id: `txn_${way}`, object: 'balance_transaction', amount, fee, currency };
    return {
      ...move,
      exchange_rate: currency === 'usd' ? null : rate,
    } as Stripe.BalanceTransaction;
  }

  function act(method: string, url: string, params: Params): Answer {
    const [path = '', search = ''] = url.split('?');
    const query = parseForm(search);
    const [, id, verb] = /^\/v1\/checkout\/sessions\/(\w+)(?:\/(\w+))?$/.exec(path) ?? [];
    const found = sessions.find((session) => session.id === id);
    const listed = (object: object & { id: string }) => asDealt(object, true);
    if (path === '/v1/checkout/sessions') {
      if (method === 'POST') return createSession(params);
      const expand = (session: FakeSession) => (query.expand ? withPayment(session) : session);
      return ok(page(sessions, query, (session) => listed(expand(session) as FakeSession)));
    }
    if (path === '/v1/refunds') {
      return method === 'POST' ? createRefund(params) : ok(page(refunds, query, listed));
    }
    if (path === '/v1/disputes') return ok(page(disputes, query, listed));
    if (method === 'GET' && !verb) {
      const object =
        (found && (withPayment(found) as FakeSession)) ??
        [...refunds, ...disputes].find((each) => path.endsWith(`/${each.id}`));
      const answer = object && asDealt(object, false);
      if (answer) return ok(answer);
    }
    if (found && method === 'POST' && verb === 'expire') {
      expire(found);
      return ok(found);
    }
    return { status: 404, answer: stripeError('invalid_request_error', `No such thing: ${url}`) };
  }

  function createSession(params: Params): Answer {
    const problem = problemWith(params);
    if (problem) return { status: 400, answer: stripeError('invalid_request_error', problem) };
    const id = `cs_${account.isLive ? 'live' : 'test'}_${sessions.length + 1}`;
    const item = (params.line_items as Params)['0'] as Params;
    const price = item.price_data as Params;
    const session = {
      id,
      object: 'checkout.session',
      created: now(),
      mode: params.mode,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      url: `https://checkout.stripe.example/c/pay/${id}`,
      amount_total: Number(price.unit_amount) * Number(item.quantity),
      currency: price.currency,
      customer_email: params.customer_email ?? null,
      client_reference_id: params.client_reference_id ?? null,
      metadata: params.metadata ?? {},
      expires_at: Number(params.expires_at),
      success_url: params.success_url,
      cancel_url: params.cancel_url,
      livemode: account.isLive ?? false,
      params,
    } as unknown as FakeSession;
    sessions.push(session);
    return ok(session);
  }

  function createRefund({ payment_intent, amount, metadata }: Params): Answer {
    const session = sessions.find((candidate) => candidate.payment_intent === payment_intent);
    const refuse = (message: string) => ({
      status: 400,
      answer: stripeError('invalid_request_error', message),
    });
    if (session?.payment_status !== 'paid') return refuse('This payment has no successful charge.');
    const gone = refunds
      .filter((refund) => refund.payment_intent === payment_intent && refund.status !== 'failed')
      .reduce((sum, refund) => sum + refund.amount, 0);
    const left = (session.amount_total ?? 0) - gone;
    if (Number(amount) > left) {
      return refuse(`Refund amount (${amount}) is greater than unrefunded amount (${left}).`);
    }
    const refund = newRefund(session, Number(amount), 'succeeded');
    Object.assign(refund, { metadata: metadata ?? {} });
    return ok(refund);
  }

  function newRefund(session: FakeSession, amount: number, status: string): Stripe.Refund {
    const refund = {
      id: `re_${session.id}_${refunds.length + 1}`,
      object: 'refund',
      created: now(),
      amount,
      currency: session.currency,
      payment_intent: session.payment_intent,
      status,
      metadata: {},
    } as unknown as Stripe.Refund;
    refunds.push(refund);
    return refund;
  }

  function expire(session: FakeSession): Stripe.Event {
    if (session.status !== 'open') throw new Error(`${session.id} is ${session.status}.`);
    Object.assign(session, { status: 'expired', url: null });
    return aboutOurs(session, 'checkout.session.expired');
  }

  /** An event of this account. */
  function aboutOurs(object: object, type: string): Stripe.Event {
    return Object.assign(eventAbout(object, type), { livemode: account.isLive ?? false });
  }

  return {
    account,
    deal: (object, fields) => {
      if (fields) dealt.set(object.id, fields);
      else dealt.delete(object.id);
    },
    sessions,
    refunds,
    disputes,
    act,
    expire,
    pay(session, method = 'card') {
      if (session.status !== 'open') throw new Error(`${session.id} is ${session.status}.`);
      const payment_status = method === 'card' ? 'paid' : 'unpaid';
      const payment_intent = session.id.replace('cs_', 'pi_');
      Object.assign(session, { status: 'complete', payment_status, payment_intent, url: null });
      return aboutOurs(session, 'checkout.session.completed');
    },
    settle(session, isPaid) {
      if (isPaid) Object.assign(session, { payment_status: 'paid' });
      else Object.assign(session, { hasFailed: true });
      const outcome = isPaid ? 'succeeded' : 'failed';
      return aboutOurs(session, `checkout.session.async_payment_${outcome}`);
    },
    refund: (session, amount, status = 'succeeded') =>
      aboutOurs(newRefund(session, amount, status), 'refund.created'),
    settleRefund(told, status) {
      const refund = refunds.find(({ id }) => id === (told.data.object as Stripe.Refund).id);
      if (!refund) throw new Error('No such refund.');
      Object.assign(refund, { status });
      return aboutOurs(refund, status === 'failed' ? 'refund.failed' : 'refund.updated');
    },
    dispute(session, amount = session.amount_total ?? 0, isInquiry = false) {
      const dispute = {
        id: `du_${session.id}_${disputes.length + 1}`,
        object: 'dispute',
        created: now(),
        amount,
        currency: session.currency,
        payment_intent: session.payment_intent,
        status: isInquiry ? 'warning_needs_response' : 'needs_response',
        balance_transactions: isInquiry ? [] : [moved(-amount, 'out', 1_500)],
      } as unknown as Stripe.Dispute;
      disputes.push(dispute);
      return aboutOurs(dispute, 'charge.dispute.created');
    },
    decide(told, status) {
      const dispute = disputes.find(({ id }) => id === (told.data.object as Stripe.Dispute).id);
      if (!dispute) throw new Error('No such dispute.');
      Object.assign(dispute, { status });
      if (status === 'won')
        dispute.balance_transactions.push(moved(dispute.amount, 'back', -1_500));
      return aboutOurs(dispute, 'charge.dispute.closed');
    },
  };
}

let events = 0;

/** An event as Stripe would send it now; later changes to the object do not affect it. */
export function eventAbout(object: object, type: string): Stripe.Event {
  events++;
  return structuredClone({
    id: `evt_${process.pid}_${events}`,
    object: 'event',
    api_version: '2025-01-01',
    created: now(),
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
    data: { object },
  }) as unknown as Stripe.Event;
}

/** An error response of Stripe's. */
export function stripeError(type: string, message: string): object {
  return { error: { type, message } };
}

/** The parameters in a body or after a question mark. */
export function parseForm(body: string): Params {
  const form: Params = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    const last = path.pop() ?? '';
    let place = form;
    for (const part of path) {
      place[part] ??= {};
      place = place[part] as Params;
    }
    place[last] = value;
  }
  return form;
}

/** Newest first, a page at a time, since a moment. */
function page<T extends { id: string; created: number }>(
  objects: T[],
  { limit = '10', starting_after, created }: Params,
  deal: (object: T) => object | null,
): object {
  const from = Number((created as Params | undefined)?.gte ?? 0);
  const all = objects.filter((object) => object.created >= from).reverse();
  const start = starting_after ? all.findIndex(({ id }) => id === starting_after) + 1 : 0;
  const data = all.slice(start, start + Number(limit));
  const has_more = start + data.length < all.length;
  return { object: 'list', data: data.map(deal).filter(Boolean), has_more, url: '/v1/list' };
}

function withPayment(session: FakeSession): object {
  if (session.payment_intent === null) return session;
  const unpaid = 'hasFailed' in session ? 'requires_payment_method' : 'processing';
  const status = session.payment_status === 'paid' ? 'succeeded' : unpaid;
  return { ...session, payment_intent: { id: session.payment_intent, status } };
}

/** What Stripe would reject about a session, or null. */
function problemWith(params: Params): string | null {
  const item = (params.line_items as Params | undefined)?.['0'] as Params | undefined;
  const price = item?.price_data as Params | undefined;
  const minutes = (Number(params.expires_at) - Date.now() / 1000) / 60;
  if (!/^\d+$/.test(String(price?.unit_amount))) return 'Invalid integer: unit_amount';
  if (Number(price?.unit_amount) > 99_999_999) return 'unit_amount must be at most $999,999.99';
  if (!/^[a-z]{3}$/.test(String(price?.currency))) return 'Invalid currency';
  if (!params.success_url) return 'Missing required param: success_url';
  if (params.expires_at !== undefined && (minutes < 30 || minutes > 24 * 60)) {
    return 'expires_at must be between 30 minutes and 24 hours from now';
  }
  return null;
}

function ok(answer: object): Answer {
  return { status: 200, answer };
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}
