import { describe, expect, test } from 'vitest';
import { getSession, login, logout } from '#contract/people/sign-in.ts';
import { listUsers } from '#contract/people/users.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAdministrator, aPerson, logIn, testPassword } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';

const testApp = useTestApp();

const attempt = (email: string, password: string) =>
  testApp.call(login, { body: { email, password } });

describe('signing in', () => {
  test('returns the user and starts a session', async () => {
    const user = await anAdministrator(testApp);
    const { status, body, headers } = await attempt(user.email, testPassword);
    expect(status).toBe(200);
    const { id, firstName, email } = user;
    expect(body).toMatchObject({ id, firstName, email });
    expect(body).toEqual({ ...user, needsSecondFactor: false });
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    expect((await testApp.call(getSession, { cookie })).body).toEqual({
      ...user,
      needsSecondFactor: false,
    });
    expect((await testApp.call(listUsers, { cookie })).status).toBe(200);
  });

  test('accepts the address in any case and with surrounding spaces', async () => {
    const { email } = await anAdministrator(testApp);
    expect((await attempt(` ${email.toUpperCase()} `, testPassword)).status).toBe(200);
  });

  test('does not reveal whether the address or the password was wrong', async () => {
    const { email } = await anAdministrator(testApp);
    const known = await attempt(email, 'Wrong-password-1');
    const unknown = await attempt(aPerson().email, 'Wrong-password-1');
    const { requestId: _, ...answer } = known.error;
    expect(known.status).toBe(401);
    expect(answer).toEqual({
      code: 'wrong_credentials',
      message: 'The email address or the password is not correct.',
    });
    expect(unknown).toMatchObject({ status: 401, error: answer });
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(known.headers).sort());
    expect(known.headers['set-cookie']).toBeUndefined();
  });

  test('is refused for somebody who has not chosen a password yet', async () => {
    const { id, email } = await anAdministrator(testApp);
    await testApp.db
      .updateTable('users')
      .set({ passwordHash: null })
      .where('id', '=', id)
      .execute();
    for (const password of ['', testPassword]) {
      expect((await attempt(email, password)).status).toBe(401);
    }
  });

  test('requires both fields', async () => {
    const { status, error } = await testApp.call(login, { body: {} as never });
    expect(status).toBe(400);
    expect(error.fields).toEqual({ email: 'Required', password: 'Required' });
  });

  test('again starts a new session and ends the previous one', async () => {
    const user = await anAdministrator(testApp);
    const before = await logIn(testApp, user);
    const answer = await testApp.call(login, {
      cookie: before,
      body: { email: user.email, password: testPassword },
    });
    const after = String(answer.headers['set-cookie']);
    expect(after).not.toContain(before);
    expect((await testApp.call(getSession, { cookie: before })).body).toBeNull();
  });

  test('stores no secret in the database', async () => {
    const cookie = await logIn(testApp);
    const [, secret = ''] = cookie.split('=');
    const rows = await testApp.db.selectFrom('sessions').select('tokenHash').execute();
    const stored = rows.map(({ tokenHash }) => Buffer.from(tokenHash));
    expect(stored.some((hash) => hash.includes(Buffer.from(secret)))).toBe(false);
    expect(stored.some((hash) => hash.equals(Buffer.from(secret, 'base64url')))).toBe(false);
  });
});

describe('the current user', () => {
  test('is null, with status 200, when nobody is signed in', async () => {
    const response = await testApp.request({ url: '/api/auth' });
    expect([response.statusCode, response.body]).toEqual([200, 'null']);
    expect(response.headers['content-type']).toContain('application/json');
  });

  test.each(['session=', 'session=nonsense', 'session=%00', 'session=a; session=b'])(
    'is null with the cookie %s',
    async (cookie) => {
      const { status, body } = await testApp.call(getSession, { cookie });
      expect([status, body]).toEqual([200, null]);
    },
  );
});

describe('signing out', () => {
  test('ends the session on the server, not only in the browser', async () => {
    const cookie = await logIn(testApp);
    const { status, headers } = await testApp.call(logout, { cookie });
    const afterwards = await testApp.call(listUsers, { cookie });
    recordFigures('A20', {
      'sessions ended by logging out': 1,
      'still alive': Number(afterwards.status !== 401),
    });
    expect(afterwards.status).toBe(401);
    expect(status).toBe(204);
    expect(String(headers['set-cookie'])).toMatch(/^session=;.*Expires=Thu, 01 Jan 1970/);
    expect((await testApp.call(getSession, { cookie })).body).toBeNull();
  });

  test('ends only this session', async () => {
    const user = await anAdministrator(testApp);
    const [here, elsewhere] = [await logIn(testApp, user), await logIn(testApp, user)];
    await testApp.call(logout, { cookie: here });
    expect((await testApp.call(getSession, { cookie: elsewhere })).body).toEqual({
      ...user,
      needsSecondFactor: false,
    });
  });

  test('succeeds without a session', async () => {
    expect((await testApp.call(logout)).status).toBe(204);
  });
});

const cookieOf = async (app: ReturnType<typeof useTestApp>) => {
  const { email } = await anAdministrator(app);
  const { headers } = await app.call(login, { body: { email, password: testPassword } });
  const [pair = '', ...flags] = (headers['set-cookie'] as string[])[0]?.split('; ') ?? [];
  return { name: pair.split('=')[0], flags: flags.sort() };
};

test('the cookie on http', async () => {
  expect(await cookieOf(testApp)).toEqual({
    name: 'session',
    flags: ['HttpOnly', 'Path=/', 'SameSite=Lax'],
  });
});

describe('on https', () => {
  const httpsApp = useTestApp({ env: { PUBLIC_URL: 'https://give.example' } });

  test('the cookie is secure and bound to the host', async () => {
    expect(await cookieOf(httpsApp)).toEqual({
      name: '__Host-session',
      flags: ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'],
    });
  });

  test('a cookie without the prefix is ignored', async () => {
    const cookie = await logIn(httpsApp);
    expect((await httpsApp.call(getSession, { cookie })).body).not.toBeNull();
    const stripped = cookie.replace('__Host-', '');
    expect((await httpsApp.call(getSession, { cookie: stripped })).body).toBeNull();
  });
});
