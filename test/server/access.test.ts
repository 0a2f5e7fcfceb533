import { describe, expect, test } from 'vitest';
import { getSession } from '#contract/auth.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { hashToken } from '#server/security/tokens.ts';
import { useTestApp } from '#test/support/app.ts';
import { allEndpoints, signature } from '#test/support/endpoints.ts';
import { signIn } from '#test/support/factories.ts';

const testApp = useTestApp();
const endpoints = Object.values(allEndpoints);
const guarded = endpoints.filter(({ access }) => access === 'administrator');
const mutating = endpoints.filter(({ method }) => method !== 'GET');

/** Calls an endpoint with nothing but headers: what is wrong with the input must not matter yet. */
async function knock({ method, path }: Endpoint, headers: Record<string, string> = {}) {
  const response = await testApp.request({ method, url: path.replace(':id', 'any'), headers });
  return { status: response.statusCode, code: response.json()?.code };
}

test('the contract declares guarded and public calls', () => {
  expect(guarded.length).toBeGreaterThan(10);
  expect(endpoints.length).toBeGreaterThan(guarded.length);
});

describe.each(guarded.map((endpoint) => [signature(endpoint), endpoint] as const))(
  '%s',
  (_, endpoint) => {
    test('answers 401 without a session', async () => {
      expect(await knock(endpoint)).toEqual({ status: 401, code: 'not_signed_in' });
    });

    test('answers 401 with a session that does not exist', async () => {
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
      expect(await knock(endpoint, headers)).toEqual({ status: 403, code: 'wrong_origin' });
    });
  },
);

describe('a session', () => {
  const age = (cookie: string, column: 'lastSeenAt' | 'expiresAt', minutesAgo: number) =>
    testApp.db
      .updateTable('sessions')
      .set({ [column]: new Date(Date.now() - minutesAgo * 60_000).toISOString() })
      .where('tokenHash', '=', hashToken(cookie.replace('session=', '')))
      .execute();
  const whoIs = async (cookie: string) => (await testApp.call(getSession, { cookie })).body;

  test('ends after an hour without a call', async () => {
    const cookie = await signIn(testApp);
    await age(cookie, 'lastSeenAt', 59);
    expect(await whoIs(cookie)).not.toBeNull();
    await age(cookie, 'lastSeenAt', 61);
    expect(await whoIs(cookie)).toBeNull();
  });

  test('starts a new hour with each call', async () => {
    const cookie = await signIn(testApp);
    await age(cookie, 'lastSeenAt', 30);
    await whoIs(cookie);
    const { lastSeenAt } = await testApp.db
      .selectFrom('sessions')
      .select('lastSeenAt')
      .where('tokenHash', '=', hashToken(cookie.replace('session=', '')))
      .executeTakeFirstOrThrow();
    expect(Date.now() - Date.parse(lastSeenAt)).toBeLessThan(60_000);
  });

  test('ends after its last moment, however busy', async () => {
    const cookie = await signIn(testApp);
    await age(cookie, 'expiresAt', 0);
    expect(await whoIs(cookie)).toBeNull();
  });
});
