import { describe, expect, test } from 'vitest';
import {
  addPasskey,
  confirmWithPasskey,
  getAccount,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  startPasskey,
  startPasskeyConfirmation,
  turnOffSecondFactor,
} from '#contract/people/account.ts';
import {
  getSession,
  getSignInWays,
  login,
  signInWithPasskey,
  startPasskeySignIn,
} from '#contract/people/sign-in.ts';
import { createUser } from '#contract/people/users.ts';
import { meetNewHost } from '#server/people/account/passkey-host.ts';
import { resetSecondFactor } from '#server/people/account/second-factor.ts';
import { passkeyProblem } from '#server/people/sign-in/passkeys.ts';
import { age, anAdministratorWithAnApp, auditOf } from '#test/support/account.ts';
import { teamEmail, useTestApp } from '#test/support/app.ts';
import { codeOf } from '#test/support/authenticator.ts';
import { anAdministrator, aPerson, signIn, testPassword } from '#test/support/factories.ts';
import { addTestPasskey, anAdministratorWithAPasskey, TestPasskey } from '#test/support/passkey.ts';

const testApp = useTestApp();
const wrong = { status: 401, error: { code: 'wrong_passkey' } };
const refused = { status: 409, error: { code: 'passkey_refused' } };

const aRequest = async () => (await testApp.call(startPasskeySignIn)).body;
const signInWith = async (passkey: TestPasskey, faults = {}) =>
  testApp.call(signInWithPasskey, { body: { passkey: passkey.sign(await aRequest(), faults) } });
const logInWith = async (email: string, passkey?: TestPasskey, password = testPassword) =>
  testApp.call(login, {
    body: { email, password, ...(passkey && { passkey: passkey.sign(await aRequest()) }) },
  });
const sessionsOf = (userId: string) =>
  testApp.db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId as never)
    .execute();

describe('adding a passkey', () => {
  test('as the first second factor returns recovery codes, sends an email, and ends other sessions', async () => {
    const user = await anAdministrator(testApp);
    const elsewhere = await signIn(testApp, user);
    const cookie = await signIn(testApp, user);
    const { body } = await addTestPasskey(testApp, cookie, 'Phone');
    expect(body.recoveryCodes).toHaveLength(10);
    expect((await testApp.call(getSession, { cookie: elsewhere })).body).toBeNull();
    const account = await testApp.call(getAccount, { cookie });
    expect(account.body).toMatchObject({
      authenticatorApp: null,
      passkeys: [{ name: 'Phone', lastUsedAt: null }],
      passkeyProblem: null,
      recoveryCodesLeft: 10,
    });
    const mail = await testApp.inbox.waitFor(user.email, 'A passkey was added');
    expect(mail.text).toContain('Phone');
    expect(await auditOf(testApp, user.id)).toContain('user.passkey_added');
  });

  test('beside an app keeps the recovery codes and the other sessions', async () => {
    const { user, cookie, recoveryCodes } = await anAdministratorWithAnApp(testApp);
    const elsewhere = await signIn(testApp, user);
    const { body } = await addTestPasskey(testApp, cookie, 'Key');
    expect(body.recoveryCodes).toBeNull();
    expect((await testApp.call(getSession, { cookie: elsewhere })).body).not.toBeNull();
    expect((await logInWith(user.email)).error.code).toBe('second_factor_required');
    const answer = await testApp.call(login, {
      body: { email: user.email, password: testPassword, code: recoveryCodes[0] ?? '' },
    });
    expect(answer.status).toBe(200);
  });

  test('is refused if it was made elsewhere, for somebody else, without a finger, or twice', async () => {
    const cookie = await signIn(testApp);
    const add = async (passkey: TestPasskey, faults = {}, asking = cookie) => {
      const { body } = await testApp.call(startPasskey, { cookie: asking });
      const newPasskey = passkey.create(body, faults);
      return testApp.call(addPasskey, { cookie, body: { name: 'Phone', newPasskey } });
    };
    const passkey = new TestPasskey(testApp);
    expect(await add(passkey, { origin: 'https://evil.example' })).toMatchObject(refused);
    expect(await add(passkey, { host: 'evil.example' })).toMatchObject(refused);
    expect(await add(passkey, { isUnverified: true })).toMatchObject(refused);
    expect(await add(passkey, {}, await signIn(testApp))).toMatchObject(refused);
    expect((await add(passkey)).status).toBe(201);
    expect(await add(passkey)).toMatchObject(refused);
  });

  test('uses a challenge once, and not for signing in', async () => {
    const cookie = await signIn(testApp);
    const { body } = await testApp.call(startPasskey, { cookie });
    const add = () =>
      testApp.call(addPasskey, {
        cookie,
        body: { name: 'Phone', newPasskey: new TestPasskey(testApp).create(body) },
      });
    expect((await add()).status).toBe(201);
    expect(await add()).toMatchObject(refused);
    const { challenge, rpId } = await aRequest();
    const other = { ...body, challenge, rp: { ...body.rp, id: rpId } };
    const newPasskey = new TestPasskey(testApp).create(other);
    expect(
      await testApp.call(addPasskey, { cookie, body: { name: 'Phone', newPasskey } }),
    ).toMatchObject(refused);
  });

  test('ends at twenty of one person', async () => {
    const { cookie } = await anAdministratorWithAPasskey(testApp);
    for (let count = 2; count <= 20; count++) await addTestPasskey(testApp, cookie, `Key ${count}`);
    await expect(addTestPasskey(testApp, cookie, 'Key 21')).rejects.toThrow('You have 20 passkeys');
  });

  test('takes a recent confirmation, and so does removing one', async () => {
    const { cookie } = await anAdministratorWithAPasskey(testApp);
    const { body } = await testApp.call(getAccount, { cookie });
    const id = body.passkeys[0]?.id as never;
    await age(testApp, cookie, 'confirmedAt', 11);
    const needed = { status: 403, error: { code: 'confirm_identity' } };
    expect(await testApp.call(startPasskey, { cookie })).toMatchObject(needed);
    expect(await testApp.call(removePasskey, { cookie, params: { id } })).toMatchObject(needed);
  });
});

