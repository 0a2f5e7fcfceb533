import { describe, expect, test } from 'vitest';
import {
  confirmIdentity,
  renewRecoveryCodes,
  startSecondFactor,
  turnOffSecondFactor,
} from '#contract/people/account.ts';
import { createUser, listUsers, updateUser } from '#contract/people/users.ts';
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
    expect((await addUser(await signedIn(9))).status).toBe(201);
    const cookie = await signedIn(11);
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

describe("an administrator's email address", () => {
  test('changes only with a recent confirmation; a name does not need one', async () => {
    const { id, ...person } = await anAdministrator(testApp);
    const params = { id };
    const cookie = await signedIn(11);
    const renamed = { ...person, lastName: 'Murray' };
    expect((await testApp.call(updateUser, { cookie, params, body: renamed })).status).toBe(200);
    const moved = { ...renamed, email: aPerson().email };
    const without = await testApp.call(updateUser, { cookie, params, body: moved });
    expect(without).toMatchObject(refused);
    recordFigures('A9', {
      'addresses changed without a confirmation': Number(without.status === 200),
    });
    await confirm(cookie, testPassword);
    expect((await testApp.call(updateUser, { cookie, params, body: moved })).status).toBe(200);
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

test('every call that requires a recent confirmation is refused without one, whatever is sent', async () => {
  const cookie = await signedIn(11);
  const declared = Object.values(allEndpoints).filter(({ recent }) => recent);
  expect(declared.length).toBeGreaterThanOrEqual(5);
  let refusals = 0;
  for (const { method, path } of declared) {
    const url = path.replace(':id', 'any');
    const response = await testApp.request({ method, url, headers: { cookie } });
    expect([path, response.statusCode, response.json().code]).toEqual([
      path,
      403,
      'confirm_identity',
    ]);
    refusals += Number(response.statusCode === 403);
  }
  recordFigures('A21', { 'calls that ask for it': declared.length, 'refused without': refusals });
});
