import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { listDonations } from '#contract/giving/donations.ts';
import { getAccount } from '#contract/people/account.ts';
import {
  confirmWithProvider,
  connectProvider,
  disconnectProvider,
  startProviderSignIn,
} from '#contract/people/identity-provider.ts';
import { checkPasswordLink, getSession, getSignInWays } from '#contract/people/sign-in.ts';
import { createUser, listUsers } from '#contract/people/users.ts';
import { age, anAdministratorWithAnApp, auditOf } from '#test/support/account.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAdministrator, aPerson, linkToken, signIn } from '#test/support/factories.ts';
import { TestProvider } from '#test/support/oidc-provider.ts';
import { changeSettings } from '#test/support/settings.ts';

const provider = await new TestProvider().start();
afterAll(() => provider.stop());
const testApp = useTestApp({ env: provider.env });

beforeEach(() => {
  provider.person = { sub: randomUUID() };
  provider.faults = {};
  provider.isDenying = false;
});

const cookieOf = (headers: Record<string, unknown>, name: string) =>
  [headers['set-cookie']]
    .flat()
    .map((cookie) => String(cookie).split(';')[0] ?? '')
    .find((cookie) => cookie.startsWith(`${name}=`));

/** What a browser does between the button and the page after it. */
async function travel(
  started: { body: { url: string }; headers: Record<string, unknown> },
  { session, change = (back: URL) => back }: { session?: string; change?: (back: URL) => URL } = {},
) {
  const trip = cookieOf(started.headers, 'provider');
  const there = await fetch(started.body.url, { redirect: 'manual' });
  const back = change(new URL(there.headers.get('location') ?? ''));
  const cookie = [trip, session].filter(Boolean).join('; ');
  const { statusCode, headers } = await testApp.request({
    url: `${back.pathname}${back.search}`,
    headers: { cookie },
  });
  const set = cookieOf(headers, 'session');
  return { statusCode, page: String(headers.location), cookie: set, trip, back };
}

const signInThere = async (redirectTo = '/admin') =>
  travel(await testApp.call(startProviderSignIn, { body: { redirectTo } }));
const whoIs = async (cookie = '') => (await testApp.call(getSession, { cookie })).body?.email;
const verified = (email: string) => ({ email, email_verified: true });

/** Somebody who was invited and has not accepted. */
async function anInvited() {
  const { firstName, lastName, email } = aPerson();
  const cookie = await signIn(testApp);
  // Not an owner: a second one who accepts switches approvals on.
  const person = { firstName, lastName, email, roles: ['viewer' as const] };
  const { body } = await testApp.call(createUser, { cookie, body: person });
  return { id: body.id, email };
}

describe('an invited person', () => {
  test('accepts with the provider, without a password, and the link in the invitation ends', async () => {
    const { id, email } = await anInvited();
    const token = linkToken(await testApp.inbox.waitFor(email, 'You are invited'));
    provider.person = { ...provider.person, ...verified(email.toUpperCase()) };
    const { statusCode, page, cookie } = await signInThere('/admin/donations?x=1');
    expect([statusCode, page]).toEqual([303, '/admin/donations?x=1']);
    expect(await whoIs(cookie)).toBe(email);
    expect(await auditOf(testApp, id)).toContain('user.accepted');
    const link = await testApp.call(checkPasswordLink, { body: { token } });
    expect(link.body.problem).not.toBeNull();
    const users = await testApp.call(listUsers, { cookie: await signIn(testApp) });
    expect(users.body.find((user) => user.id === id)).toMatchObject({
      acceptedAt: expect.any(String),
      lastSignedInAt: expect.any(String),
      provider: 'Charity Mail',
      secondFactors: [],
    });
    expect((await testApp.call(getAccount, { cookie: cookie ?? '' })).body.hasPassword).toBe(false);
  });

  test('is known by the id at the provider from then on, whatever the address becomes', async () => {
    const { email } = await anInvited();
    const other = await anAdministrator(testApp);
    const { sub } = provider.person;
    provider.person = { sub, ...verified(email) };
    await signInThere();
    // Even the address of somebody else.
    for (const claims of [verified('moved@example.com'), verified(other.email), {}]) {
      provider.person = { sub, ...claims };
      expect(await whoIs((await signInThere()).cookie)).toBe(email);
    }
  });

  test('cannot be taken over by a second account at the provider with the same address', async () => {
    const { email } = await anInvited();
    provider.person = { sub: randomUUID(), ...verified(email) };
    await signInThere();
    provider.person = { sub: randomUUID(), ...verified(email) };
    const { page, cookie } = await signInThere();
    expect([page, cookie]).toEqual(['/auth/login?refused=taken', undefined]);
  });
});

