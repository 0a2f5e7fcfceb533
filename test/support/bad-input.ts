import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorBody, errorStatus } from '#contract/errors.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { statementMailsQueue } from '#server/receipts/statements/jobs.ts';
import { type TestApp, useTestApp } from '#test/support/app.ts';
import { neverRight, otherYears, sometimesRight } from '#test/support/bad-values.ts';
import { allEndpoints, dayPlaces, domainOf, fieldsOf, signature } from '#test/support/endpoints.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aRightInput, type RightInput } from '#test/support/right-input.ts';
import { changeSettings } from '#test/support/settings.ts';
import { isRelease } from '#test/support/tier.ts';
import { type Write, type WriteWatch, watchWrites } from '#test/support/watch-writes.ts';

/*
 * Whatever is sent to whichever field: the response is a refusal that a person can read, nothing has changed, and
 * the server still works. The cases are generated from the contract, so that new fields are covered
 * automatically.
 */

/** Something to try, with a number by which what is sent is {@link share shared}. */
interface Case {
  endpoint: Endpoint;
  field: string;
  index: number;
}

const endpoints = Object.values(allEndpoints);
interface DayCase extends Case {
  part: 'query' | 'body';
  isMoment: boolean;
}

const casesOf = (part: 'params' | 'query' | 'body'): Case[] =>
  endpoints
    .filter((endpoint) => endpoint[part])
    .map((endpoint, index) => ({ endpoint, field: '', index }));
const fieldsIn = (part: 'query' | 'body'): Case[] =>
  endpoints
    .flatMap((endpoint) => fieldsOf(endpoint[part]).map((field) => ({ endpoint, field })))
    .map((one, index) => ({ ...one, index }));

/** What the tests of a file share. */
interface Site extends RightInput {
  testApp: TestApp;
  watch: WriteWatch;
}

type Response = Awaited<ReturnType<TestApp['request']>>;

/** Tests every endpoint of a domain. */
export function testBadInput(domain: string): void {
  const testApp = useTestApp();
  const site = { testApp } as Site;
  beforeAll(async () => {
    Object.assign(site, await aRightInput(testApp));
    // Refused calls and wrong passwords are counted, a mail of the preparation may leave meanwhile, and the time when
    // a session was last seen is recorded; nothing else may change.
    site.watch = await watchWrites(testApp.db, {
      except: ['call_counts', 'guess_counters', 'donor_mails'],
      columns: ['last_seen_at', 'mail_left_at'],
    });
  });
  afterAll(() => site.watch?.stop());
  const own = <One extends Case>(cases: One[]) =>
    cases.filter(({ endpoint }) => domainOf(endpoint) === domain);

  const about = <One extends Case>(
    part: string,
    cases: One[],
    testCases: (site: Site, cases: One[]) => void,
  ) => {
    const ofDomain = own(cases);
    if (ofDomain.length > 0) describe(part, () => testCases(site, ofDomain));
  };

  about('a field of a body', fieldsIn('body'), testFields);
  about('a whole body', casesOf('body'), testBodies);
  about('an id in the path', casesOf('params'), testPaths);
  about('a day or a moment', endpoints.flatMap(dayCases), testDays);
  about('a query', casesOf('query'), (_, cases) =>
    testQueries(site, cases, own(fieldsIn('query'))),
  );
}

/** A test with every case, which fails with all that was wrong, after what it measured was recorded. */
function testEach<One extends Case>(
  name: string,
  cases: One[],
  attempt: (one: One) => Promise<string[]>,
  record?: () => void,
): void {
  if (cases.length === 0) return;
  test(name, async () => {
    const wrong: string[] = [];
    for (const one of cases) {
      const found = await attempt(one);
      wrong.push(...found.map((what) => `${signature(one.endpoint)} ${one.field} ${what}`));
    }
    record?.();
    expect(wrong).toEqual([]);
  });
}

