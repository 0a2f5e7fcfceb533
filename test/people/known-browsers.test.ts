import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { changePassword, signOutEverywhere } from '#contract/people/account.ts';
import { getSession, resetPassword } from '#contract/people/sign-in.ts';
import { listUsers } from '#contract/people/users.ts';
import { createAccountToken } from '#server/people/sign-in/account-links.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { newToken } from '#server/platform/security/tokens.ts';
import { anAdministratorWithAnApp, forgetUsedCodes } from '#test/support/account.ts';
import { useTestApp } from '#test/support/app.ts';
import { codeOf } from '#test/support/authenticator.ts';
import { anAdministrator, signIn, testPassword } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { repeats } from '#test/support/tier.ts';

// Behind a proxy, as a live site is: strangers choose what they claim, and the proxy adds where they are.
const testApp = useTestApp({ env: { TRUST_PROXY: '127.0.0.1' } });
const guesses = repeats({ change: 120, release: 1_000 });
const networks = 300;
const wrong = 'Wrong-password-1';
let nextAddress = 1;
let home: string;
beforeEach(() => {
  home = `198.51.100.${nextAddress++}`;
});

interface Attempt {
  email: string;
  password?: string;
  code?: string;
  cookie?: string;
  from?: string;
}

function attempt({ email, password = testPassword, code, cookie, from = home }: Attempt) {
  return testApp.request({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: '127.0.0.1',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': from,
      ...(cookie && { cookie }),
    },
    payload: JSON.stringify({ email, password, ...(code && { code }) }),
  });
}

type Response = Awaited<ReturnType<typeof attempt>>;

/** A cookie that a response sets, as a browser sends it back. */
function cookieIn({ headers }: Pick<Response, 'headers'>, name: 'session' | 'browser'): string {
  const all = [headers['set-cookie'] ?? []].flat().map(String);
  return all.find((one) => one.startsWith(`${name}=`))?.split(';')[0] ?? '';
}

/** The browser cookie of somebody who has signed in once. */
async function aKnownBrowser({ email }: TeamMember): Promise<string> {
  const answer = await attempt({ email });
  expect(answer.statusCode).toBe(200);
  return cookieIn(answer, 'browser');
}

/** Strangers on many networks guess; returns how many guesses were tried. */
async function flood(email: string, count = guesses, cookie?: string): Promise<number> {
  let tried = 0;
  for (let number = 0; number < count; number++) {
    const network = number % networks;
    const from = `10.${network >> 8}.${network & 255}.7`;
    const guess = { email, password: `${wrong}${number}`, from };
    const answer = await attempt({ ...guess, ...(cookie && { cookie }) });
    tried += Number(answer.statusCode === 401);
  }
  return tried;
}

/** As much guessing as it takes to shut strangers out. */
const floodBriefly = (email: string) => flood(email, 12);

