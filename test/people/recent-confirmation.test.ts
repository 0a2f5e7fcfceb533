import { describe, expect, test } from 'vitest';
import {
  changePassword,
  confirmIdentity,
  renewRecoveryCodes,
  startSecondFactor,
  turnOffSecondFactor,
} from '#contract/people/account.ts';
import { createUser, listUsers } from '#contract/people/users.ts';
import { age, anAdministratorWithAnApp } from '#test/support/account.ts';
import { useTestApp } from '#test/support/app.ts';
import { codeOf } from '#test/support/authenticator.ts';
import { allEndpoints } from '#test/support/endpoints.ts';
import { anAdministrator, aPerson, signIn, testPassword } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';

const testApp = useTestApp();
const refused = { status: 403, error: { code: 'confirm_identity' } };

function aForm() {
  const { firstName, lastName, email } = aPerson();
  return { firstName, lastName, email };
}

/** The cookie of an administrator who signed in this many minutes ago and has been busy since. */
async function signedIn(minutesAgo: number): Promise<string> {
  const cookie = await signIn(testApp);
  await age(testApp, cookie, 'confirmedAt', minutesAgo);
  return cookie;
}
const confirm = (cookie: string, passwordOrCode: string) =>
  testApp.call(confirmIdentity, { cookie, body: { passwordOrCode } });
const addUser = (cookie: string) => testApp.call(createUser, { cookie, body: aForm() });

describe('adding an administrator', () => {
  test('works within ten minutes of signing in, and not later', async () => {
    expect((await addUser(await signedIn(9.5))).status).toBe(201);
    const cookie = await signedIn(10.01);
    expect(await addUser(cookie)).toMatchObject(refused);
    // Everything else that an administrator does continues to work.
    expect((await testApp.call(listUsers, { cookie })).status).toBe(200);
  });

  test('works again for ten minutes once the password was entered', async () => {
    const cookie = await signedIn(30);
    expect(await confirm(cookie, 'Wrong-password-1')).toMatchObject({
      status: 401,
      error: {
        code: 'wrong_credentials',
        fields: { passwordOrCode: 'This password is not correct.' },
      },
    });
    expect(await addUser(cookie)).toMatchObject(refused);
    expect((await confirm(cookie, testPassword)).status).toBe(204);
    expect((await addUser(cookie)).status).toBe(201);
    await age(testApp, cookie, 'confirmedAt', 11);
    expect(await addUser(cookie)).toMatchObject(refused);
  });

  test('works for the browser that confirmed, and for no other', async () => {
    const user = await anAdministrator(testApp);
    const [here, elsewhere] = [await signIn(testApp, user), await signIn(testApp, user)];
    for (const cookie of [here, elsewhere]) await age(testApp, cookie, 'confirmedAt', 11);
    await confirm(here, testPassword);
    expect((await addUser(here)).status).toBe(201);
    expect(await addUser(elsewhere)).toMatchObject(refused);
  });
});