function testFields(site: Site, cases: Case[]): void {
  const put =
    ({ endpoint, field }: Case) =>
    (value: unknown) =>
      sendBody(site, endpoint, JSON.stringify({ ...site.body(endpoint), [field]: value }));

  testEach('is refused with a value that is wrong in every field', cases, async (one) => {
    const right = rightAfterAll(one);
    const values = neverRight.filter((value) => JSON.stringify(value) !== right);
    const { figures, wrong } = await tryAll(site, share(values, one.index), put(one));
    if (one.field === 'amount') recordFigures('A35', figures);
    return wrong;
  });

  testEach('is refused with a value that is right in other fields', cases, async (one) => {
    const values = [...sometimesRight, undefined, newId(), ...Object.values(site.ids)];
    const { wrong } = await tryAll(site, share(values, one.index), put(one), {
      mayBeRight: (value) => mayBeRight(site, one.field, value),
    });
    return wrong;
  });

  let slowest = 0;
  testEach(
    'is refused with 100 kB',
    cases,
    async (one) => {
      const body = JSON.stringify({ ...site.body(one.endpoint), [one.field]: 'x'.repeat(100_000) });
      const before = process.cpuUsage();
      const response = await sendBody(site, one.endpoint, body);
      const { user, system } = process.cpuUsage(before);
      slowest = Math.max(slowest, (user + system) / 1_000);
      const wrong = faultsOf(response, [413]);
      recordFigures('A34', { 'fields with 100 kB': 1, 'taken, or 5xx': Number(wrong.length > 0) });
      return wrong;
    },
    () => recordFigures('A34', { 'milliseconds of the processor at most': Math.ceil(slowest) }),
  );
}

function testBodies(site: Site, cases: Case[]): void {
  testEach(
    'is refused if it is JSON, but not such an object',
    cases,
    async ({ endpoint, index }) => {
      const bodies = ['{', '', ' ', 'null', '[]', '[{}]', '"x"', '1', 'true', '{}', 'undefined'];
      bodies.push('{"a":1}}', '\ufeff{}', '\u0000', `${'['.repeat(30_000)}${']'.repeat(30_000)}`);
      const right = JSON.stringify(site.body(endpoint)).slice(1);
      bodies.push(`{"__proto__":{"isAdmin":true},${right}`);
      bodies.push(`{"constructor":{"prototype":{"isAdmin":true}},${right}`);
      const send = (body: string) => sendBody(site, endpoint, body);
      const { figures, wrong } = await tryAll(site, share(bodies, index), send);
      recordFigures('A37', figures);
      return wrong;
    },
  );

  testEach(
    'is refused if it is valid, but not sent as JSON',
    cases,
    async ({ endpoint, index }) => {
      const types = ['text/plain', 'application/x-www-form-urlencoded', 'text/json'];
      types.push('application/xml', 'application/jsonx', 'multipart/form-data; boundary=x', 'json');
      types.push(';', '*/*', 'text/plain; application/json', 'application/json, text/plain');
      types.push('text/plain\t');
      const body = JSON.stringify(site.body(endpoint));
      const send = (type: string) => sendBody(site, endpoint, body, type);
      const { figures, wrong } = await tryAll(site, share(types, index), send, { refusals: [415] });
      recordFigures('A38', { 'other content types': figures.tried, taken: figures.taken });
      return wrong;
    },
  );

  testEach(
    'is refused if it is invalid, whatever its content type',
    cases,
    async ({ endpoint }) => {
      const types = ['', ' application/json', 'application/json\t', '\tapplication/json'];
      types.push('application/json; charset=utf-16', 'application/json;', 'APPLICATION/JSON');
      const send = (type: string) => sendBody(site, endpoint, '{"a":1}', type);
      const { figures, wrong } = await tryAll(site, types, send);
      recordFigures('A38', { 'odd content types': figures.tried, taken: figures.taken });
      return wrong;
    },
  );
}

/** The days and moments of what is sent to an endpoint. */
function dayCases(endpoint: Endpoint): DayCase[] {
  return (['query', 'body'] as const).flatMap((part) =>
    dayPlaces(endpoint[part]).map(({ path, format }, index) => {
      return { endpoint, field: path.join('.'), index, part, isMoment: format === 'date-time' };
    }),
  );
}

