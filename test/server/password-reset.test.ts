import { describe, expect, test } from 'vitest';
import { forgotPassword, getSession, login, resetPassword } from '#contract/auth.ts';
import { passwordRuleMessage } from '#core/password-rule.ts';
import { createAccountToken, hashToken } from '#server/security/tokens.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  anAdministrator,
  aPerson,
  linkToken,
  signIn,
  testPassword,
} from '#test/support/factories.ts';

const testApp = useTestApp();
const password = 'Brand-new-password-2';

const ask = (email: string) => testApp.call(forgotPassword, { body: { email } });
const reset = (token: string, chosen = password) =>
  testApp.call(resetPassword, { body: { token, password: chosen } });
const canLogIn = async (email: string, chosen: string) =>
  (await testApp.call(login, { body: { email, password: chosen } })).status === 200;
const deadLink = { status: 400, error: { code: 'invalid_token' } };

/** An administrator with a reset link, without waiting for the mail. */
async function somebodyWithALink() {
  const user = await anAdministrator(testApp);
  const token = await testApp.db
    .transaction()
    .execute((trx) => createAccountToken(trx, 'reset', user.id));
  return { user, token };
}

async function expire(token: string, secondsAgo: number) {
  await testApp.db
    .updateTable('accountTokens')
    .set({ expiresAt: new Date(Date.now() - secondsAgo * 1000).toISOString() })
    .where('tokenHash', '=', hashToken(token))
    .execute();
}

describe('a forgotten password', () => {
  test('the link in the mail sets a new one, once', async () => {
    const { email } = await anAdministrator(testApp);
    const asked = await ask(` ${email.toUpperCase()} `);
    expect(asked.status).toBe(200);
    const mail = await testApp.inbox.waitFor(email, 'Reset your password');
    const token = linkToken(mail);
    expect(mail.text).toContain('within 30 minutes');

    const answer = await reset(token);
    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'Your password was changed. You can log in now.' },
    });
    expect(await canLogIn(email, password)).toBe(true);
    expect(await canLogIn(email, testPassword)).toBe(false);
    expect(await reset(token, 'Another-password-3')).toMatchObject(deadLink);
    expect(await canLogIn(email, password)).toBe(true);
  });

  test('gives the same answer for an address without an account, and sends nothing', async () => {
    const { email } = await anAdministrator(testApp);
    const stranger = aPerson().email;
    const [known, unknown] = [await ask(email), await ask(stranger)];
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
    // Jobs run in order: when the mail to the one is there, the other's would be too.
    await ask(email);
    await testApp.inbox.waitFor(email, 'Reset your password');
    expect(await testApp.inbox.to(stranger)).toEqual([]);
  });

  test('ends all sessions of that user and nobody else', async () => {
    const { user, token } = await somebodyWithALink();
    const theirs = [await signIn(testApp, user), await signIn(testApp, user)];
    const other = await signIn(testApp);
    await reset(token);
    for (const cookie of theirs) {
      expect((await testApp.call(getSession, { cookie })).body).toBeNull();
    }
    expect((await testApp.call(getSession, { cookie: other })).body).not.toBeNull();
  });
});

describe('a reset link', () => {
  test('used twenty times at once works once', async () => {
    const { user, token } = await somebodyWithALink();
    const passwords = Array.from({ length: 20 }, (_, index) => `Password-number-${index}`);
    const answers = await Promise.all(passwords.map((chosen) => reset(token, chosen)));
    const winners = passwords.filter((_, index) => answers[index]?.status === 200);
    expect(winners).toHaveLength(1);
    expect(await canLogIn(user.email, winners[0] ?? '')).toBe(true);
  });

  test('works for half an hour', async () => {
    const { token } = await somebodyWithALink();
    const { expiresAt } = await testApp.db
      .selectFrom('accountTokens')
      .select('expiresAt')
      .where('tokenHash', '=', hashToken(token))
      .executeTakeFirstOrThrow();
    const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThanOrEqual(30);
    await expire(token, -10);
    expect((await reset(token)).status).toBe(200);
  });

  test('does nothing once it has expired', async () => {
    const { user, token } = await somebodyWithALink();
    await expire(token, 1);
    expect(await reset(token)).toMatchObject(deadLink);
    expect(await canLogIn(user.email, testPassword)).toBe(true);
  });

  test('is void as soon as there is a newer one', async () => {
    const { user, token } = await somebodyWithALink();
    await testApp.db.transaction().execute((trx) => createAccountToken(trx, 'reset', user.id));
    expect(await reset(token)).toMatchObject(deadLink);
  });

  test('survives a password that breaks the rule', async () => {
    const { token } = await somebodyWithALink();
    for (const weak of ['Short-1', 'no-capital-1', 'NO-SMALL-1', 'No-digit-here', '']) {
      const { status, error } = await reset(token, weak);
      expect(status).toBe(400);
      expect(error.fields).toEqual({ password: weak ? passwordRuleMessage : 'Required' });
    }
    expect((await reset(token)).status).toBe(200);
  });

  test.each(['', 'x', 'x'.repeat(201)])('cannot be guessed: %s', async (token) => {
    expect((await reset(token)).status).toBe(400);
  });
});
