import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type FakeStripeObjects, fakeStripeObjects } from '#test/support/fake-stripe-objects.ts';
import { parseForm } from '#test/support/stripe/form.ts';
import { stripeError } from '#test/support/stripe/refusal.ts';
import type { FakeSession } from '#test/support/stripe/world.ts';

/** What a test can make fail in the next call. */
export type Fault =
  /** A failure of Stripe's that its own library does not repeat. */
  | 'refused'
  /** No response ever: the caller finds out only after seconds. */
  | 'timeout'
  /** The connection breaks before anything happened. */
  | 'lost'
  /** A response that begins immediately and never ends. */
  | 'trickle'
  /** Rejected before anything happened. */
  | 'rate limit'
  /** A permanent failure: Stripe returns the same to every repeat with the same key. */
  | 'server error'
  /** The same, but what was requested exists. */
  | 'server error after the work'
  /** The work is done, and the response gets lost. */
  | 'connection cut';

/** Replaces api.stripe.com, so that the official SDK runs with idempotency keys, faults, and all. */
export interface FakeStripe extends FakeStripeObjects {
  url: string;
  /** Every call of the API, including failed ones. */
  calls: { path: string; idempotencyKey: string | undefined; headers: Record<string, unknown> }[];
  /** The session of a payment page's address. */
  sessionAt(url: string): FakeSession;
  /** The next calls fail, with one fault each. */
  fail(...faults: Fault[]): void;
  /** Calls of these, `METHOD /path`, are refused, as with a key that may not make them. */
  refuse(calls: RegExp): void;
  /**
   * The next calls of these, `METHOD /path`, wait until they are let go, and `arrived` until so many of them are there. A
   * call that waits takes its fault only afterwards.
   */
  hold(calls: RegExp, count?: number): { arrived: Promise<void>; release(): void };
  /** Forgets its responses to idempotency keys, as after a day. */
  forgetKeys(): void;
  /** Calls succeed again, no matter how many faults are left. */
  recover(): void;
  /** Another account with a clock of its own and nothing in it, whose ids are none of before. */
  startAnew(): void;
  close(): Promise<void>;
}

export async function startFakeStripe(): Promise<FakeStripe> {
  let { act, ...objects } = fakeStripeObjects();
  let begun = 0;
  const calls: FakeStripe['calls'] = [];
  const faults: Fault[] = [];
  const refused: RegExp[] = [];
  const holds: { calls: RegExp; left: number; arrive(): void; released: Promise<void> }[] = [];
  const answers = new Map<string, { body: string; status: number; answer: object }>();
  const open = new Set<ServerResponse>();

  const server = createServer(async (request, response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const { method = '', url: path = '', headers } = request;
    const idempotencyKey = headers['idempotency-key'] as string | undefined;
    calls.push({ path: `${method} ${path}`, idempotencyKey, headers });
    const hold = holds.find(({ calls, left }) => left > 0 && calls.test(`${method} ${path}`));
    if (hold) {
      hold.left -= 1;
      if (hold.left === 0) hold.arrive();
      await hold.released;
    }
    const isRefused = refused.some((each) => each.test(`${method} ${path}`));
    const fault = isRefused ? 'refused' : faults.shift();
    if (fault === 'timeout') return;
    if (fault === 'trickle') return trickle(response);
    if (fault === 'refused') {
      return send(response, 403, stripeError('invalid_request_error', 'Not with this key.'));
    }
    if (fault === 'lost') return void request.socket.destroy();
    if (fault === 'rate limit') {
      return send(response, 429, stripeError('rate_limit_error', 'Too many requests.'));
    }
    const known = idempotencyKey === undefined ? undefined : answers.get(idempotencyKey);
    if (known && known.body !== body) {
      const message = 'Keys for idempotent requests can only be used with the same parameters.';
      return send(response, 400, stripeError('idempotency_error', message));
    }
    const { status, answer } = known ?? work(fault, () => act(method, path, parseForm(body)));
    // Stored before it is sent, as at Stripe: a lost response is repeated, even if it was a failure. A response
    // that rejects the parameters is not stored.
    if (idempotencyKey !== undefined && (status === 200 || status >= 500)) {
      answers.set(idempotencyKey, { body, status, answer });
    }
    if (fault === 'connection cut') return void request.socket.destroy();
    send(response, status, answer);
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeStripe = {
    ...objects,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    sessionAt(url) {
      const session = objects.sessions.find((candidate) => candidate.url === url);
      if (!session) throw new Error(`No session has its payment page at ${url}.`);
      return session;
    },
    fail: (...next) => void faults.push(...next),
    refuse: (which) => void refused.push(which),
    hold(held, count = 1) {
      const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      holds.push({ calls: held, left: count, arrive: arrived.resolve, released: released.promise });
      return { arrived: arrived.promise, release: released.resolve };
    },
    forgetKeys: () => answers.clear(),
    recover() {
      faults.splice(0);
      refused.splice(0);
    },
    startAnew() {
      const { isLive } = objects.account;
      begun += 1;
      ({ act, ...objects } = fakeStripeObjects(begun * 1_000_000));
      objects.account.isLive = isLive;
      answers.clear();
      fake.recover();
      Object.assign(fake, objects);
    },
    async close() {
      for (const response of open) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
}

function work(fault: Fault | undefined, act: () => { status: number; answer: object }) {
  const failure = { status: 500, answer: stripeError('api_error', 'Something went wrong.') };
  if (fault === 'server error') return failure;
  const done = act();
  return fault === 'server error after the work' ? failure : done;
}

/** A byte now and then keeps a connection alive that never finishes. */
function trickle(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 200);
  response.on('close', () => clearInterval(timer));
}

function send(response: ServerResponse, status: number, answer: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}
