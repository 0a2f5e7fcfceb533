import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { changePassword, startSecondFactor, turnOnSecondFactor } from '#contract/people/account.ts';
import { resetPassword } from '#contract/people/sign-in.ts';
import { turnOffSecondFactor } from '#server/people/account/second-factor.ts';
import { createAccountToken } from '#server/people/sign-in/account-links.ts';
import { checkCredentials } from '#server/people/sign-in/commands.ts';
import { startSession } from '#server/people/sign-in/sessions.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { anAdministratorWithAnApp, sessionOf } from '#test/support/account.ts';
import { useTestApp } from '#test/support/app.ts';
import { codeOf } from '#test/support/authenticator.ts';
import { anAdministrator, signIn, testPassword } from '#test/support/factories.ts';

// Between checking a password and starting the session, the owner of the account may shut out whoever knows it.
const testApp = useTestApp();
const password = 'Brand-new-password-2';

/** Checks what somebody entered at the login; returns the second half of signing in, which says what it led to. */
async function halfASignIn({ id, email }: TeamMember, code?: string) {
  const { db, config, vault, mailer } = testApp;
  const caller = { address: '192.0.2.1', browser: null };
  const form = { email, password: testPassword, code };
  const { checked } = await checkCredentials(db, form, caller, vault, mailer);
  const request = { cookies: {}, headers: {} } as FastifyRequest;
  const cookies: string[] = [];
  const reply = {
    setCookie: (name: string) => void cookies.push(name),
  } as unknown as FastifyReply;
  return async () => {
    const count = async (table: 'sessions' | 'knownBrowsers') =>
      (await db.selectFrom(table).select('userId').where('userId', '=', id).execute()).length;
    const before = await count('sessions');
    const browsers = await count('knownBrowsers');
    const refusal = await startSession(db, config, request, reply, checked).then(
      () => null,
      ({ status, code, message }) => ({ status, code, message }),
    );
    return {
      refusal,
      cookies,
      sessions: (await count('sessions')) - before,
      browsers: (await count('knownBrowsers')) - browsers,
    };
  };
}

const signedIn = { refusal: null, cookies: ['session', 'browser'], sessions: 1, browsers: 1 };
const shutOut = {
  refusal: {
    status: 401,
    code: 'wrong_credentials',
    message: 'The email address or the password is not correct.',
  },
  cookies: [],
  sessions: 0,
  browsers: 0,
};

describe('somebody whose password was just found right', () => {
  test('is signed in', async () => {
    const finish = await halfASignIn(await anAdministrator(testApp));
    expect(await finish()).toEqual(signedIn);
  });

  test('is not signed in if it has been changed since', async () => {
    const user = await anAdministrator(testApp);
    const cookie = await signIn(testApp, user);
    const finish = await halfASignIn(user);
    const body = { currentPassword: testPassword, password };
    expect((await testApp.call(changePassword, { cookie, body })).status).toBe(200);
    expect(await finish()).toEqual(shutOut);
  });

  test('is not signed in if a link in an email has replaced it', async () => {
    const user = await anAdministrator(testApp);
    const finish = await halfASignIn(user);
    const token = await testApp.db
      .transaction()
      .execute((trx) => createAccountToken(trx, 'reset', user.id));
    expect((await testApp.call(resetPassword, { body: { token, password } })).status).toBe(200);
    expect(await finish()).toEqual(shutOut);
  });

  test('is not signed in without a code if two-factor sign-in has been turned on', async () => {
    const user = await anAdministrator(testApp);
    const cookie = await signIn(testApp, user);
    const { body: started } = await testApp.call(startSecondFactor, { cookie });
    const finish = await halfASignIn(user);
    const body = { code: codeOf(started.secret) };
    expect((await testApp.call(turnOnSecondFactor, { cookie, body })).status).toBe(200);
    expect(await finish()).toEqual(shutOut);
  });

  test.each(['app', 'recovery'])('and a code (%s), is signed in', async (kind) => {
    const { user, secret, recoveryCodes } = await anAdministratorWithAnApp(testApp);
    const finish = await halfASignIn(user, kind === 'app' ? codeOf(secret) : recoveryCodes[0]);
    expect(await finish()).toEqual(signedIn);
  });

  test.each(['app', 'recovery'])(
    'and a code (%s), is not signed in if two-factor sign-in has begun anew',
    async (kind) => {
      const { user, cookie, secret, recoveryCodes } = await anAdministratorWithAnApp(testApp);
      const finish = await halfASignIn(user, kind === 'app' ? codeOf(secret) : recoveryCodes[0]);
      await turnOffSecondFactor(testApp.db, await sessionOf(testApp, user), testApp.mailer);
      const { body: started } = await testApp.call(startSecondFactor, { cookie });
      const body = { code: codeOf(started.secret) };
      expect((await testApp.call(turnOnSecondFactor, { cookie, body })).status).toBe(200);
      expect(await finish()).toEqual(shutOut);
    },
  );
});
