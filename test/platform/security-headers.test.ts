import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { AppError } from '#server/platform/errors.ts';
import { serveWeb } from '#server/site/serve-web.ts';
import { useTestApp } from '#test/support/app.ts';
import { aDonation } from '#test/support/attack.ts';
import { aCheckout, logIn } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { ensureWebBuild } from '#test/support/run-main.ts';

let failure: Error | null = null;
const testApp = useTestApp({
  env: { PUBLIC_URL: 'https://give.example' },
  override: ({ payments }) => ({
    payments: {
      ...payments,
      async startCheckout(...checkout) {
        if (failure) throw failure;
        return payments.startCheckout(...checkout);
      },
    },
  }),
});
let site: FastifyInstance;

beforeAll(async () => {
  await ensureWebBuild();
  site = await buildApp(testApp, pino({ level: 'silent' }));
  const { config } = testApp;
  const { minCents: minDonation, maxCents: maxDonation } = config.donation;
  const { publicUrl, currency } = config;
  const info = { ...config.site, publicUrl, currency, minDonation, maxDonation };
  await serveWeb(site, { ...info, payments: 'test', isTrial: true }, testApp);
  await site.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => site.close());

const expected: Record<string, RegExp> = {
  'strict-transport-security': /^max-age=31536000; includeSubDomains$/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'x-frame-options': /^DENY$/,
  'content-security-policy':
    /^default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data:;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'$/,
};

function expectHeaders(headers: Record<string, unknown>): void {
  const missing = Object.entries(expected)
    .filter(([name, value]) => !value.test(`${headers[name]}`))
    .map(([name]) => `${name}: ${headers[name]}`);
  recordFigures('A25', { responses: 1, 'headers missing': missing.length });
  const isWithout = missing.some((header) => header.startsWith('content-security-policy:'));
  recordFigures('A24', { responses: 1, 'without the policy': Number(isWithout) });
  expect(missing).toEqual([]);
  const names = Object.keys(headers).join(' ');
  expect(names).not.toMatch(/access-control-|x-powered-by|\bserver\b/);
}

const json = { 'content-type': 'application/json' };
const post = (url: string, payload: string, headers: object = json): InjectOptions => ({
  method: 'POST',
  url,
  payload,
  headers: { ...headers },
});

test.each<[number, InjectOptions]>([
  [200, { url: '/' }],
  [200, { method: 'HEAD', url: '/donate' }],
  [404, { url: '/no/such/page' }],
  [200, { url: '/favicon.svg' }],
  [200, { url: '/robots.txt' }],
  [404, { url: '/.well-known/nothing' }],
  [200, { url: '/api/health' }],
  [200, { url: '/api/docs/' }],
  [200, { url: '/api/docs/static/swagger-ui.css' }],
  [401, { url: '/api/donations' }],
  [404, { url: '/api/nothing' }],
  [404, { url: '/assets/nothing.js' }],
  [404, { url: '/%E0%A4%A' }],
  [404, { url: `/api/donations/${'x'.repeat(500)}` }],
  [404, { url: '/test-payment/nothing' }],
  [400, post('/api/contact', '{')],
  [400, post('/api/contact', '{}')],
  [403, post('/api/contact', '{}', { ...json, origin: 'https://evil.example' })],
  [413, post('/api/contact', 'x'.repeat(70_000))],
  [415, post('/api/contact', 'x', { 'content-type': 'text/plain' })],
  [404, { method: 'OPTIONS', url: '/api/causes' }],
  [404, { method: 'PUT', url: '/api/causes' }],
  [404, { method: 'TRACE' as 'GET', url: '/' }],
])('a response with status %i has every header: %o', async (status, options) => {
  const { statusCode, headers } = await site.inject({ ...options });
  expect(statusCode).toBe(status);
  expectHeaders(headers);
  if (status >= 400) expect(headers['cache-control']).toMatch(/^no-(store|cache)$/);
});

test.each([
  ['500', new Error('Out of order')],
  ['503', new AppError('payments_unavailable', 'Not now.')],
])('a failure %s does, too', async (status, error) => {
  failure = error;
  const body = JSON.stringify(await aDonation(testApp));
  const { statusCode, headers, body: told } = await site.inject(post('/api/donations', body));
  failure = null;
  const isTold = /Out of order|at \w+ \(/.test(told);
  recordFigures('A45', { failures: 1, 'details told': Number(isTold) });
  expect(isTold).toBe(false);
  expect(statusCode).toBe(Number(status));
  expectHeaders(headers);
  expect(headers['cache-control']).toBe('no-store');
});

test('the test payment page does, too, and is asked for again each time', async () => {
  const { statusCode, headers } = await site.inject({
    url: `/test-payment/${await aCheckout(testApp)}`,
  });
  expect(statusCode).toBe(200);
  expectHeaders(headers);
  expect(headers['cache-control']).toBe('no-cache');
});

test.each([
  ['400', 'NONSENSE\r\n\r\n'],
  ['400', 'GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n'],
  ['431', `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`],
])('invalid HTTP gets %s with every header', async (status, request) => {
  const { port } = site.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  const [first, ...lines] = head.split('\r\n');
  expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expectHeaders(Object.fromEntries(lines.map((line) => line.split(/: (.*)/s, 2))));
  const isLong = status === '431';
  expect(JSON.parse(body).message).toMatch(isLong ? /is too long/ : /^We could not read this/);
});

describe('another website', () => {
  test.each(['https://evil.example', 'null', 'https://give.example.evil.example'])(
    'at %s is granted no access',
    async (origin) => {
      const preflight = { origin, 'access-control-request-method': 'POST' };
      for (const options of [
        { url: '/api/auth', headers: { origin } },
        { url: '/', headers: { origin } },
        { method: 'OPTIONS' as const, url: '/api/contact', headers: preflight },
      ]) {
        const { headers } = await site.inject(options);
        const granted = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
        recordFigures('A26', { 'foreign calls': 1, 'headers that grant': granted.length });
        expectHeaders(headers);
      }
    },
  );
});

test('no response to a signed-in user is cached by a browser or a proxy', async () => {
  const cookie = await logIn(testApp);
  const kept: string[] = [];
  const urls = ['/api/auth', '/api/donations', '/api/users', '/api/dashboard', '/api/x'];
  for (const url of urls) {
    const { headers } = await site.inject({ url, headers: { cookie } });
    if (headers['cache-control'] !== 'no-store') kept.push(`${url}: ${headers['cache-control']}`);
  }
  recordFigures('A42', {
    'responses to somebody signed in': urls.length,
    'that may be kept': kept.length,
  });
  expect(kept).toEqual([]);
});

test('every cookie is only for https and this host, and inaccessible to scripts', async () => {
  const cookie = await logIn(testApp);
  expect(cookie).toMatch(/^__Host-session=/);
  const ended = await site.inject({
    method: 'DELETE',
    url: '/api/auth/logout',
    headers: { cookie },
  });
  for (const { name, secure, httpOnly, sameSite, path, domain } of ended.cookies) {
    expect([name, secure, httpOnly, sameSite?.toLowerCase(), path, domain]).toEqual([
      '__Host-session',
      true,
      true,
      'lax',
      '/',
      undefined,
    ]);
  }
  expect(ended.cookies).toHaveLength(1);
});
