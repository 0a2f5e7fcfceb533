import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { deleteUser, listUsers } from '#contract/people/users.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { allEndpoints, signature } from '#test/support/endpoints.ts';
import { anAdministrator, signIn } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { type ServedRoute, servedRoutes } from '#test/support/routes.ts';

const testApp = useTestApp();
const endpoints = Object.values(allEndpoints);
const guarded = endpoints.filter(({ access }) => access !== 'public');
const mutating = endpoints.filter(({ method }) => method !== 'GET');

/** Calls an endpoint with only headers: invalid input must not matter yet. */
async function knock({ method, path }: Endpoint, headers: Record<string, string> = {}) {
  const response = await testApp.request({ method, url: path.replace(':id', 'any'), headers });
  return { status: response.statusCode, code: response.json()?.code };
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

describe('every route that the server lists', () => {
  test('has an access rule', () => {
    const routes = servedRoutes(testApp.app);
    expect(routes.length).toBeGreaterThan(endpoints.length);
    const withoutRule = routes.filter(({ access }) => access === undefined);
    expect(withoutRule, 'routes that nobody has said anything about').toEqual([]);
    for (const endpoint of endpoints) {
      const { method, path, access } = endpoint;
      expect(routes).toContainEqual({ method, path, access });
    }
    for (const bar of ['A1', 'V9']) {
      recordFigures(bar, { routes: routes.length, 'without a rule': withoutRule.length });
    }
  });

  test('serves a stranger if it is public, and only then', async () => {
    const wrong: string[] = [];
    for (const route of servedRoutes(testApp.app)) {
      const status = await knockAt(route);
      const { method, path, access } = route;
      expect([method, path, status === 401]).toEqual([method, path, access !== 'public']);
      if ((status === 401) !== (access !== 'public')) wrong.push(path);
    }
    recordFigures('A1', { 'wrong responses to a stranger': wrong.length });
  });

  test('serves an administrator', async () => {
    for (const route of servedRoutes(testApp.app)) {
      const cookie = await signIn(testApp);
      const { method, path } = route;
      const status = await knockAt(route, cookie);
      // Without a body, a login fails, too; the point is that nobody is refused for lack of a session.
      expect([method, path, [401, 403].includes(status)]).toEqual([method, path, false]);
      expect(status).toBeLessThan(500);
    }
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
    let [calls, letIn] = [0, 0];
    for (const route of servedRoutes(testApp.app)) {
      if (route.access === 'public') continue;
      for (const cookie of cookies) {
        const status = await knockAt(route, cookie);
        expect([route.path, status]).toEqual([route.path, 401]);
        calls++;
        letIn += Number(status !== 401);
      }
    }
    recordFigures('A5', { sessions: cookies.length, calls, 'let in': letIn });
  });

  test('writes nothing for a GET request but who has read contact data', async () => {
    const cookie = await signIn(testApp);
    const before = await everything();
    let calls = 0;
    for (const route of servedRoutes(testApp.app)) {
      if (route.method !== 'GET' && route.method !== 'HEAD') continue;
      await knockAt(route);
      await knockAt(route, cookie);
      calls += 2;
    }
    const after = await everything();
    expect(after).toEqual(before);
    const tables = Object.keys(before);
    const written = tables.filter((name) => after[name] !== before[name]).length;
    recordFigures('A23', { 'reading calls': calls, tables: tables.length, written });
  });
});

/**
 * A fingerprint of each table, except the one that the readiness check writes to, and without who has read contact data:
 * that reading is the one thing that a GET request leaves behind.
 */
async function everything(): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`select table_name as name
    from information_schema.tables
    where table_schema = 'public' and table_name <> 'operation_marks' order by 1`.execute(
    testApp.db,
  );
  const fingerprints: Record<string, string> = {};
  for (const { name } of rows) {
    const { rows: found } = await sql<{ content: string }>`select
      md5(coalesce(string_agg(t::text, '' order by t::text), '')) as content
      from ${sql.table(name)} t where ${
        name === 'audit_entries' ? sql`action not like 'contact.%'` : sql`true`
      }`.execute(testApp.db);
    fingerprints[name] = found[0]?.content ?? '';
  }
  return fingerprints;
}

test('the contract declares guarded and public calls', () => {
  expect(guarded.length).toBeGreaterThan(10);
  expect(endpoints.length).toBeGreaterThan(guarded.length);
});

describe.each(guarded.map((endpoint) => [signature(endpoint), endpoint] as const))(
  '%s',
  (_, endpoint) => {
    test('returns 401 without a session', async () => {
      expect(await knock(endpoint)).toEqual({ status: 401, code: 'not_signed_in' });
    });

    test('returns 401 with a session that does not exist', async () => {
      const cookie = 'session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
      expect(await knock(endpoint, { cookie })).toEqual({ status: 401, code: 'not_signed_in' });
    });
  },
);

describe.each(mutating.map((endpoint) => [signature(endpoint), endpoint] as const))(
  '%s from another website',
  (_, endpoint) => {
    test.each<Record<string, string>>([
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ])('is refused: %o', async (headers) => {
      const answer = await knock(endpoint, headers);
      expect(answer).toEqual({ status: 403, code: 'wrong_origin' });
      recordFigures('V8', { 'foreign calls': 1, 'let through': Number(answer.status !== 403) });
    });
  },
);
