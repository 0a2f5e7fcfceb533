import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { forgotPassword, login, resetPassword } from '#contract/people/sign-in.ts';
import { createAccountToken } from '#server/people/sign-in/account-links.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { type Answer, useTestApp } from '#test/support/app.ts';
import { anAdministrator, aPerson, testPassword } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';

// `npm run bench -- sign-in-timing` measures how long each response takes.
const testApp = useTestApp();

/** Everything that an outsider can see of a response, except what differs between any two. */
// biome-ignore lint/suspicious/noExplicitAny: of any endpoint
function visible({ status, headers, body }: Answer<any>) {
  const { date: _, 'content-length': __, ...others } = headers;
  const { requestId: ___, ...rest } = body as Record<string, unknown>;
  return { status, headers: others, body: rest };
}

async function anInvitation() {
  const { id, email } = await anAdministrator(testApp);
  await testApp.db
    .updateTable('users')
    .set({ passwordHash: null, acceptedAt: null })
    .where('id', '=', id)
    .execute();
  const token = await testApp.db
    .transaction()
    .execute((trx) => createAccountToken(trx, 'invitation', id));
  return { email, token };
}

describe('nobody can find out whether an account exists', () => {
  test('by the login', async () => {
    const attempt = (email: string) =>
      testApp.call(login, { body: { email, password: 'Wrong-password-1' } });
    const known = visible(await attempt((await anAdministrator(testApp)).email));
    expect(known.status).toBe(401);
    const others = [aPerson().email, (await anInvitation()).email, 'not an address'];
    const answers = [];
    for (const email of others) answers.push(visible(await attempt(email)));
    const different = answers.filter((answer) => !isDeepStrictEqual(answer, known));
    recordFigures('A12', {
      'kinds of accounts': 1 + others.length,
      'different responses': different.length,
    });
    expect(answers).toEqual(others.map(() => known));
  });

  test('by the login once it is slowed down', async () => {
    const exhaust = async (email: string) => {
      const body = { email, password: 'Wrong-password-1' };
      const answers = [];
      for (let count = 0; count < 11; count++) answers.push(await testApp.call(login, { body }));
      return answers.map(({ status, error: { code, message } }) => ({ status, code, message }));
    };
    const known = await exhaust((await anAdministrator(testApp)).email);
    expect(known.at(-1)).toMatchObject({ status: 429 });
    expect(await exhaust(aPerson().email)).toEqual(known);
  });

  test('by a forgotten password', async () => {
    const ask = (email: string) => testApp.call(forgotPassword, { body: { email } });
    const seen = async (email: string) => {
      const { 'x-ratelimit-remaining': _, ...headers } = visible(await ask(email)).headers;
      return { ...visible(await ask(email)), headers };
    };
    const known = await seen((await anAdministrator(testApp)).email);
    expect(known.status).toBe(200);
    expect(await seen(aPerson().email)).toEqual(known);
    expect(await seen((await anInvitation()).email)).toEqual(known);
  });

  test('by a link that was used, has expired, or never existed', async () => {
    const choose = (token: string) =>
      testApp.call(resetPassword, { body: { token, password: testPassword } });
    const { token: used } = await anInvitation();
    await choose(used);
    const { token: expired } = await anInvitation();
    await testApp.db
      .updateTable('accountTokens')
      .set({ expiresAt: new Date(0).toISOString() })
      .where('tokenHash', '=', hashToken(expired))
      .execute();
    const bodies = [];
    for (const token of [used, expired, newToken()]) {
      const { status, error } = await choose(token);
      bodies.push({ status, code: error.code, message: error.message });
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]).toMatchObject({ status: 400, code: 'invalid_token' });
  });
});
