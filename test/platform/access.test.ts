import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { deleteUser, listUsers } from '#contract/people/users.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { allEndpoints, signature } from '#test/support/endpoints.ts';
import { anAdministrator, signIn } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { type ServedRoute, servedRoutes } from '#test/support/routes.ts';
import { watchWrites } from '#test/support/watch-writes.ts';

const testApp = useTestApp();
const endpoints = Object.values(allEndpoints);
const guarded = endpoints.filter(({ access }) => access !== 'public');
const mutating = endpoints.filter(({ method }) => method !== 'GET');

/** Calls an endpoint with only headers: invalid input must not matter yet. */
async function knock({ method, path }: Endpoint, headers: Record<string, string> = {}) {
  const response = await testApp.request({ method, url: path.replace(':id', 'any'), headers });
  return `${response.statusCode} ${response.json()?.code}`;
}

/** The same for a route as the server lists it. */
async function knockAt({ method, path }: ServedRoute, cookie?: string) {
  const response = await testApp.request({
    method: method as 'GET',
    url: path.replaceAll(/:\w+|\*/g, newId()),
    headers: { ...(cookie && { cookie }) },
  });
  return response.statusCode;
}

const told = ({ method, path }: ServedRoute, status: number) => `${method} ${path} → ${status}`;

describe('every route that the server lists', () => {
  test('has an access rule', () => {
    const routes = servedRoutes(testApp.app);
    const withoutRule = routes.filter(({ access }) => access === undefined);
    for (const bar of ['A1', 'V9']) {
      recordFigures(bar, { routes: routes.length, 'without a rule': withoutRule.length });
    }
    expect(withoutRule, 'routes that nobody has said anything about').toEqual([]);
    expect(routes.length).toBeGreaterThan(endpoints.length);
    const listed = new Set(routes.map((route) => JSON.stringify(route)));
    const missing = endpoints.filter(
      ({ method, path, access }) => !listed.has(JSON.stringify({ method, path, access })),
    );
    expect(missing.map(signature), 'endpoints without a route').toEqual([]);
  });

  test('serves a stranger if it is public, and only then', async () => {
    const wrong: string[] = [];
    for (const route of servedRoutes(testApp.app)) {
      const status = await knockAt(route);
      if ((status === 401) !== (route.access !== 'public')) wrong.push(told(route, status));
    }
    recordFigures('A1', { 'wrong responses to a stranger': wrong.length });
    expect(wrong).toEqual([]);
  });

  test('serves an administrator', async () => {
    const wrong: string[] = [];
    for (const route of servedRoutes(testApp.app)) {
      const status = await knockAt(route, await signIn(testApp));
      // Without a body, a login fails, too; the point is that nobody is refused for lack of a session.
      if ([401, 403].includes(status) || status >= 500) wrong.push(told(route, status));
    }
    expect(wrong).toEqual([]);
  });

  test('refuses a removed administrator, with the next call of each session', async () => {
    const user = await anAdministrator(testApp);
    const cookies = [await signIn(testApp, user), await signIn(testApp, user)];
    for (const cookie of cookies) {
      expect((await testApp.call(listUsers, { cookie })).status).toBe(200);
    }
    const actor = await anAdministrator(testApp);
    await testApp.call(deleteUser, {
      cookie: await signIn(testApp, actor),
      params: { id: user.id },
    });
    const letIn: string[] = [];
    const guardedRoutes = servedRoutes(testApp.app).filter(({ access }) => access !== 'public');
    for (const route of guardedRoutes) {
      for (const cookie of cookies) {
        const status = await knockAt(route, cookie);
        if (status !== 401) letIn.push(told(route, status));
      }
    }
    const calls = guardedRoutes.length * cookies.length;
    recordFigures('A5', { sessions: cookies.length, calls, 'let in': letIn.length });
    expect(letIn).toEqual([]);
  });

  test('writes nothing for a GET request but who has read contact data', async () => {
    const cookie = await signIn(testApp);
    // The readiness check writes a mark, and once a minute, it is written when a session was last seen.
    const watch = await watchWrites(testApp.db, {
      except: ['operation_marks'],
      columns: ['last_seen_at'],
    });
    let calls = 0;
    for (const route of servedRoutes(testApp.app)) {
      if (route.method !== 'GET' && route.method !== 'HEAD') continue;
      await knockAt(route);
      await knockAt(route, cookie);
      calls += 2;
    }
    const writes = await watch.take();
    await watch.stop();
    const others = writes.filter(({ row }) => !String(row?.action).startsWith('contact.'));
    const written = new Set(others.map(({ name }) => name)).size;
    recordFigures('A23', { 'reading calls': calls, tables: watch.tables.length, written });
    expect(others).toEqual([]);
  });
});

test('the contract declares guarded and public calls', () => {
  expect(guarded.length).toBeGreaterThan(10);
  expect(endpoints.length).toBeGreaterThan(guarded.length);
});

describe('every guarded call', () => {
  async function expectNobodySignedIn(headers: Record<string, string>): Promise<void> {
    const wrong: string[] = [];
    for (const endpoint of guarded) {
      const answer = await knock(endpoint, headers);
      if (answer !== '401 not_signed_in') wrong.push(`${signature(endpoint)} → ${answer}`);
    }
    expect(wrong).toEqual([]);
  }

  test('returns 401 without a session', () => expectNobodySignedIn({}));

  test('returns 401 with a session that does not exist', () =>
    expectNobodySignedIn({ cookie: 'session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }));
});

test.each<Record<string, string>>([
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
])('every call that changes something is refused from another website: %o', async (headers) => {
  const wrong: string[] = [];
  let letThrough = 0;
  for (const endpoint of mutating) {
    const answer = await knock(endpoint, headers);
    letThrough += Number(!answer.startsWith('403'));
    if (answer !== '403 wrong_origin') wrong.push(`${signature(endpoint)} → ${answer}`);
  }
  recordFigures('V8', { 'foreign calls': mutating.length, 'let through': letThrough });
  expect(wrong).toEqual([]);
});
