import { describe, expect, test } from 'vitest';
import {
  getAccount,
  renewRecoveryCodes,
  startSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '#contract/people/account.ts';
import { getSession, login, resetPassword } from '#contract/people/sign-in.ts';
import { resetSecondFactor } from '#server/people/account/second-factor.ts';
import { createAccountToken } from '#server/people/sign-in/account-links.ts';
import { countUnreadableSecrets } from '#server/people/sign-in/second-factor.ts';
import { createVault } from '#server/platform/security/vault.ts';
import { anAdministratorWithAnApp, auditOf } from '#test/support/account.ts';
import { useTestApp } from '#test/support/app.ts';
import { codeOf } from '#test/support/authenticator.ts';
import { anAdministrator, aPerson, signIn, testPassword } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';

const testApp = useTestApp();

const logIn = (email: string, code?: string, password = testPassword) =>
  testApp.call(login, { body: { email, password, ...(code !== undefined && { code }) } });
const required = { status: 401, error: { code: 'second_factor_required' } };
const wrongCode = { status: 401, error: { code: 'wrong_code' } };

describe('turning two-factor sign-in on', () => {
  test('takes a code from the app, returns ten recovery codes, sends an email, and ends other sessions', async () => {
    const user = await anAdministrator(testApp);
    const [cookie, elsewhere] = [await signIn(testApp, user), await signIn(testApp, user)];
    const { body } = await testApp.call(startSecondFactor, { cookie });
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(body.uri);
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(uri.pathname)).toContain(user.email);
    expect(uri.searchParams.get('secret')).toBe(body.secret);
    // Not on yet: the app may not have the secret.
    expect((await logIn(user.email)).status).toBe(200);

    const wrong = await testApp.call(turnOnSecondFactor, { cookie, body: { code: '000000' } });
    expect(wrong).toMatchObject(wrongCode);
    const on = await testApp.call(turnOnSecondFactor, {
      cookie,
      body: { code: codeOf(body.secret) },
    });
    expect(on.status).toBe(200);
    expect(new Set(on.body.recoveryCodes).size).toBe(10);
    for (const code of on.body.recoveryCodes)
      expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);

    expect((await testApp.call(getSession, { cookie: elsewhere })).body).toBeNull();
    const account = await testApp.call(getAccount, { cookie });
    expect(account.body).toMatchObject({
      authenticatorApp: { enabledAt: expect.any(String) },
      recoveryCodesLeft: 10,
    });
    await testApp.inbox.waitFor(user.email, 'Two-factor sign-in was turned on');
    expect(await auditOf(testApp, user.id)).toContain('user.two_factor_on');
    expect(await testApp.call(startSecondFactor, { cookie })).toMatchObject({
      status: 409,
      error: { code: 'second_factor_on' },
    });
  });

  test('stores neither secret nor recovery codes in plain text', async () => {
    const { user, secret, recoveryCodes } = await anAdministratorWithAnApp(testApp);
    const factor = await testApp.db
      .selectFrom('secondFactors')
      .select('secret')
      .where('userId', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(Buffer.from(factor.secret).toString('latin1')).not.toContain(secret);
    const rows = await testApp.db.selectFrom('recoveryCodes').select('codeHash').execute();
    const stored = rows.map(({ codeHash }) => Buffer.from(codeHash).toString('latin1')).join('');
    expect(stored).not.toContain(recoveryCodes[0]?.replaceAll('-', ''));
    expect(await countUnreadableSecrets(testApp.db, testApp.vault)).toBe(0);
    const otherKey = createVault('another key of a server, long enough');
    expect(await countUnreadableSecrets(testApp.db, otherKey)).toBeGreaterThan(0);
  });
});

