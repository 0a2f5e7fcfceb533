import { beforeEach, describe, expect, test } from 'vitest';
import {
  getSession,
  login,
  resetPassword,
  setUpFirstAdministrator,
} from '#contract/people/sign-in.ts';
import { rights } from '#core/people/rights.ts';
import { prepareFirstAdministrator } from '#server/people/sign-in/first-administrator.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAdministrator, aPerson, testPassword } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';

const testApp = useTestApp();

beforeEach(async () => {
  await testApp.db.deleteFrom('users').execute();
});

/** The secret of the link that the first start prints. */
async function aLink(): Promise<string> {
  const prepared = await prepareFirstAdministrator(testApp.db, null);
  if (!prepared || !('setupToken' in prepared)) throw new Error('No link was made');
  return prepared.setupToken;
}

function aForm() {
  const { firstName, lastName, email } = aPerson();
  return { firstName, lastName, email, password: testPassword };
}

const setUp = (token: string, form = aForm()) =>
  testApp.call(setUpFirstAdministrator, { body: { token, ...form } });

describe('the link that the first start prints', () => {
  test('creates the first administrator and signs them in', async () => {
    const form = aForm();
    const { status, body, headers } = await setUp(await aLink(), form);
    expect(status).toBe(201);
    const { password, ...person } = form;
    expect(body).toEqual({
      id: body.id,
      ...person,
      roles: ['owner'],
      allowed: [...rights],
      needsSecondFactor: false,
    });
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    expect((await testApp.call(getSession, { cookie })).body).toEqual(body);
    expect((await testApp.call(login, { body: { email: form.email, password } })).status).toBe(200);
  });

  test('works once, even when used ten times at the same moment', async () => {
    const token = await aLink();
    const answers = await Promise.all(Array.from({ length: 10 }, () => setUp(token)));
    const again = await setUp(token);
    const users = await testApp.db.selectFrom('users').select('id').execute();
    recordFigures('A11', {
      'uses of the first link': answers.length + 1,
      'administrators made': users.length,
    });
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(9).fill(400)].sort());
    expect(again).toMatchObject({ status: 400, error: { code: 'invalid_token' } });
    expect(users).toHaveLength(1);
  });

  test('is refused once there is an administrator', async () => {
    const token = await aLink();
    await anAdministrator(testApp);
    expect(await setUp(token)).toMatchObject({ status: 409, error: { code: 'setup_done' } });
  });

  test('is invalid as soon as a later start has printed another one', async () => {
    const first = await aLink();
    const second = await aLink();
    expect(await setUp(first)).toMatchObject({ status: 400, error: { code: 'invalid_token' } });
    expect((await setUp(second)).status).toBe(201);
  });

  test('does not work as a password reset', async () => {
    const token = await aLink();
    const answer = await testApp.call(resetPassword, { body: { token, password: testPassword } });
    expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_token' } });
  });

  test('survives a form with mistakes', async () => {
    const token = await aLink();
    const answer = await setUp(token, { ...aForm(), firstName: '', email: 'me', password: 'x' });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.error.fields ?? {}).sort()).toEqual([
      'email',
      'firstName',
      'password',
    ]);
    expect((await setUp(token)).status).toBe(201);
  });
});

describe('a start with a configured administrator', () => {
  const configured = { email: 'first@everycent.example', password: testPassword };

  test('creates it on an empty site', async () => {
    expect(await prepareFirstAdministrator(testApp.db, configured)).toEqual({
      created: configured.email,
    });
    expect((await testApp.call(login, { body: configured })).status).toBe(200);
  });

  test('does nothing when there are users', async () => {
    await anAdministrator(testApp);
    expect(await prepareFirstAdministrator(testApp.db, configured)).toBeNull();
    expect((await testApp.call(login, { body: configured })).status).toBe(401);
  });

  test('creates only one when several servers start at once', async () => {
    const results = await Promise.all(
      Array.from({ length: 5 }, () => prepareFirstAdministrator(testApp.db, configured)),
    );
    expect(results.filter((result) => result !== null)).toHaveLength(1);
  });
});
