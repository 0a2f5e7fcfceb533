import { describe, expect, test } from 'vitest';
import { getSession, login, logout } from '#contract/people/sign-in.ts';
import { listUsers } from '#contract/people/users.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { age } from '#test/support/account.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAdministrator, logIn, signIn, testPassword } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';

const testApp = useTestApp();
const whoIs = async (cookie: string) => (await testApp.call(getSession, { cookie })).body;

/** A session that began some minutes ago and was last used some minutes ago. */
async function aSessionThatIs(moment: 'lastSeenAt' | 'expiresAt', minutesAgo: number) {
  const cookie = await signIn(testApp);
  await age(testApp, cookie, moment, minutesAgo);
  return cookie;
}

describe('a session', () => {
  test('ends after an hour without a call', async () => {
    const [before, after] = [
      await whoIs(await aSessionThatIs('lastSeenAt', 59)),
      await whoIs(await aSessionThatIs('lastSeenAt', 61)),
    ];
    recordFigures('A19', {
      'alive after 59 idle minutes': Number(before !== null),
      'alive after 61': Number(after !== null),
    });
    expect(before).not.toBeNull();
    expect(after).toBeNull();
  });

  test('starts a new hour with each call', async () => {
    const cookie = await aSessionThatIs('lastSeenAt', 30);
    await whoIs(cookie);
    const { lastSeenAt } = await testApp.db
      .selectFrom('sessions')
      .select('lastSeenAt')
      .where('tokenHash', '=', hashToken(cookie.replace('session=', '')))
      .executeTakeFirstOrThrow();
    expect(Date.now() - Date.parse(lastSeenAt)).toBeLessThan(60_000);
  });

  test('ends a day after it began, no matter how busy it is', async () => {
    const cookie = await logIn(testApp);
    const { createdAt, expiresAt } = await testApp.db
      .selectFrom('sessions')
      .select(['createdAt', 'expiresAt'])
      .where('tokenHash', '=', hashToken(cookie.replace('session=', '')))
      .executeTakeFirstOrThrow();
    const hours = (Date.parse(expiresAt) - Date.parse(createdAt)) / 3_600_000;
    recordFigures('A19', { 'hours in all': Math.round(hours * 100) / 100 });
    expect(Math.round(hours * 100)).toBe(2400);
    expect(await whoIs(await aSessionThatIs('expiresAt', -1))).not.toBeNull();
    expect(await whoIs(await aSessionThatIs('expiresAt', 0))).toBeNull();
  });

  test('is not revived by a call after its end', async () => {
    const cookie = await aSessionThatIs('lastSeenAt', 61);
    for (let count = 0; count < 3; count++) await testApp.call(listUsers, { cookie });
    expect(await whoIs(cookie)).toBeNull();
  });

  test('gets a new secret at sign-in, and the previous one no longer works on the server', async () => {
    const user = await anAdministrator(testApp);
    const planted = await signIn(testApp, user);
    const { headers } = await testApp.call(login, {
      cookie: planted,
      body: { email: user.email, password: testPassword },
    });
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    expect(cookie).not.toBe(planted);
    const old = await whoIs(planted);
    recordFigures('A18', { 'old sessions alive after a sign-in': Number(old !== null) });
    expect(old).toBeNull();
    await testApp.call(logout, { cookie });
    expect(await whoIs(cookie)).toBeNull();
  });

  test('chosen by a stranger is not adopted at sign-in', async () => {
    const user = await anAdministrator(testApp);
    const chosen = `session=${newToken()}`;
    await testApp.call(login, {
      cookie: chosen,
      body: { email: user.email, password: testPassword },
    });
    expect(await whoIs(chosen)).toBeNull();
  });
});

test('ten thousand secrets of 256 bits are all different', () => {
  const secrets = Array.from({ length: 10_000 }, newToken);
  const different = new Set(secrets).size;
  const bits = secrets.map((secret) => 8 * Buffer.from(secret, 'base64url').length);
  recordFigures('A18', { secrets: secrets.length, different, 'bits each': Math.min(...bits) });
  expect(different).toBe(10_000);
  expect(new Set(bits)).toEqual(new Set([256]));
});

describe('on https', () => {
  const httpsApp = useTestApp({ env: { PUBLIC_URL: 'https://give.example' } });

  test('every cookie of the site is __Host-, Secure, HttpOnly, and SameSite, even when it is cleared', async () => {
    const { email } = await anAdministrator(httpsApp);
    const cookies: string[] = [];
    const collect = (headers: Record<string, unknown>) =>
      cookies.push(...[headers['set-cookie'] ?? []].flat().map(String));
    const signedIn = await httpsApp.call(login, { body: { email, password: testPassword } });
    collect(signedIn.headers);
    const cookie = cookies[0]?.split(';')[0] ?? '';
    collect((await httpsApp.call(getSession, { cookie })).headers);
    collect((await httpsApp.call(logout, { cookie })).headers);
    const flags = /^__Host-(?!.*Domain)(?=.*Path=\/)(?=.*HttpOnly)(?=.*Secure)(?=.*SameSite=Lax)/;
    const without = cookies.filter((one) => !flags.test(one));
    recordFigures('A22', { cookies: cookies.length, 'without a flag': without.length });
    expect(without).toEqual([]);
    expect(cookies.map((one) => one.split('=')[0])).toEqual([
      '__Host-session',
      '__Host-browser',
      '__Host-session',
    ]);
  });
});