describe('nobody gets in', () => {
  const refused = (reason: string) => [303, `/auth/login?refused=${reason}`, undefined];

  test('who was not invited, and nothing is stored about them', async () => {
    provider.person = { ...provider.person, ...verified('stranger@example.com') };
    const { statusCode, page, cookie } = await signInThere();
    expect([statusCode, page, cookie]).toEqual(refused('uninvited'));
    const links = await testApp.db
      .selectFrom('providerLinks')
      .select('userId')
      .where('subject', '=', provider.person.sub)
      .execute();
    expect(links).toEqual([]);
  });

  test.each([
    ['false', false],
    ['a text', 'true'],
    ['left out', undefined],
  ])('whose address is not verified: %s', async (_, email_verified) => {
    const { email } = await anInvited();
    provider.person = { ...provider.person, email, email_verified };
    const { statusCode, page, cookie } = await signInThere();
    expect([statusCode, page, cookie]).toEqual(refused('unverified'));
  });

  test.each([
    ['the wrong nonce', { nonce: 'somebody-elses-nonce' }],
    ['no nonce', { nonce: null }],
    ['the wrong issuer', { iss: 'https://evil.example' }],
    ['another audience', { aud: 'another-client' }],
    ['an end in the past', { expiresIn: -300 }],
    ['a forged signature', { isForged: true }],
  ])('with a token that has %s', async (_, faults) => {
    const { email } = await anInvited();
    provider.person = { ...provider.person, ...verified(email) };
    provider.faults = faults;
    const { statusCode, page, cookie } = await signInThere();
    expect([statusCode, page, cookie]).toEqual(refused('failed'));
    provider.faults = {};
    expect(await whoIs((await signInThere()).cookie)).toBe(email);
  });

  test.each([
    ['another state', 'state', 'invented'],
    ['an invented code', 'code', 'invented'],
    ['another issuer', 'iss', 'https://evil.example'],
  ])('who comes back with %s', async (_, name, value) => {
    const { email } = await anInvited();
    provider.person = { ...provider.person, ...verified(email) };
    const started = await testApp.call(startProviderSignIn, { body: {} });
    const { statusCode, page, cookie } = await travel(started, {
      change(back) {
        back.searchParams.set(name, value);
        return back;
      },
    });
    expect([statusCode, page, cookie]).toEqual(refused('failed'));
  });

  test("who comes back in another browser, or with somebody else's trip", async () => {
    const { email } = await anInvited();
    provider.person = { ...provider.person, ...verified(email) };
    const one = await testApp.call(startProviderSignIn, { body: {} });
    const other = await testApp.call(startProviderSignIn, { body: {} });
    const without = await travel({ ...one, headers: {} });
    expect([without.statusCode, without.page, without.cookie]).toEqual(refused('failed'));
    // The code was bound to the verifier in the cookie of the browser that left.
    const mixed = await travel({ ...one, headers: other.headers });
    expect([mixed.statusCode, mixed.page, mixed.cookie]).toEqual(refused('failed'));
  });

  test('twice with the same address', async () => {
    const { email } = await anInvited();
    provider.person = { ...provider.person, ...verified(email) };
    const { trip, back, cookie } = await signInThere();
    expect(cookie).toBeDefined();
    const again = await testApp.request({
      url: `${back.pathname}${back.search}`,
      headers: { cookie: trip ?? '' },
    });
    expect([again.statusCode, again.headers.location]).toEqual([303, '/auth/login?refused=failed']);
  });

  test('who says no at the provider', async () => {
    provider.isDenying = true;
    const { statusCode, page, cookie } = await signInThere();
    expect([statusCode, page, cookie]).toEqual(refused('cancelled'));
  });

  test('to another site afterward', async () => {
    const { email } = await anInvited();
    provider.person = { ...provider.person, ...verified(email) };
    expect((await signInThere('//evil.example')).page).toBe('/');
  });
});