describe('two-factor sign-in', () => {
  test.each([
    ['turning it off', turnOffSecondFactor],
    ['new recovery codes', renewRecoveryCodes],
    ['a new secret', startSecondFactor],
  ])('%s requires a recent confirmation', async (_, endpoint) => {
    const { cookie } = await anAdministratorWithAnApp(testApp);
    await age(testApp, cookie, 'confirmedAt', 11);
    expect(await testApp.call(endpoint, { cookie })).toMatchObject(refused);
  });

  test('the password alone proves nothing, however often it is entered', async () => {
    const { cookie } = await anAdministratorWithAnApp(testApp);
    await age(testApp, cookie, 'confirmedAt', 11);
    expect(await confirm(cookie, testPassword)).toMatchObject({
      status: 401,
      error: { code: 'wrong_code', fields: { passwordOrCode: expect.any(String) } },
    });
    for (const endpoint of [turnOffSecondFactor, renewRecoveryCodes]) {
      expect(await testApp.call(endpoint, { cookie })).toMatchObject(refused);
    }
    expect(await addUser(cookie)).toMatchObject(refused);
  });

  test('a new password needs the current one and a recent code', async () => {
    const { user, cookie, secret } = await anAdministratorWithAnApp(testApp);
    await age(testApp, cookie, 'confirmedAt', 11);
    const change = (currentPassword: string) =>
      testApp.call(changePassword, { cookie, body: { currentPassword, password: 'New-horse-88' } });
    expect(await change(testPassword)).toMatchObject(refused);
    await confirm(cookie, codeOf(secret));
    expect((await change('Wrong-password-1')).status).toBe(401);
    expect((await change(testPassword)).status).toBe(200);
    await testApp.inbox.waitFor(user.email, 'Your password was changed');
  });

  test('without two factors, the current password in the form is the proof', async () => {
    const body = { currentPassword: testPassword, password: 'New-horse-88' };
    const cookie = await signedIn(11);
    expect((await testApp.call(changePassword, { cookie, body })).status).toBe(200);
  });

  test('a recovery code is enough, once, and the owner is told', async () => {
    const { user, cookie, recoveryCodes } = await anAdministratorWithAnApp(testApp);
    await age(testApp, cookie, 'confirmedAt', 11);
    const code = recoveryCodes[0] ?? '';
    expect((await confirm(cookie, code)).status).toBe(204);
    expect((await confirm(cookie, code)).status).toBe(401);
    expect((await addUser(cookie)).status).toBe(201);
    await testApp.inbox.waitFor(user.email, 'A recovery code was used');
  });

  test('a code of the app is enough, once', async () => {
    const { cookie, secret } = await anAdministratorWithAnApp(testApp);
    await age(testApp, cookie, 'confirmedAt', 11);
    const code = codeOf(secret);
    expect((await confirm(cookie, code)).status).toBe(204);
    expect(await confirm(cookie, code)).toMatchObject({ status: 401 });
    expect((await testApp.call(turnOffSecondFactor, { cookie })).status).toBe(204);
  });

  test('without it, six digits prove nothing', async () => {
    const cookie = await signedIn(11);
    expect((await confirm(cookie, '123456')).status).toBe(401);
    expect(await addUser(cookie)).toMatchObject(refused);
  });
});

test('guessing in the confirmation is slowed down like guessing in the login', async () => {
  const cookie = await signedIn(11);
  const statuses: number[] = [];
  for (let count = 0; count < 11; count++) {
    statuses.push((await confirm(cookie, 'Wrong-password-1')).status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

describe('every call with which an administrator changes something', () => {
  const changing = Object.entries(allEndpoints).filter(
    ([, { access, method }]) => access !== 'public' && method !== 'GET',
  );

  test('needs a proof if it gives power or may take a second person', () => {
    const power = ['people.write', 'settings.write', 'privacy.write'];
    // But for what only reads, what the bank says, and that a first step is done, which can be undone and move nothing.
    const unproven = changing.filter(
      ([, { access, approval, recent }]) =>
        recent === false && (power.includes(access) || approval !== undefined),
    );
    expect(unproven.map(([name]) => name).toSorted()).toEqual([
      'checkInstallation',
      'findPerson',
      'getSampleReceipt',
      'importStatements',
      'markFirstStep',
      'matchLine',
      'unmatchLine',
    ]);
  });

  test('is refused without a proof if it always needs one, whatever is sent', async () => {
    const cookie = await signedIn(11);
    const strict = changing.filter(([, { recent }]) => recent === true);
    const answers: string[] = [];
    for (const [, { method, path }] of strict) {
      const url = path.replace(':id', 'any');
      const response = await testApp.request({ method, url, headers: { cookie } });
      answers.push(`${method} ${path} ${response.statusCode} ${response.json().code}`);
    }
    const others = answers.filter((answer) => !answer.endsWith(' 403 confirm_identity'));
    recordFigures('A21', {
      'calls that ask for it': strict.length,
      'refused without': answers.length - others.length,
    });
    expect(others).toEqual([]);
  });
});
