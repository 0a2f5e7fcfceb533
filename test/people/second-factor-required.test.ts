import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '#contract/people/account.ts';
import { getSession, login } from '#contract/people/sign-in.ts';
import { listUsers } from '#contract/people/users.ts';
import { rightsOf } from '#core/people/rights.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { anAdministratorWithAnApp } from '#test/support/account.ts';
import { useTestApp } from '#test/support/app.ts';
import { codeOf } from '#test/support/authenticator.ts';
import { allEndpoints } from '#test/support/endpoints.ts';
import { anAdministrator, signIn, testPassword } from '#test/support/factories.ts';
import { addTestPasskey } from '#test/support/passkey.ts';
import { servedRoutes } from '#test/support/routes.ts';
import { changeSettings } from '#test/support/settings.ts';

const testApp = useTestApp();
beforeAll(async () => {
  await changeSettings(testApp, { isSecondFactorRequired: true });
});
afterAll(async () => {
  await changeSettings(testApp, { isSecondFactorRequired: false });
});

/** What somebody without a second factor needs to set one up. */
const open = [
  'GET /api/account',
  'POST /api/account/confirm',
  'POST /api/account/passkeys',
  'POST /api/account/passkeys/challenge',
  'POST /api/account/second-factor',
  'POST /api/account/second-factor/on',
];

test('the contract opens to them what sets one up, and nothing else', () => {
  const marked = Object.values(allEndpoints)
    .filter(({ withoutSecondFactor }) => withoutSecondFactor)
    .map(({ method, path }) => `${method} ${path}`);
  expect(marked.sort()).toEqual(open);
});

describe('while everybody needs a second factor', () => {
  test('every other route that the server lists refuses whoever has none', async () => {
    const refused: string[] = [];
    const served: string[] = [];
    for (const { method, path, access } of servedRoutes(testApp.app)) {
      if (access === undefined || access === 'public') continue;
      const { statusCode, body } = await testApp.request({
        method: method as 'GET',
        url: path.replaceAll(/:\w+|\*/g, newId()),
        headers: { cookie: await signIn(testApp) },
      });
      const isRefused =
        statusCode === 403 &&
        (method === 'HEAD' || JSON.parse(body).code === 'second_factor_missing');
      (isRefused ? refused : served).push(`${method} ${path}`);
    }
    expect(served.filter((route) => !route.startsWith('HEAD ')).sort()).toEqual(open);
    expect(refused.length).toBeGreaterThan(80);
  });

  test('they sign in with the password, and are told that they may do nothing yet', async () => {
    const { email } = await anAdministrator(testApp);
    const answer = await testApp.call(login, { body: { email, password: testPassword } });
    expect(answer).toMatchObject({ status: 200, body: { needsSecondFactor: true, allowed: [] } });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const { body } = await testApp.call(getSession, { cookie });
    expect(body).toMatchObject({ email, needsSecondFactor: true, allowed: [] });
    expect((await testApp.call(listUsers, { cookie })).error.code).toBe('second_factor_missing');
  });

  test('an app opens everything at once, and so does a passkey', async () => {
    const all = { needsSecondFactor: false, allowed: rightsOf(['owner']) };
    const cookie = await signIn(testApp);
    const { body } = await testApp.call(startSecondFactor, { cookie });
    // A secret that no app has shown to know is none.
    expect((await testApp.call(listUsers, { cookie })).status).toBe(403);
    await testApp.call(turnOnSecondFactor, { cookie, body: { code: codeOf(body.secret) } });
    expect((await testApp.call(listUsers, { cookie })).status).toBe(200);
    const other = await signIn(testApp);
    await addTestPasskey(testApp, other, 'Phone');
    expect((await testApp.call(getSession, { cookie: other })).body).toMatchObject(all);
    expect((await testApp.call(listUsers, { cookie: other })).status).toBe(200);
  });

  test('removing the last one closes everything again, in the session that is open', async () => {
    const { cookie } = await anAdministratorWithAnApp(testApp);
    expect((await testApp.call(turnOffSecondFactor, { cookie })).status).toBe(204);
    expect((await testApp.call(listUsers, { cookie })).error.code).toBe('second_factor_missing');
  });
});

test('once the setting is off, the password is enough again', async () => {
  const cookie = await signIn(testApp);
  expect((await testApp.call(listUsers, { cookie })).status).toBe(403);
  await changeSettings(testApp, { isSecondFactorRequired: false });
  expect((await testApp.call(listUsers, { cookie })).status).toBe(200);
});
