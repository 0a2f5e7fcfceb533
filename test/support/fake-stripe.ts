import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type Stripe from 'stripe';

/** What a test can make go wrong with the next call. */
export type Fault =
  /** No answer ever. */
  | 'timeout'
  /** Turned away before anything happened. */
  | 'rate limit'
  /** Failed for good: Stripe answers the same to every repeat with the same key. */
  | 'server error'
  /** The session is made, and the answer is lost on the way. */
  | 'connection cut';

/** A session with what the fake must know besides. */
export type FakeSession = Stripe.Checkout.Session & { params: Params };

/** A form as Stripe reads it: `line_items[0][quantity]=1` is an object in an object. */
export type Params = { [name: string]: string | Params };

/**
 * Stands in for api.stripe.com, so that the official SDK is what runs. Knows checkout sessions only, but
 * those with their state: idempotency keys, expiry, payment. Written after docs.stripe.com/api.
 */
export interface FakeStripe {
  url: string;
  /** Every session made, oldest first. */
  sessions: FakeSession[];
  /** Every call of the API, also those that failed. */
  calls: { path: string; idempotencyKey: string | undefined; authorization: string | undefined }[];
  /** The session that a payment page's address belongs to. */
  sessionAt(url: string): FakeSession;
  /** The next calls go wrong, one fault each. */
  fail(...faults: Fault[]): void;
  /** What a donor does on the payment page. A bank debit is `unpaid` at first and settles days later. */
  pay(session: FakeSession, method?: 'card' | 'bank debit'): Stripe.Event;
  settle(session: FakeSession, isPaid: boolean): Stripe.Event;
  expire(session: FakeSession): Stripe.Event;
  close(): Promise<void>;
}

export async function startFakeStripe(): Promise<FakeStripe> {
  const sessions: FakeSession[] = [];
  const calls: FakeStripe['calls'] = [];
  const faults: Fault[] = [];
  const answers = new Map<string, { body: string; status: number; answer: object }>();
  const open = new Set<ServerResponse>();

  const server = createServer(async (request, response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    const body = await text(request);
    const { method = '', url: path = '', headers } = request;
    const idempotencyKey = headers['idempotency-key'] as string | undefined;
    calls.push({ path: `${method} ${path}`, idempotencyKey, authorization: headers.authorization });
    const fault = faults.shift();
    if (fault === 'timeout') return;
    if (fault === 'rate limit') {
      return send(response, 429, stripeError('rate_limit_error', 'Too many requests.'));
    }
    const known = idempotencyKey === undefined ? undefined : answers.get(idempotencyKey);
    if (known && known.body !== body) {
      const message = 'Keys for idempotent requests can only be used with the same parameters.';
      return send(response, 400, stripeError('idempotency_error', message));
    }
    const { status, answer } =
      known ??
      (fault === 'server error'
        ? { status: 500, answer: stripeError('api_error', 'Something went wrong on our end.') }
        : act(request, body));
    // Kept before it is sent, as at Stripe: a lost answer is repeated, also when it was a failure. What
    // was refused because of its parameters is not kept.
    if (idempotencyKey !== undefined && (status === 200 || status >= 500)) {
      answers.set(idempotencyKey, { body, status, answer });
    }
    if (fault === 'connection cut') return void request.socket.destroy();
    send(response, status, answer);
  });

  function act({ method, url = '' }: IncomingMessage, body: string) {
    const [, id, verb] = /^\/v1\/checkout\/sessions(?:\/(\w+)(?:\/(\w+))?)?$/.exec(url) ?? [];
    const found = sessions.find((session) => session.id === id);
    if (method === 'POST' && url === '/v1/checkout/sessions') return create(parseForm(body));
    if (found && method === 'GET' && !verb) return { status: 200, answer: found };
    if (found && method === 'POST' && verb === 'expire') {
      expire(found);
      return { status: 200, answer: found };
    }
    return { status: 404, answer: stripeError('invalid_request_error', `No such thing: ${url}`) };
  }

  function create(params: Params) {
    const problem = problemWith(params);
    if (problem) return { status: 400, answer: stripeError('invalid_request_error', problem) };
    const id = `cs_test_${sessions.length + 1}`;
    const item = (params.line_items as Params)['0'] as Params;
    const price = item.price_data as Params;
    const session = {
      id,
      object: 'checkout.session',
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
      livemode: false,
      params,
    } as unknown as FakeSession;
    sessions.push(session);
    return { status: 200, answer: session };
  }

  function expire(session: FakeSession): Stripe.Event {
    if (session.status !== 'open') throw new Error(`${session.id} is ${session.status}.`);
    Object.assign(session, { status: 'expired', url: null });
    return eventAbout(session, 'checkout.session.expired');
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sessions,
    calls,
    sessionAt(url) {
      const session = sessions.find((candidate) => candidate.url === url);
      if (!session) throw new Error(`No session has its payment page at ${url}.`);
      return session;
    },
    fail: (...next) => void faults.push(...next),
    pay(session, method = 'card') {
      if (session.status !== 'open') throw new Error(`${session.id} is ${session.status}.`);
      const payment_status = method === 'card' ? 'paid' : 'unpaid';
      const payment_intent = session.id.replace('cs_', 'pi_');
      Object.assign(session, { status: 'complete', payment_status, payment_intent, url: null });
      return eventAbout(session, 'checkout.session.completed');
    },
    settle(session, isPaid) {
      if (isPaid) Object.assign(session, { payment_status: 'paid' });
      const outcome = isPaid ? 'succeeded' : 'failed';
      return eventAbout(session, `checkout.session.async_payment_${outcome}`);
    },
    expire,
    async close() {
      for (const response of open) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

let events = 0;

/** An event as Stripe would send it now; what it holds does not change with the session later on. */
export function eventAbout(object: object, type: string): Stripe.Event {
  events++;
  return structuredClone({
    id: `evt_${process.pid}_${events}`,
    object: 'event',
    api_version: '2025-01-01',
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
    data: { object },
  }) as unknown as Stripe.Event;
}

/** What Stripe would refuse about a session, or null. */
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

function parseForm(body: string): Params {
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

function stripeError(type: string, message: string): object {
  return { error: { type, message } };
}

function send(response: ServerResponse, status: number, answer: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}
