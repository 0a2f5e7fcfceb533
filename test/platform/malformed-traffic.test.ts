import type { InjectOptions } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { logout } from '#contract/people/sign-in.ts';
import { useTestApp } from '#test/support/app.ts';
import { allEndpoints, fieldsOf, signature } from '#test/support/endpoints.ts';
import { aNomination, aPair, signIn } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { fc } from '#test/support/seed.ts';
import { repeats } from '#test/support/tier.ts';

/*
 * Random requests made of what the contract knows and of what nobody expects. Some are valid by accident; none
 * may make the server fail.
 */
const rounds = repeats({ change: 400, release: 10_000 });

const testApp = useTestApp();
const endpoints = Object.values(allEndpoints).filter(({ path }) => path !== logout.path);
let cookie: string;
const ids: string[] = [];

beforeAll(async () => {
  const { causeId, donationId, nominationId } = await aPair(testApp);
  ids.push(causeId, donationId, nominationId, await aNomination(testApp));
  cookie = await signIn(testApp);
});

const hostile = fc.constantFrom(
  ...[
    "' or '1'='1",
    "'; select pg_sleep(100); --",
    '%27',
    '\\',
    '<%= 7*7 %>',
    '{{7*7}}',
    '../../x',
  ],
  ...[
    'a@'.repeat(2_000),
    `${'a'.repeat(300)}@b.co`,
    '1'.repeat(400),
    '.'.repeat(5_000),
    '\u202e',
    '١٢٣',
  ],
  ...[
    '\u0000',
    '\ud800',
    '\r\nSet-Cookie: a=b',
    '__proto__',
    'constructor',
    '<script>',
    '-0',
    'NaN',
  ],
);
const plausible = fc.oneof(
  fc.constantFrom(
    'Maria',
    'a@example.com',
    '555',
    'true',
    true,
    false,
    1,
    100,
    99_999_999,
    '',
    null,
  ),
  fc.nat(3).map((index) => `id ${index}`),
);
const anything = fc.oneof(
  { weight: 4, arbitrary: plausible },
  { weight: 2, arbitrary: hostile },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
const text = fc.oneof(plausible.map(String), hostile, fc.string({ unit: 'binary', maxLength: 60 }));

const record = (names: string[], value: fc.Arbitrary<unknown>) =>
  fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] });

function requestFor(endpoint: Endpoint): fc.Arbitrary<InjectOptions> {
  const { method, path, query, body } = endpoint;
  const payload = fc.oneof(
    { weight: 8, arbitrary: record(fieldsOf(body), anything).map((one) => JSON.stringify(one)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  );
  return fc
    .record({
      id: text,
      query: fc.option(record([...fieldsOf(query), 'cursor', 'x[]'], text), { freq: 3 }),
      payload: body ? payload : fc.constant(null),
      type: fc.constantFrom(
        ...Array(9).fill('application/json'),
        'text/plain',
        ' application/json\t',
      ),
      extra: record(
        ['idempotency-key', 'accept', 'accept-encoding', 'x-forwarded-for', 'cookie'],
        text,
      ),
      signedIn: fc.boolean(),
    })
    .map(({ id, query, payload, type, extra, signedIn }) => ({
      method,
      url: path.replace(':id', () => encodeOddly(withIds(id))),
      ...(query && { query: mapValues(query, (value) => toValidUtf16(withIds(String(value)))) }),
      headers: {
        ...mapValues(extra, (value) => String(value).replace(/[^\t\x20-\x7e]/g, '')),
        ...(signedIn && { cookie }),
        ...(payload !== null && { 'content-type': type }),
      },
      ...(payload !== null && { payload: withIds(payload) }),
    }));
}

const withIds = (value: string) =>
  value.replace(/id (\d)/g, (_, index) => ids[Number(index)] ?? '');
const toValidUtf16 = (value: string) => value.toWellFormed();
/** Encoded as in an address, or invalid where that breaks the encoding. */
function encodeOddly(value: string): string {
  const encoded = encodeURIComponent(value.toWellFormed());
  return value.length % 5 === 0 ? encoded.replaceAll('%', '%%') : encoded;
}
function mapValues<T>(values: object, change: (value: unknown) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

test(
  'no request makes the server fail',
  async () => {
    const statuses = new Map<number, number>();
    let [failures, slowest] = [0, 0];
    const requests = fc
      .constantFrom(...endpoints)
      .chain((endpoint) => requestFor(endpoint).map((options) => ({ endpoint, options })));
    const outcome = await fc.check(
      fc.asyncProperty(requests, async ({ endpoint, options }) => {
        const startedAt = performance.now();
        const { statusCode, body } = await testApp.request(options);
        slowest = Math.max(slowest, performance.now() - startedAt);
        failures += Number(statusCode >= 500);
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
        expect(statusCode, `${signature(endpoint)} → ${body}`).toBeLessThan(500);
        expect(body).not.toMatch(/node_modules|\bat \w+ \(/);
      }),
      { numRuns: rounds },
    );
    recordFigures('A47', {
      requests: rounds,
      '5xx': failures,
      'slowest response in milliseconds': Math.round(slowest),
    });
    expect(fc.defaultReportMessage(outcome)).toBeUndefined();
    // Not everything is refused at the first check.
    expect([...statuses.keys()].length).toBeGreaterThan(4);
  },
  60_000 + rounds * 100,
);