describe('while strangers guess from everywhere', () => {
  test('ten guesses are tried, and the owner signs in at once with a known browser, from anywhere', async () => {
    const user = await anAdministrator(testApp);
    const cookie = await aKnownBrowser(user);
    const tried = await flood(user.email);
    const owner = await attempt({ email: user.email, cookie, from: '192.0.2.200' });
    recordFigures('A10', {
      'guesses from everywhere': guesses,
      networks: Math.min(networks, guesses),
      'of those tried': tried,
      'owners locked out': Number(owner.statusCode !== 200),
    });
    expect(tried).toBe(10);
    expect(owner.statusCode).toBe(200);
    expect((await attempt({ email: user.email, from: '192.0.2.201' })).statusCode).toBe(429);
  });

  test('the owner may mistype in a known browser, and then ten times at most', async () => {
    const user = await anAdministrator(testApp);
    const cookie = await aKnownBrowser(user);
    await floodBriefly(user.email);
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) {
      statuses.push((await attempt({ email: user.email, password: wrong, cookie })).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  test('strangers on the network of the owner do not shut the owner out', async () => {
    const user = await anAdministrator(testApp);
    const cookie = await aKnownBrowser(user);
    for (let count = 0; count < 100; count++) {
      await attempt({ email: `nobody-${count}@example.com`, password: wrong });
    }
    expect((await attempt({ email: user.email })).statusCode).toBe(429);
    expect((await attempt({ email: user.email, cookie })).statusCode).toBe(200);
  });

  test('an owner without a known browser gets in with the link in an email', async () => {
    const user = await anAdministrator(testApp);
    const token = await testApp.db
      .transaction()
      .execute((trx) => createAccountToken(trx, 'reset', user.id));
    const password = 'Brand-new-password-2';
    const reset = await testApp.call(resetPassword, { body: { token, password } });
    await floodBriefly(user.email);
    const cookie = cookieIn(reset, 'browser');
    expect((await attempt({ email: user.email, password })).statusCode).toBe(429);
    expect((await attempt({ email: user.email, password, cookie })).statusCode).toBe(200);
  });

  test('a thief of the password cannot use up the codes of the owner', async () => {
    const { user, secret } = await anAdministratorWithAnApp(testApp);
    const first = await attempt({ email: user.email, code: codeOf(secret) });
    await forgetUsedCodes(testApp, user);
    const cookie = cookieIn(first, 'browser');
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++) {
      const from = `10.9.9.${count}`;
      statuses.push((await attempt({ email: user.email, code: '000000', from })).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    const code = codeOf(secret);
    expect((await attempt({ email: user.email, code })).statusCode).toBe(429);
    expect((await attempt({ email: user.email, code, cookie })).statusCode).toBe(200);
  });

  test('somebody who is signed in can still confirm that it is them', async () => {
    const user = await anAdministrator(testApp);
    const cookie = await signIn(testApp, user);
    await floodBriefly(user.email);
    const answer = await testApp.request({
      method: 'POST',
      url: '/api/account/confirm',
      headers: { cookie, 'content-type': 'application/json' },
      payload: JSON.stringify({ passwordOrCode: testPassword }),
    });
    expect(answer.statusCode).toBe(204);
  });
});

describe('the cookie of a known browser', () => {
  test('signs nobody in', async () => {
    const user = await anAdministrator(testApp);
    const cookie = await aKnownBrowser(user);
    const asSession = cookie.replace('browser=', 'session=');
    for (const one of [cookie, asSession]) {
      expect((await testApp.call(getSession, { cookie: one })).body).toBeNull();
      expect((await testApp.call(listUsers, { cookie: one })).status).toBe(401);
    }
    expect((await attempt({ email: user.email, password: wrong, cookie })).statusCode).toBe(401);
  });

  test('does not replace the code', async () => {
    const { user, secret } = await anAdministratorWithAnApp(testApp);
    const cookie = cookieIn(await attempt({ email: user.email, code: codeOf(secret) }), 'browser');
    const answer = await attempt({ email: user.email, cookie });
    expect(answer.json().code).toBe('second_factor_required');
  });

  test.each([
    ['of another account', async () => aKnownBrowser(await anAdministrator(testApp))],
    ['that is forged', async () => `browser=${newToken()}`],
    ['that is empty', async () => 'browser='],
    ['that is the hash of the real one', async () => storedHash()],
    ['of a session', async () => (await signIn(testApp)).replace('session=', 'browser=')],
  ])('%s gives no guesses', async (_, get) => {
    const user = await anAdministrator(testApp);
    await aKnownBrowser(user);
    const cookie = await get();
    await floodBriefly(user.email);
    expect(await flood(user.email, 12, cookie)).toBe(0);
    expect((await attempt({ email: user.email, cookie })).statusCode).toBe(429);
  });

  test('that is replayed after the next sign-in gives no guesses', async () => {
    const user = await anAdministrator(testApp);
    const copied = await aKnownBrowser(user);
    const next = await attempt({ email: user.email, cookie: copied });
    expect(cookieIn(next, 'browser')).not.toBe(copied);
    await floodBriefly(user.email);
    expect((await attempt({ email: user.email, cookie: copied })).statusCode).toBe(429);
    const cookie = cookieIn(next, 'browser');
    expect((await attempt({ email: user.email, cookie })).statusCode).toBe(200);
  });

  test('that a stranger planted is not theirs anymore once the owner has signed in', async () => {
    const [stranger, owner] = [await anAdministrator(testApp), await anAdministrator(testApp)];
    const planted = await aKnownBrowser(stranger);
    const answer = await attempt({ email: owner.email, cookie: planted });
    await floodBriefly(owner.email);
    expect((await attempt({ email: owner.email, cookie: planted })).statusCode).toBe(429);
    const cookie = cookieIn(answer, 'browser');
    expect((await attempt({ email: owner.email, cookie })).statusCode).toBe(200);
  });

  test('is good for two people who share a browser', async () => {
    const [one, other] = [await anAdministrator(testApp), await anAdministrator(testApp)];
    const first = await aKnownBrowser(one);
    const cookie = cookieIn(await attempt({ email: other.email, cookie: first }), 'browser');
    await floodBriefly(one.email);
    expect((await attempt({ email: one.email, cookie })).statusCode).toBe(200);
  });

  test('ends after 90 days, and is stored as a hash', async () => {
    const user = await anAdministrator(testApp);
    const cookie = await aKnownBrowser(user);
    const { rows } = await sql<{ all: string; days: number }>`
      select string_agg(k::text, '') as all, min(extract(day from expires_at - now())) as days
      from known_browsers k where user_id = ${user.id}`.execute(testApp.db);
    expect(Number(rows[0]?.days)).toBe(89);
    expect(rows[0]?.all).not.toContain(
      Buffer.from(cookie.slice('browser='.length)).toString('hex'),
    );
    await testApp.db
      .updateTable('knownBrowsers')
      .set({ expiresAt: sql<string>`now()` })
      .where('userId', '=', user.id)
      .execute();
    await floodBriefly(user.email);
    expect((await attempt({ email: user.email, cookie })).statusCode).toBe(429);
  });

  test('is forgotten by "Sign out everywhere", and by a new password in another browser', async () => {
    const user = await anAdministrator(testApp);
    const [first, second] = [await aKnownBrowser(user), await aKnownBrowser(user)];
    const elsewhere = await signIn(testApp, user);
    const changed = await testApp.call(changePassword, {
      cookie: `${elsewhere}; ${second}`,
      body: { currentPassword: testPassword, password: testPassword },
    });
    const here = cookieIn(changed, 'browser');
    await floodBriefly(user.email);
    for (const cookie of [first, second]) {
      expect((await attempt({ email: user.email, cookie })).statusCode).toBe(429);
    }
    const answer = await attempt({ email: user.email, cookie: here });
    expect(answer.statusCode).toBe(200);
    await testApp.call(signOutEverywhere, { cookie: cookieIn(answer, 'session') });
    const cookie = cookieIn(answer, 'browser');
    expect((await attempt({ email: user.email, cookie })).statusCode).toBe(429);
  });

  test('is forgotten once the password is reset with a link in an email', async () => {
    const user = await anAdministrator(testApp);
    const cookie = await aKnownBrowser(user);
    const token = await testApp.db
      .transaction()
      .execute((trx) => createAccountToken(trx, 'reset', user.id));
    const password = 'Brand-new-password-3';
    await testApp.call(resetPassword, { body: { token, password } });
    await floodBriefly(user.email);
    expect((await attempt({ email: user.email, password, cookie })).statusCode).toBe(429);
  });

  test('is kept for the twenty newest browsers of an account', async () => {
    const user = await anAdministrator(testApp);
    for (let count = 0; count < 22; count++) await aKnownBrowser(user);
    const rows = await testApp.db
      .selectFrom('knownBrowsers')
      .select('tokenHash')
      .where('userId', '=', user.id)
      .execute();
    expect(rows).toHaveLength(20);
  });
});

/** What somebody who reads the database would try. */
async function storedHash(): Promise<string> {
  const { tokenHash } = await testApp.db
    .selectFrom('knownBrowsers')
    .select('tokenHash')
    .orderBy('expiresAt', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return `browser=${tokenHash.toString('base64url')}`;
}