describe('signing in with two factors', () => {
  test('asks for the code only after the right password, and accepts it only with the password', async () => {
    const { user, secret } = await anAdministratorWithAnApp(testApp);
    const refused = await logIn(user.email);
    expect(refused).toMatchObject(required);
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect(await logIn(user.email, '')).toMatchObject(required);
    const wrongPassword = await logIn(user.email, codeOf(secret), 'Wrong-password-1');
    expect(wrongPassword).toMatchObject({ status: 401, error: { code: 'wrong_credentials' } });
    const answer = await logIn(user.email, ` ${codeOf(secret).replace(/^(...)/, '$1 ')} `);
    expect(answer).toMatchObject({ status: 200, body: user });
  });

  test('accepts a code once, even if it is sent ten times at once', async () => {
    const { user, secret } = await anAdministratorWithAnApp(testApp);
    const code = codeOf(secret);
    const answers = await Promise.all(Array.from({ length: 10 }, () => logIn(user.email, code)));
    const worked = answers.filter(({ status }) => status === 200).length;
    recordFigures('A15', { 'uses of one code at once': answers.length, worked });
    expect(worked).toBe(1);
    const { user: other, secret: theirs } = await anAdministratorWithAnApp(testApp);
    // Read once: half a minute may end at any moment.
    const [now, next] = [codeOf(theirs), codeOf(theirs, 1)];
    expect((await logIn(other.email, next)).status).toBe(200);
    expect(await logIn(other.email, next)).toMatchObject(wrongCode);
    // Nor the previous one, which a thief may have read over a shoulder.
    expect(await logIn(other.email, now)).toMatchObject(wrongCode);
  });

  // Two steps ahead would be one step by the time the code arrives if half a minute ends in between.
  test.each([-2, 3])('refuses a code that is %i steps away', async (steps) => {
    const { user, secret } = await anAdministratorWithAnApp(testApp);
    expect(await logIn(user.email, codeOf(secret, steps))).toMatchObject(wrongCode);
  });

  test("refuses somebody else's codes", async () => {
    const [one, other] = [
      await anAdministratorWithAnApp(testApp),
      await anAdministratorWithAnApp(testApp),
    ];
    expect(await logIn(one.user.email, codeOf(other.secret))).toMatchObject(wrongCode);
    expect(await logIn(one.user.email, other.recoveryCodes[0])).toMatchObject(wrongCode);
  });

  test('accepts a recovery code once, and sends an email that one was used', async () => {
    const { user, recoveryCodes } = await anAdministratorWithAnApp(testApp);
    const code = recoveryCodes[3] ?? '';
    expect((await logIn(user.email, code.toLowerCase())).status).toBe(200);
    expect(await logIn(user.email, code)).toMatchObject(wrongCode);
    await testApp.inbox.waitFor(user.email, 'A recovery code was used');
    expect(await auditOf(testApp, user.id)).toContain('user.recovery_code_used');
  });

  test('stops guessing of codes after ten, no matter where it comes from', async () => {
    const { user, secret } = await anAdministratorWithAnApp(testApp);
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++) {
      const answer = await testApp.request({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress: `10.9.9.${count}`,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ email: user.email, password: testPassword, code: '000000' }),
      });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    expect((await logIn(user.email, codeOf(secret))).status).toBe(429);
  });

  test('is not skipped by a password reset', async () => {
    const { user, secret } = await anAdministratorWithAnApp(testApp);
    const token = await testApp.db
      .transaction()
      .execute((trx) => createAccountToken(trx, 'reset', user.id));
    const password = 'Brand-new-password-2';
    const reset = await testApp.call(resetPassword, { body: { token, password } });
    expect(String(reset.headers['set-cookie'])).not.toContain('session=');
    const skipping = await logIn(user.email, undefined, password);
    recordFigures('A15', { 'resets that skipped it': Number(skipping.status === 200) });
    expect(skipping).toMatchObject(required);
    expect((await logIn(user.email, codeOf(secret), password)).status).toBe(200);
  });
});

describe('afterwards', () => {
  test('the person who runs the server can turn it off for somebody who lost everything', async () => {
    const { user } = await anAdministratorWithAnApp(testApp);
    await resetSecondFactor(testApp.db, user.email.toUpperCase(), testApp.mailer);
    expect((await logIn(user.email)).status).toBe(200);
    expect(await auditOf(testApp, user.id)).toContain('user.two_factor_off');
    const mail = await testApp.inbox.waitFor(user.email, 'Two-factor sign-in was turned off');
    expect(mail.text).toContain('The person who runs the server did it.');
    const { email } = aPerson();
    await expect(resetSecondFactor(testApp.db, email, testApp.mailer)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('new recovery codes replace the old ones', async () => {
    const { user, cookie, recoveryCodes } = await anAdministratorWithAnApp(testApp);
    const { body } = await testApp.call(renewRecoveryCodes, { cookie });
    expect(body.recoveryCodes).toHaveLength(10);
    expect(await logIn(user.email, recoveryCodes[0])).toMatchObject(wrongCode);
    expect((await logIn(user.email, body.recoveryCodes[0])).status).toBe(200);
    await testApp.inbox.waitFor(user.email, 'New recovery codes were created');
  });

  test('it can be turned off, and then the password is enough', async () => {
    const { user, cookie, secret } = await anAdministratorWithAnApp(testApp);
    expect((await testApp.call(turnOffSecondFactor, { cookie })).status).toBe(204);
    expect((await logIn(user.email)).status).toBe(200);
    await testApp.inbox.waitFor(user.email, 'Two-factor sign-in was turned off');
    const off = { status: 409, error: { code: 'second_factor_off' } };
    expect(await testApp.call(turnOffSecondFactor, { cookie })).toMatchObject(off);
    expect(await testApp.call(renewRecoveryCodes, { cookie })).toMatchObject(off);
    const body = { code: codeOf(secret) };
    expect(await testApp.call(turnOnSecondFactor, { cookie, body })).toMatchObject(off);
  });
});
