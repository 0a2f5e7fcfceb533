import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import type { UserId } from '#contract/ids.ts';
import {
  changePassword,
  confirmIdentity,
  renewRecoveryCodes,
  startSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '#contract/people/account.ts';
import { login, resetPassword } from '#contract/people/sign-in.ts';
import { createAccountToken } from '#server/people/sign-in/account-links.ts';
import { hashPassword } from '#server/people/sign-in/passwords.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { age, anAdministratorWithAnApp } from '#test/support/account.ts';
import { type Answer, useTestApp } from '#test/support/app.ts';
import { codeOf } from '#test/support/authenticator.ts';
import { anAdministrator, signIn, testPassword } from '#test/support/factories.ts';
import { meet } from '#test/support/locks.ts';

// Somebody who knows the old password signs in at the moment in which the owner shuts them out.
const testApp = useTestApp();
const password = 'Brand-new-password-2';
let newHash: string;

beforeAll(async () => {
  newHash = await hashPassword(password);
});

async function sessionsOf(userId: UserId): Promise<number> {
  const rows = await testApp.db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .execute();
  return rows.length;
}

const signInAs = ({ email }: TeamMember) =>
  testApp.call(login, { body: { email, password: testPassword } });

/** A session with an app that has shown no code yet. */
async function withAnApp(user: TeamMember) {
  const cookie = await signIn(testApp, user);
  const { body } = await testApp.call(startSecondFactor, { cookie });
  return { cookie, secret: body.secret };
}

/** Makes a call while a change of the account is under way, which ends once the call waits for it. */
async function during<T>(change: (trx: Trx) => Promise<unknown>, call: () => Promise<T>) {
  const [answer] = await meet(testApp, change, [call]);
  return answer;
}

const changes = {
  'a new password': (userId: UserId) => (trx: Trx) =>
    trx.updateTable('users').set({ passwordHash: newHash }).where('id', '=', userId).execute(),
  'two-factor sign-in': (userId: UserId) => async (trx: Trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    await trx
      .updateTable('secondFactors')
      .set({ enabledAt: sql<string>`now()` })
      .where('userId', '=', userId)
      .execute();
  },
};

describe.each(Object.entries(changes))('while %s is being saved', (_, change) => {
  test('nobody signs in with what was right before', async () => {
    const user = await anAdministrator(testApp);
    await withAnApp(user);
    const answer = await during(change(user.id), () => signInAs(user));
    expect(answer).toMatchObject({ status: 401, error: { code: 'wrong_credentials' } });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await sessionsOf(user.id)).toBe(1);
  });

  test('nobody confirms their identity with what was right before', async () => {
    const user = await anAdministrator(testApp);
    const { cookie } = await withAnApp(user);
    await age(testApp, cookie, 'confirmedAt', 11);
    const answer = await during(change(user.id), () =>
      testApp.call(confirmIdentity, { cookie, body: { passwordOrCode: testPassword } }),
    );
    expect(answer).toMatchObject({ status: 401, error: { code: 'wrong_credentials' } });
    expect((await testApp.call(startSecondFactor, { cookie })).error.code).toBe('confirm_identity');
  });
});

/** Twenty logins with the old password, and a change that comes when the first of them is in. */
async function amongLogins(user: TeamMember, change: () => Promise<{ status: number }>) {
  const logins = Array.from({ length: 20 }, () => signInAs(user));
  await Promise.race(logins);
  expect((await change()).status).toBe(200);
  await Promise.all(logins);
  return sessionsOf(user.id);
}

describe('of twenty who sign in with the old password at that moment, nobody stays', () => {
  test('when the owner changes it', async () => {
    const user = await anAdministrator(testApp);
    const cookie = await signIn(testApp, user);
    const body = { currentPassword: testPassword, password };
    const left = await amongLogins(user, () => testApp.call(changePassword, { cookie, body }));
    expect(left).toBe(1);
  });

  test('when a link in an email replaces it', async () => {
    const user = await anAdministrator(testApp);
    const token = await testApp.db
      .transaction()
      .execute((trx) => createAccountToken(trx, 'reset', user.id));
    const body = { token, password };
    expect(await amongLogins(user, () => testApp.call(resetPassword, { body }))).toBe(0);
  });

  test('when two-factor sign-in is turned on', async () => {
    const user = await anAdministrator(testApp);
    const { cookie, secret } = await withAnApp(user);
    const body = { code: codeOf(secret) };
    const left = await amongLogins(user, () => testApp.call(turnOnSecondFactor, { cookie, body }));
    expect(left).toBe(1);
  });
});

describe('a call that waits while its session is ended', () => {
  /** What is known of an account that such a call could have changed. */
  const look = (id: UserId) =>
    testApp.db
      .selectFrom('users')
      .leftJoin('secondFactors', 'secondFactors.userId', 'users.id')
      .select(['passwordHash', 'secret', 'enabledAt'])
      .where('users.id', '=', id)
      .executeTakeFirstOrThrow();
  const signOut = (id: UserId) => async (trx: Trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute();
    await trx.deleteFrom('sessions').where('userId', '=', id).execute();
  };
  const withoutAnApp = async () => {
    const user = await anAdministrator(testApp);
    return { user, ...(await withAnApp(user)) };
  };
  const withOne = () => anAdministratorWithAnApp(testApp);
  const body = { currentPassword: testPassword, password };

  type Owner = { user: TeamMember; cookie: string; secret: string };
  type Call = (
    cookie: string,
    secret: string,
  ) => Promise<Pick<Answer<Endpoint>, 'status' | 'error' | 'headers'>>;
  const calls: [string, () => Promise<Owner>, Call][] = [
    [
      'change the password',
      withoutAnApp,
      (cookie) => testApp.call(changePassword, { cookie, body }),
    ],
    [
      'start two-factor sign-in',
      withoutAnApp,
      (cookie) => testApp.call(startSecondFactor, { cookie }),
    ],
    [
      'turn two-factor sign-in on',
      withoutAnApp,
      (cookie, secret) =>
        testApp.call(turnOnSecondFactor, { cookie, body: { code: codeOf(secret) } }),
    ],
    [
      'turn two-factor sign-in off',
      withOne,
      (cookie) => testApp.call(turnOffSecondFactor, { cookie }),
    ],
    ['renew the recovery codes', withOne, (cookie) => testApp.call(renewRecoveryCodes, { cookie })],
  ];

  test.each(calls)('does not %s', async (_, anOwner, call) => {
    const { user, cookie, secret } = await anOwner();
    const before = await look(user.id);
    const answer = await during(signOut(user.id), () => call(cookie, secret));
    expect(answer).toMatchObject({ status: 401, error: { code: 'not_signed_in' } });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await look(user.id)).toEqual(before);
  });
});