describe('signing in with a passkey alone', () => {
  test('works without name and password, and notes when it was used', async () => {
    const { user, passkey } = await anAdministratorWithAPasskey(testApp);
    const answer = await signInWith(passkey);
    expect(answer).toMatchObject({ status: 200, body: user });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const account = await testApp.call(getAccount, { cookie });
    expect(account.body.passkeys).toMatchObject([{ lastUsedAt: expect.any(String) }]);
    // It is a proof, as any sign-in.
    const { firstName, lastName, email } = aPerson();
    const invited = { cookie, body: { firstName, lastName, email } };
    expect((await testApp.call(createUser, invited)).status).toBe(201);
  });

  test.each([
    ['for another page', { origin: 'https://evil.example' }],
    ['for another host', { host: 'evil.example' }],
    ['without a finger, a face, or a PIN', { isUnverified: true }],
  ])('is refused if it signed %s', async (_, faults) => {
    const { passkey } = await anAdministratorWithAPasskey(testApp);
    expect(await signInWith(passkey, faults)).toMatchObject(wrong);
    expect((await signInWith(passkey)).status).toBe(200);
  });

  test('takes a challenge of ours, once, and within five minutes', async () => {
    const { passkey } = await anAdministratorWithAPasskey(testApp);
    const invented = { ...(await aRequest()), challenge: 'aW52ZW50ZWQ' };
    const send = (body: ReturnType<TestPasskey['sign']>) =>
      testApp.call(signInWithPasskey, { body: { passkey: body } });
    expect(await send(passkey.sign(invented))).toMatchObject(wrong);
    const request = await aRequest();
    expect((await send(passkey.sign(request))).status).toBe(200);
    expect(await send(passkey.sign(request))).toMatchObject(wrong);
    const late = await aRequest();
    const expiresAt = new Date(Date.now() - 1_000).toISOString();
    await testApp.db.updateTable('passkeyChallenges').set({ expiresAt }).execute();
    expect(await send(passkey.sign(late))).toMatchObject(wrong);
  });

  test('accepts one signature once, even if it is sent ten times at once', async () => {
    const { passkey } = await anAdministratorWithAPasskey(testApp);
    const body = { passkey: passkey.sign(await aRequest()) };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => testApp.call(signInWithPasskey, { body })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('is refused for one that nobody has added, or that was removed', async () => {
    expect(await signInWith(new TestPasskey(testApp))).toMatchObject(wrong);
    const { cookie, passkey, user } = await anAdministratorWithAPasskey(testApp);
    const { body } = await testApp.call(getAccount, { cookie });
    const id = body.passkeys[0]?.id as never;
    expect((await testApp.call(removePasskey, { cookie, params: { id } })).status).toBe(204);
    await testApp.inbox.waitFor(user.email, 'A passkey was removed');
    expect(await signInWith(passkey)).toMatchObject(wrong);
    // It was the only second factor: the password is enough again, and the recovery codes are gone.
    expect((await logInWith(user.email)).status).toBe(200);
    expect((await testApp.call(getAccount, { cookie })).body.recoveryCodesLeft).toBe(0);
  });

  test('is slowed down for a network that sends many wrong ones, and not by guesses at the password', async () => {
    const from = '198.51.100.77';
    const { user, passkey } = await anAdministratorWithAPasskey(testApp);
    const guess = { email: user.email, password: 'Wrong-password-1' };
    for (let count = 0; count < 12; count++) {
      await testApp.call(login, { body: guess, from: `203.0.113.${count}` });
    }
    expect((await logInWith(user.email)).status).toBe(429);
    expect((await signInWith(passkey)).status).toBe(200);
    const stranger = new TestPasskey(testApp);
    const statuses = new Set<number>();
    for (let count = 0; count < 101; count++) {
      const body = { passkey: stranger.sign(await aRequest()) };
      statuses.add((await testApp.call(signInWithPasskey, { body, from })).status);
    }
    expect([...statuses]).toEqual([401, 429]);
  });
});

describe('a passkey beside the password', () => {
  test('takes the place of a code', async () => {
    const { user, passkey } = await anAdministratorWithAPasskey(testApp);
    expect(await logInWith(user.email)).toMatchObject({
      status: 401,
      error: { code: 'second_factor_required' },
    });
    expect((await logInWith(user.email, passkey)).status).toBe(200);
    expect(await logInWith(user.email, passkey, 'Wrong-password-1')).toMatchObject({
      status: 401,
      error: { code: 'wrong_credentials' },
    });
  });

  test("is refused if it is somebody else's", async () => {
    const { user } = await anAdministratorWithAPasskey(testApp);
    const { passkey } = await anAdministratorWithAPasskey(testApp);
    expect(await logInWith(user.email, passkey)).toMatchObject(wrong);
    expect(await sessionsOf(user.id)).toHaveLength(1);
  });

  test('leaves recovery codes for who has lost it, and an app goes on working', async () => {
    const { user, recoveryCodes } = await anAdministratorWithAPasskey(testApp);
    const body = { email: user.email, password: testPassword };
    const code = recoveryCodes[0] ?? '';
    expect((await testApp.call(login, { body: { ...body, code } })).status).toBe(200);
    expect((await testApp.call(login, { body: { ...body, code } })).status).toBe(401);
    const both = await anAdministratorWithAnApp(testApp);
    await addTestPasskey(testApp, both.cookie, 'Key');
    const typed = { email: both.user.email, password: testPassword, code: codeOf(both.secret) };
    expect((await testApp.call(login, { body: typed })).status).toBe(200);
  });

  test('stays the second factor when the app is removed, with the same recovery codes', async () => {
    const { user, cookie } = await anAdministratorWithAnApp(testApp);
    await addTestPasskey(testApp, cookie, 'Key');
    expect((await testApp.call(turnOffSecondFactor, { cookie })).status).toBe(204);
    expect((await logInWith(user.email)).error.code).toBe('second_factor_required');
    expect((await testApp.call(getAccount, { cookie })).body.recoveryCodesLeft).toBe(10);
    expect((await testApp.call(renewRecoveryCodes, { cookie })).status).toBe(200);
  });

  test('goes with the command for who has lost everything', async () => {
    const { user, passkey } = await anAdministratorWithAPasskey(testApp);
    await resetSecondFactor(testApp.db, user.email, testApp.mailer);
    expect((await logInWith(user.email)).status).toBe(200);
    expect(await signInWith(passkey)).toMatchObject(wrong);
  });
});

describe('confirming with a passkey', () => {
  const asks = async (cookie: string) =>
    (await testApp.call(startPasskeyConfirmation, { cookie })).body;

  test('counts as a code does, for the browser that asked', async () => {
    const { cookie, passkey } = await anAdministratorWithAPasskey(testApp);
    await age(testApp, cookie, 'confirmedAt', 11);
    const request = await asks(cookie);
    expect(request.allowCredentials).toHaveLength(1);
    const body = { passkey: passkey.sign(request) };
    expect((await testApp.call(confirmWithPasskey, { cookie, body })).status).toBe(204);
    expect((await testApp.call(startPasskey, { cookie })).status).toBe(200);
  });

  test("is refused for somebody else's, and for a signature for signing in", async () => {
    const { cookie, passkey } = await anAdministratorWithAPasskey(testApp);
    const other = await anAdministratorWithAPasskey(testApp);
    const confirm = (answer: ReturnType<TestPasskey['sign']>) =>
      testApp.call(confirmWithPasskey, { cookie, body: { passkey: answer } });
    expect(await confirm(other.passkey.sign(await asks(cookie)))).toMatchObject(wrong);
    expect(await confirm(passkey.sign(await asks(other.cookie)))).toMatchObject(wrong);
    expect(await confirm(passkey.sign(await aRequest()))).toMatchObject(wrong);
    expect((await confirm(passkey.sign(await asks(cookie)))).status).toBe(204);
  });

  test('is slowed down like codes', async () => {
    const { cookie } = await anAdministratorWithAPasskey(testApp);
    const stranger = new TestPasskey(testApp);
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) {
      const body = { passkey: stranger.sign(await asks(cookie)) };
      statuses.push((await testApp.call(confirmWithPasskey, { cookie, body })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });
});

describe('how often a passkey has signed', () => {
  test('may stay 0, as with passkeys that are kept on several devices', async () => {
    const { passkey } = await anAdministratorWithAPasskey(testApp);
    await testApp.db.updateTable('passkeys').set({ counter: 0 }).execute();
    passkey.counter = 0;
    expect((await signInWith(passkey)).status).toBe(200);
    expect((await signInWith(passkey)).status).toBe(200);
  });

  test('must not decrease: then somebody may have copied it, and the team is told', async () => {
    const { user, passkey } = await anAdministratorWithAPasskey(testApp, 'Copied key');
    passkey.counter = 40;
    expect((await signInWith(passkey)).status).toBe(200);
    passkey.counter = 20;
    expect(await signInWith(passkey)).toMatchObject(wrong);
    passkey.counter = 0;
    expect(await signInWith(passkey)).toMatchObject(wrong);
    const mail = await testApp.inbox.waitFor(teamEmail, 'A passkey may have been copied');
    expect(mail.text).toContain('Copied key');
    expect(await auditOf(testApp, user.id)).toContain('user.passkey_refused');
  });
});

describe('the names of passkeys', () => {
  test('can be changed by their owner alone', async () => {
    const { cookie } = await anAdministratorWithAPasskey(testApp);
    const id = (await testApp.call(getAccount, { cookie })).body.passkeys[0]?.id as never;
    const rename = (by: string, name: string) =>
      testApp.call(renamePasskey, { cookie: by, params: { id }, body: { name } });
    expect((await rename(await signIn(testApp), 'Mine')).status).toBe(404);
    expect((await rename(cookie, 'Old phone')).status).toBe(204);
    const { body } = await testApp.call(getAccount, { cookie });
    expect(body.passkeys).toMatchObject([{ name: 'Old phone' }]);
    const stranger = await signIn(testApp);
    expect((await testApp.call(removePasskey, { cookie: stranger, params: { id } })).status).toBe(
      404,
    );
  });
});

describe('the address of the site', () => {
  const at = (publicUrl: string) => ({ ...testApp.mailer.config, publicUrl });
  const meet = (publicUrl: string, isReset = false) =>
    meetNewHost(testApp.db, { ...testApp.mailer, config: at(publicUrl) }, isReset);

  test('decides whether passkeys are offered', async () => {
    expect((await testApp.call(getSignInWays)).body).toEqual({ passkeys: true, provider: null });
    for (const works of ['https://give.example.org', 'http://localhost:3000']) {
      expect([works, passkeyProblem(at(works))]).toEqual([works, null]);
    }
    for (const ip of ['https://192.0.2.1', 'http://127.0.0.1:3000', 'https://[2001:db8::1]']) {
      expect([ip, passkeyProblem(at(ip))]).toEqual([ip, expect.stringContaining('IP address')]);
    }
    expect(passkeyProblem(at('http://give.example.org'))).toContain('encrypted');
  });

  test('does not change while there are passkeys, unless they are removed, which their owners hear', async () => {
    const { user, cookie } = await anAdministratorWithAPasskey(testApp);
    const { publicUrl } = testApp.config;
    expect(await meet(publicUrl)).toBeNull();
    await expect(meet('https://new.example.org')).rejects.toThrow(
      /PUBLIC_URL is https:\/\/new\.example\.org, but \d+ passkeys can sign in only at localhost\..*--reset-passkeys/s,
    );
    // The port and the scheme do not matter.
    expect(await meet('http://localhost:4444')).toBeNull();
    expect(await meet('https://new.example.org', true)).toMatch(/^Removed \d+ passkeys/);
    expect(await meet('https://new.example.org')).toBeNull();
    const mail = await testApp.inbox.waitFor(user.email, 'A passkey was removed');
    expect(mail.text).toContain('new address');
    expect((await logInWith(user.email)).status).toBe(200);
    expect((await testApp.call(getAccount, { cookie })).body.recoveryCodesLeft).toBe(0);
  });
});
