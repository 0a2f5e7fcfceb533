import { describe, expect, test } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import {
  changePassword,
  endOneSession,
  getAccount,
  signOutEverywhere,
} from '#contract/people/account.ts';
import { getSession, login, resetPassword } from '#contract/people/sign-in.ts';
import { createAccountToken } from '#server/people/sign-in/account-links.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { age, auditOf } from '#test/support/account.ts';
import { anyId } from '#test/support/any-id.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  anAdministrator,
  aTeamMember,
  logIn,
  signIn,
  testPassword,
} from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';

const testApp = useTestApp();
const password = 'Brand-new-password-2';

const isSignedIn = async (cookie: string) =>
  (await testApp.call(getSession, { cookie })).body !== null;
const sessionsOf = async (cookie: string) =>
  (await testApp.call(getAccount, { cookie })).body.sessions;
const canLogIn = async (email: string, chosen: string) =>
  (await testApp.call(login, { body: { email, password: chosen } })).status === 200;

describe('your own sessions', () => {
  test('are listed with their browser, and the current one is marked; ended ones are not listed', async () => {
    const user = await anAdministrator(testApp);
    const firefox = await testApp.request({
      method: 'POST',
      url: '/api/auth/login',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      },
      payload: JSON.stringify({ email: user.email, password: testPassword }),
    });
    const [idle, over, here] = [
      await signIn(testApp, user),
      await signIn(testApp, user),
      String(firefox.headers['set-cookie']).split(';')[0] ?? '',
    ];
    await signIn(testApp);
    await age(testApp, idle, 'lastSeenAt', 61);
    await age(testApp, over, 'expiresAt', 1);
    const elsewhere = await signIn(testApp, user);
    const sessions = await sessionsOf(here);
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ isCurrent }) => isCurrent)?.browser).toBe('Firefox on Linux');
    expect((await sessionsOf(elsewhere)).filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  });

  test('can be ended one by one', async () => {
    const user = await anAdministrator(testApp);
    const [here, elsewhere] = [await signIn(testApp, user), await signIn(testApp, user)];
    const other = (await sessionsOf(here)).find(({ isCurrent }) => !isCurrent);
    const params = { id: other?.id ?? anyId('') };
    expect((await testApp.call(endOneSession, { cookie: here, params })).status).toBe(204);
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false]);
  });

  test("somebody else's cannot be told apart from those that do not exist", async () => {
    const [cookie, theirs] = [await signIn(testApp), await signIn(testApp)];
    const [session] = await sessionsOf(theirs);
    const answers = await Promise.all(
      [session?.id ?? anyId(''), newId<SessionId>()].map((id) =>
        testApp.call(endOneSession, { cookie, params: { id } }),
      ),
    );
    const [foreign, absent] = answers.map(({ status, error: { requestId: _, ...error } }) => ({
      status,
      error,
    }));
    const isLeftAlone = await isSignedIn(theirs);
    recordFigures('A2', {
      'ids of others': 1,
      'told apart from none': Number(JSON.stringify(foreign) !== JSON.stringify(absent)),
      opened: Number(!isLeftAlone),
    });
    expect(foreign).toEqual(absent);
    expect(foreign).toMatchObject({ status: 404 });
    expect(isLeftAlone).toBe(true);
  });

  test('end all at once with "Sign out everywhere", and nobody else\'s', async () => {
    const user = await anAdministrator(testApp);
    const [here, elsewhere] = [await logIn(testApp, user), await logIn(testApp, user)];
    const other = await signIn(testApp);
    const answer = await testApp.call(signOutEverywhere, { cookie: here });
    expect(answer.status).toBe(204);
    expect(String(answer.headers['set-cookie'])).toMatch(/^session=;/);
    expect(await Promise.all([here, elsewhere, other].map(isSignedIn))).toEqual([
      false,
      false,
      true,
    ]);
    expect(await auditOf(testApp, user.id)).toEqual([
      'session.started',
      'session.started',
      'session.ended_everywhere',
    ]);
  });
});

describe('changing the password', () => {
  const change = (cookie: string, currentPassword: string, chosen = password) =>
    testApp.call(changePassword, { cookie, body: { currentPassword, password: chosen } });

  test('requires the current one, ends the other sessions, and is emailed', async () => {
    const user = await anAdministrator(testApp);
    const [cookie, elsewhere] = [await signIn(testApp, user), await signIn(testApp, user)];
    const guessed = await change(cookie, 'Wrong-password-1');
    const isElsewhere = await isSignedIn(elsewhere);
    const changed = await change(cookie, testPassword);
    recordFigures('A9', {
      'changed without the current password': Number(guessed.status === 200),
      'changed with it': Number(changed.status === 200),
    });
    expect(guessed).toMatchObject({
      status: 401,
      error: {
        code: 'wrong_credentials',
        fields: { currentPassword: 'This password is not correct.' },
      },
    });
    expect(isElsewhere).toBe(true);
    expect(changed.status).toBe(200);
    expect([await isSignedIn(cookie), await isSignedIn(elsewhere)]).toEqual([true, false]);
    expect(await canLogIn(user.email, testPassword)).toBe(false);
    expect(await canLogIn(user.email, password)).toBe(true);
    await testApp.inbox.waitFor(user.email, 'Your password was changed');
    recordFigures('A16', { 'password changes mailed': await mailsQueuedFor(testApp, user.email) });
    expect(await auditOf(testApp, user.id)).toContain('user.password_changed');
  });

  test('invalidates links to choose one', async () => {
    const user = await anAdministrator(testApp);
    const token = await testApp.db
      .transaction()
      .execute((trx) => createAccountToken(trx, 'reset', user.id));
    await change(await signIn(testApp, user), testPassword);
    const answer = await testApp.call(resetPassword, { body: { token, password } });
    expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_token' } });
  });

  test('is refused for a weak one, and slowed when somebody guesses the current one', async () => {
    const user = await anAdministrator(testApp);
    const cookie = await signIn(testApp, user);
    expect((await change(cookie, testPassword, 'weak')).status).toBe(400);
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) {
      statuses.push((await change(cookie, 'Wrong-password-1')).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  test('twice at once from the same password works once', async () => {
    const user = await anAdministrator(testApp);
    const cookie = await signIn(testApp, user);
    const chosen = ['First-password-1', 'Second-password-2'];
    const answers = await Promise.all(chosen.map((one) => change(cookie, testPassword, one)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});

test('a password reset is announced by email; an accepted invitation is not', async () => {
  const user = await aTeamMember(testApp, 'viewer');
  const reset = async () => {
    const token = await testApp.db
      .transaction()
      .execute((trx) => createAccountToken(trx, 'reset', user.id));
    await testApp.call(resetPassword, { body: { token, password } });
  };
  await testApp.db
    .updateTable('users')
    .set({ passwordHash: null, acceptedAt: null })
    .where('id', '=', user.id)
    .execute();
  await reset();
  expect(await mailsQueuedFor(testApp, user.email)).toBe(0);
  await reset();
  expect(await mailsQueuedFor(testApp, user.email)).toBe(1);
});