function testDays(site: Site, cases: DayCase[]): void {
  const put = (one: DayCase) => (day: string) => sendDay(site, one, day);

  testEach('is refused in a year that nobody means', cases, async (one) => {
    const days = otherYears.flatMap((year) => [`${year}-01-01`, `${year}-12-31`]);
    const { wrong } = await tryAll(site, days, put(one), { refusals: [400] });
    return wrong;
  });

  testEach('is answered or refused in any other year', cases, async (one) => {
    const responses = await Promise.all(['1900-01-01', '2999-12-31'].map(put(one)));
    await site.watch.take();
    return responses.filter(({ statusCode }) => statusCode >= 300).flatMap((one) => faultsOf(one));
  });
}

function sendDay(site: Site, { endpoint, field, part, isMoment }: DayCase, day: string) {
  const value = isMoment ? `${day}T00:00:00Z` : day;
  if (part === 'query') {
    const known = new URLSearchParams(knownKeys(endpoint));
    known.set(field, value);
    return sendQuery(site, endpoint, `${known}`);
  }
  const body = structuredClone(site.body(endpoint));
  const [last = '', ...outer] = field.split('.').reverse();
  const around = outer.reduceRight<object>((place, key) => Reflect.get(place, key), body);
  Reflect.set(around, last, value);
  return sendBody(site, endpoint, JSON.stringify(body));
}

function testPaths(site: Site, cases: Case[]): void {
  const bad = 'x 1 -1 0 1e21 null undefined __proto__ constructor %20'.split(' ');
  bad.push('%00', '%E0%A4%A', '%ED%A0%80', '..%2f..', "'or'1'='1", '[object%20Object]', '*');
  bad.push('x'.repeat(90), 'x'.repeat(5_000), `${newId()}0`, newId().replaceAll('-', ''), newId());

  testEach('is refused if it is none, or that of something else', cases, async (one) => {
    const { endpoint, index } = one;
    const kind = endpoint.path.split('/')[2] ?? '';
    const { ids } = site;
    // The first donation of a plan has its ID.
    const ofThisKind = [ids[kind], ids.nominationId, ...(kind === 'donations' ? [ids.plans] : [])];
    const ofOtherKinds = Object.values(ids).filter((id) => !ofThisKind.includes(id));
    const send = (id: string) => {
      const url = endpoint.path.replace(':id', id);
      if (!endpoint.body) return call(site, { method: endpoint.method, url });
      return sendJson(site, endpoint, url, JSON.stringify(site.body(endpoint)));
    };
    const { figures, wrong } = await tryAll(site, share([...bad, ...ofOtherKinds], index), send);
    recordFigures('V4', figures);
    return wrong;
  });
}

function testQueries(site: Site, cases: Case[], fields: Case[]): void {
  const values = ['', '%20', '%00', 'a%00b', '%07', '%ED%A0%80', '%', '-1', '0', '1.5', '1e21'];
  values.push('9007199254740992', 'null', '[]', '{}', 'x', '__proto__', 'true', "'", '%25', '\\');
  values.push(newId(), 'x'.repeat(10_000), 'a,b', 'pending,', ',');
  // What somebody looks for is read as well.
  values.push(...otherYears.map((year) => `${year}-03-14`));

  testEach('is answered or refused, whatever value a key has', fields, async (one) => {
    const { endpoint, field } = one;
    const wrong: string[] = [];
    for (const value of values) {
      const response = await sendQuery(site, endpoint, `${field}=${value}`);
      const isAnswered = response.statusCode === (endpoint.status ?? 200);
      if (!isAnswered) wrong.push(...faultsOf(response).map((fault) => `${value} ${fault}`));
    }
    // Who reads contact data is on record.
    await site.watch.take();
    return wrong;
  });

  testEach('is refused if it has a key twice', fields, async ({ endpoint, field }) => {
    const send = (query: string) => sendQuery(site, endpoint, query);
    const { figures, wrong } = await tryAll(site, [`${field}=1&${field}=1`], send);
    recordFigures('A37', { 'keys given twice': figures.tried, taken: figures.taken });
    return wrong;
  });

  testEach('is answered as if keys that nobody knows were not there', cases, async (one) => {
    const { endpoint } = one;
    const known = knownKeys(endpoint);
    const { statusCode } = await sendQuery(site, endpoint, known);
    const wrong = rightAnswers(endpoint).includes(statusCode) ? [] : [`→ ${statusCode}`];
    for (const query of ['__proto__=1', 'constructor=1', '%', '&&', '=', 'x[]=1', 'nothing']) {
      const response = await sendQuery(site, endpoint, `${known}${query}`);
      if (response.statusCode !== statusCode) wrong.push(`${query} → ${told(response)}`);
    }
    return wrong;
  });
}