describe('somebody with an account', () => {
  test('is connected by the verified address, and told by email', async () => {
    const user = await anAdministrator(testApp);
    provider.person = { ...provider.person, ...verified(user.email) };
    expect(await whoIs((await signInThere()).cookie)).toBe(user.email);
    await testApp.inbox.waitFor(user.email, 'Your account was connected');
  });

  test('and a second factor here connects it on the account page first', async () => {
    const { user, cookie } = await anAdministratorWithAnApp(testApp);
    provider.person = { ...provider.person, ...verified(user.email) };
    expect((await signInThere()).page).toBe('/auth/login?refused=connect-first');
    const started = await testApp.call(connectProvider, { cookie });
    const { page } = await travel(started, { session: cookie });
    expect(page).toBe('/admin/account');
    expect((await testApp.call(getAccount, { cookie })).body.provider).toEqual({
      name: 'Charity Mail',
      connectedAt: expect.any(String),
    });
    expect(await whoIs((await signInThere()).cookie)).toBe(user.email);
    expect((await testApp.call(disconnectProvider, { cookie })).status).toBe(204);
    expect((await signInThere()).page).toBe('/auth/login?refused=connect-first');
    await testApp.inbox.waitFor(user.email, 'Your account was disconnected');
    expect(await auditOf(testApp, user.id)).toEqual(
      expect.arrayContaining(['user.provider_connected', 'user.provider_disconnected']),
    );
  });

  test('connects only in the browser where they are signed in, and no account of a colleague', async () => {
    const [one, other] = [await anAdministrator(testApp), await anAdministrator(testApp)];
    const [cookie, session] = [await signIn(testApp, one), await signIn(testApp, other)];
    const refused = '/admin/account?refused=failed';
    const connect = async (as?: string) =>
      (await travel(await testApp.call(connectProvider, { cookie }), as ? { session: as } : {}))
        .page;
    expect(await connect()).toBe(refused);
    expect(await connect(session)).toBe(refused);
    expect(await connect(cookie)).toBe('/admin/account');
    const started = await testApp.call(connectProvider, { cookie: session });
    expect((await travel(started, { session })).page).toBe('/admin/account?refused=taken');
    await age(testApp, cookie, 'confirmedAt', 11);
    for (const endpoint of [connectProvider, disconnectProvider]) {
      expect((await testApp.call(endpoint, { cookie })).error.code).toBe('confirm_identity');
    }
  });
});