/** The one value among those that are wrong everywhere that this field takes after all, as JSON. */
function rightAfterAll({ endpoint, field }: Case): string | undefined {
  // No cover is a valid cover, no goal a valid goal, and no files or amounts are valid ones.
  const leftOut = endpoint.path.endsWith('/corrections') ? 'null' : undefined;
  return {
    neededAmount: leftOut,
    urgency: leftOut,
    nomineeKnows: leftOut,
    coverFileId: 'null',
    goalAmount: 'null',
    goods: 'null',
    fileIds: '[]',
    papers: '[]',
    questions: '["x"]',
    nominationId: endpoint.tag === 'Volunteers' ? 'null' : undefined,
    points: '[]',
    mentions: '[]',
    depositLines: '[]',
    importedCauses: '[]',
    paperId: 'null',
    assignedToId: 'null',
    mapping: endpoint.path.endsWith('/try') ? 'null' : undefined,
    presetCents: '[]',
    cover: '0',
    revision: '0',
    // The first version of a checklist; the settings have a later one here.
    version: endpoint.tag === 'Checklists' ? '0' : undefined,
  }[field];
}

const manyLines =
  'description message reason caption alternativeText consentBy consentScope story purpose text phone zip howWeWork what notes proof letter note postalAddress donorAddress publicText dedicationMessage publicComment seenText sample'.split(
    ' ',
  );

/** Whether this field may take one of the values that are right somewhere. */
function mayBeRight({ ids }: Site, field: string, value: unknown): boolean {
  if (['a\nb', 'a\u2028b'].includes(String(value))) return manyLines.includes(field);
  return (
    !field.endsWith('Id') ||
    [ids[field], ids.nominations, undefined].includes(value as string) ||
    (field === 'assignedToId' && value === ids.users)
  );
}

/** The keys without which an endpoint answers nothing. */
function knownKeys({ path, query }: Endpoint): string {
  const fields = fieldsOf(query);
  if (fields.includes('action')) return 'action=accept&';
  if (fields.includes('list')) return 'list=donations&';
  if (fields.includes('fileName')) return 'fileName=gifts.csv&';
  return /\/(statement|preview)$/.test(path) ? 'from=2026-01-01&to=2030-12-31&' : '';
}

/** The status of its response to them. */
function rightAnswers({ method, path, query, status = 200 }: Endpoint): number[] {
  // The small file has nothing that they could use.
  if (method === 'POST') return [422];
  // Nothing is expected here.
  if (path.startsWith('/api/expected-donations/:id')) return [404];
  // A test before may have decided about the nomination.
  return fieldsOf(query).includes('action') ? [status, 409] : [status];
}

/** Before a release all values; else a fifth, and another fifth for the next field or call. */
function share<Value>(values: readonly Value[], index: number): Value[] {
  return values.filter((_, position) => isRelease || (position + index) % 5 === 0);
}