describe('whether it is them at the browser', () => {
  const isRecent = async (cookie = '') =>
    (await testApp.call(disconnectProvider, { cookie })).status === 204;
  /** Somebody connected, in a session that was confirmed too long ago. */
  async function aConnected() {
    const user = await anAdministrator(testApp);
    provider.person = { sub: randomUUID(), ...verified(user.email) };
    const cookie = (await signInThere()).cookie ?? '';
    await age(testApp, cookie, 'confirmedAt', 11);
    return { user, cookie };
  }
  const confirm = async (cookie: string) =>
    (await travel(await testApp.call(confirmWithProvider, { cookie }), { session: cookie })).page;

  test('is not known of somebody whom the provider let in without asking', async () => {
    await aConnected();
    const now = Math.floor(Date.now() / 1_000);
    for (const auth_time of [undefined, now - 3_600]) {
      provider.person = { ...provider.person, ...(auth_time && { auth_time }) };
      const { cookie } = await signInThere();
      expect(await whoIs(cookie)).toBeDefined();
      expect(await isRecent(cookie)).toBe(false);
    }
    provider.person = { ...provider.person, auth_time: now };
    expect(await isRecent((await signInThere()).cookie)).toBe(true);
  });

  test('is confirmed when the provider has asked them anew', async () => {
    const { cookie } = await aConnected();
    expect((await testApp.call(getAccount, { cookie })).body.hasPassword).toBe(true);
    expect(await isRecent(cookie)).toBe(false);
    expect(await confirm(cookie)).toBe('/admin/account?confirmed');
    expect(await isRecent(cookie)).toBe(true);
  });

  test('is not confirmed by a provider that did not ask, by another account, or in another session', async () => {
    const { cookie } = await aConnected();
    provider.faults = { neverAsks: true };
    expect(await confirm(cookie)).toBe('/admin/account?refused=not-asked');
    provider.faults = {};
    const { person } = provider;
    provider.person = { sub: randomUUID() };
    expect(await confirm(cookie)).toBe('/admin/account?refused=another');
    provider.person = person;
    const started = await testApp.call(confirmWithProvider, { cookie });
    const other = await signIn(testApp);
    expect((await travel(started, { session: other })).page).toBe('/admin/account?refused=failed');
    expect(await isRecent(cookie)).toBe(false);
  });

  test('takes two factors if the account has a second one here', async () => {
    const { user, cookie } = await anAdministratorWithAnApp(testApp);
    provider.person = { sub: randomUUID(), ...verified(user.email) };
    await travel(await testApp.call(connectProvider, { cookie }), { session: cookie });
    await age(testApp, cookie, 'confirmedAt', 11);
    expect(await confirm(cookie)).toBe('/admin/account?refused=not-asked');
    expect(await isRecent(cookie)).toBe(false);
    provider.person = { ...provider.person, amr: ['mfa'] };
    expect(await confirm(cookie)).toBe('/admin/account?confirmed');
    expect(await isRecent(cookie)).toBe(true);
  });
});

test('while everybody needs a second factor, the provider has to say that it asked for one', async () => {
  const { email } = await anInvited();
  const claims = { ...provider.person, ...verified(email) };
  provider.person = { ...claims, amr: ['pwd'] };
  const before = (await signInThere()).cookie;
  expect(await whoIs(before)).toBe(email);
  await changeSettings(testApp, { isSecondFactorRequired: true });
  try {
    expect(await whoIs(before)).toBeUndefined();
    expect((await signInThere()).page).toBe('/auth/login?refused=one-factor');
    provider.person = { ...claims, amr: ['pwd', 'mfa'] };
    const { cookie } = await signInThere();
    expect((await testApp.call(getSession, { cookie: cookie ?? '' })).body).toMatchObject({
      email,
      needsSecondFactor: false,
    });
    expect((await testApp.call(listDonations, { cookie: cookie ?? '' })).status).toBe(200);
  } finally {
    await changeSettings(testApp, { isSecondFactorRequired: false });
  }
});

test('the login page learns what the button is called', async () => {
  expect((await testApp.call(getSignInWays)).body.provider).toBe('Charity Mail');
});

test('a provider that cannot be reached is a refusal that a person can read', async () => {
  provider.stop();
  // It was found earlier in this file; a site that starts now finds nothing.
  const { openProvider } = await import('#server/people/identity-provider/client.ts');
  await expect(openProvider(testApp.config)?.start()).rejects.toMatchObject({
    code: 'provider_unavailable',
  });
});