let nextCaller = 0;
/** Every call comes from a different address, so that no limit interferes with the test. */
function call({ testApp, cookie }: Site, options: InjectOptions): Promise<Response> {
  const number = nextCaller++;
  return testApp.request({
    remoteAddress: `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
    ...options,
    headers: { cookie, ...options.headers },
  });
}

function sendJson(site: Site, { method }: Endpoint, url: string, payload: string) {
  return call(site, { method, url, headers: { 'content-type': 'application/json' }, payload });
}

function sendBody(site: Site, endpoint: Endpoint, payload: string, type = 'application/json') {
  const headers = type ? { 'content-type': type } : {};
  return call(site, { method: endpoint.method, url: site.path(endpoint), headers, payload });
}

/** A query on top of what is right; what takes one beside a file gets a small file. */
function sendQuery(site: Site, endpoint: Endpoint, query: string) {
  const url = `${site.path(endpoint)}?${query}`;
  if (endpoint.method === 'GET') return call(site, { url });
  const headers = { 'content-type': 'application/octet-stream' };
  return call(site, { method: endpoint.method, url, headers, payload: 'Nr\n1\n' });
}

interface Attempts {
  figures: { tried: number; taken: number; '5xx': number };
  wrong: string[];
}

/** Sends each of these values; those that are refused must have changed nothing. */
async function tryAll<Value>(
  site: Site,
  values: readonly Value[],
  request: (value: Value) => Promise<Response>,
  options: {
    /** By default, none. */
    mayBeRight?: (value: Value) => boolean;
    refusals?: number[];
  } = {},
): Promise<Attempts> {
  const { mayBeRight, refusals } = options;
  const figures = { tried: values.length, taken: 0, '5xx': 0 };
  const wrong: string[] = [];
  for (const value of values) {
    const response = await request(value);
    const { statusCode } = response;
    await goOn(site, statusCode);
    figures.taken += Number(statusCode < 300);
    figures['5xx'] += Number(statusCode >= 500);
    const isRight = statusCode < 300 && mayBeRight?.(value);
    const what = JSON.stringify(value)?.slice(0, 80);
    if (!isRight) wrong.push(...faultsOf(response, refusals).map((fault) => `${what} ${fault}`));
    // What is taken may write, so that what was refused has to be looked at by itself.
    if (mayBeRight) {
      const writes = await site.watch.take();
      if (!isRight) wrong.push(...writes.map((write) => `${what} ${written(write)}`));
    }
  }
  const writes = await site.watch.take();
  wrong.push(...writes.map(written));
  return { figures, wrong };
}

/** What keeps the next call from being judged by what it sends. */
async function goOn({ testApp }: Site, status: number): Promise<void> {
  // A job writes the statements that a call has asked for, seconds later.
  if (status === 201) {
    await expect.poll(() => jobsIn(testApp, statementMailsQueue.name), { timeout: 60_000 }).toBe(0);
  }
  // So that no limit on wrong passwords interferes with the test.
  if (status === 401) await testApp.db.deleteFrom('guessCounters').execute();
  // Otherwise, nobody without a second factor could go on.
  if (testApp.settings.current().isSecondFactorRequired) {
    await changeSettings(testApp, { isSecondFactorRequired: false });
  }
}

async function jobsIn({ db }: TestApp, queue: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pgboss.job
    where name = ${queue} and state < 'completed'`.execute(db);
  return rows[0]?.count ?? 0;
}

const written = ({ name, action, row }: Write) =>
  `has written: ${action} ${name} ${JSON.stringify(row)}`;
const told = ({ statusCode, body }: Response) => `${statusCode} ${body.slice(0, 300)}`;

// 428: whoever fills in the honeypot meets a challenge.
const allRefusals = [400, 401, 404, 409, 413, 415, 422, 428];

/** What is wrong with a response that has to be a refusal. */
function faultsOf(response: Response, refusals = allRefusals): string[] {
  const parsed = errorBody.safeParse(jsonOf(response.body));
  const isReadable =
    parsed.success &&
    errorStatus[parsed.data.code] === response.statusCode &&
    /^[A-Z"].*[.!?]$/s.test(parsed.data.message) &&
    [parsed.data.message, ...Object.values(parsed.data.fields ?? {})].every(
      (sentence) => !/undefined|\[object|Error:|select |insert |node_modules/.test(sentence),
    );
  return isReadable && refusals.includes(response.statusCode) ? [] : [`→ ${told(response)}`];
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
