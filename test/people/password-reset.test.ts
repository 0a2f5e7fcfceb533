import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import {
  checkPasswordLink,
  forgotPassword,
  getSession,
  login,
  resetPassword,
} from '#contract/people/sign-in.ts';
import { passwordRuleMessage } from '#core/people/password-rule.ts';
import { createAccountToken } from '#server/people/sign-in/account-links.ts';
import { hashToken } from '#server/platform/security/tokens.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  anAdministrator,
  aPerson,
  linkToken,
  signIn,
  testPassword,
} from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { repeats } from '#test/support/tier.ts';

const testApp = useTestApp();
const password = 'Brand-new-password-2';

const ask = (email: string) => testApp.call(forgotPassword, { body: { email } });
const reset = (token: string, chosen = password) =>
  testApp.call(resetPassword, { body: { token, password: chosen } });
const canLogIn = async (email: string, chosen: string) =>
  (await testApp.call(login, { body: { email, password: chosen } })).status === 200;
const deadLink = { status: 400, error: { code: 'invalid_token' } };

/** An administrator with a reset link, without waiting for the email. */
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

async function openWishes(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pgboss.job
    where name in ('password-reset', 'mail') and state < 'completed'`.execute(testApp.db);
  return rows[0]?.count ?? 0;
}

describe('a forgotten password', () => {
  test('the link in the email sets a new one, once', async () => {
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

  test('gets the same response for an address without an account, and nothing is sent', async () => {
    const { email } = await anAdministrator(testApp);
    const stranger = aPerson().email;
    const [known, unknown] = [await ask(email), await ask(stranger)];
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
    // Once no request is left, no email for one can arrive.
    await vi.waitFor(async () => expect(await openWishes()).toBe(0), { timeout: 60_000 });
    expect(await testApp.inbox.to(email)).toHaveLength(1);
    expect(await testApp.inbox.to(stranger)).toEqual([]);
    // Nothing is left of what was typed.
    const { rows } = await sql`select data from pgboss.job where name = 'password-reset'`.execute(
      testApp.db,
    );
    expect(rows).toEqual([]);
  });

  test('ends all sessions of that user and of nobody else', async () => {
    const { user, token } = await somebodyWithALink();
    const theirs = [await signIn(testApp, user), await signIn(testApp, user)];
    const other = await signIn(testApp);
    await reset(token);
    let alive = 0;
    for (const cookie of theirs) {
      const { body } = await testApp.call(getSession, { cookie });
      alive += Number(body !== null);
    }
    recordFigures('A20', {
      'sessions ended by a new password': theirs.length,
      'still alive': alive,
    });
    expect(alive).toBe(0);
    expect((await testApp.call(getSession, { cookie: other })).body).not.toBeNull();
  });
});

describe('a reset link', () => {
  test('used fifty times at once works once', async () => {
    const { user, token } = await somebodyWithALink();
    const passwords = Array.from({ length: 50 }, (_, index) => `Password-number-${index}`);
    const answers = await Promise.all(passwords.map((chosen) => reset(token, chosen)));
    const winners = passwords.filter((_, index) => answers[index]?.status === 200);
    recordFigures('A13', { 'uses at once of one link': answers.length, worked: winners.length });
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
    recordFigures('A13', { 'minutes a reset link works': Math.ceil(minutes) });
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

  test('is invalid as soon as there is a newer one', async () => {
    const { user, token } = await somebodyWithALink();
    await testApp.db.transaction().execute((trx) => createAccountToken(trx, 'reset', user.id));
    expect(await reset(token)).toMatchObject(deadLink);
  });

  test('survives a password that breaks the rule', async () => {
    const { token } = await somebodyWithALink();
    for (const weak of ['Short-1', 'no-capital-1', 'NO-SMALL-1', 'No-digit-here', '']) {
      const { status, error } = await reset(token, weak);
      recordFigures('A6', { 'weak passwords': 1, refused: Number(status === 400) });
      expect(status).toBe(400);
      expect(error.fields).toEqual({ password: weak ? passwordRuleMessage : 'Required' });
    }
    expect((await reset(token)).status).toBe(200);
  });

  test.each(['', 'x', 'x'.repeat(201)])('cannot be guessed: %s', async (token) => {
    expect((await reset(token)).status).toBe(400);
  });
});

test('a link says whether it works, without being used up or saying whose it is', async () => {
  const problemOf = async (token: string) =>
    (await testApp.call(checkPasswordLink, { body: { token } })).body;
  const { token } = await somebodyWithALink();
  expect(await problemOf(token)).toEqual({ problem: null });
  expect(await problemOf(token)).toEqual({ problem: null });
  expect((await reset(token)).status).toBe(200);
  const dead = {
    problem:
      'This link has been used or has expired. Request a new one with "Forgot Your Password?".',
  };
  expect(await problemOf(token)).toEqual(dead);
  expect(await problemOf('x')).toEqual(dead);

  const { token: late } = await somebodyWithALink();
  await expire(late, 1);
  expect(await problemOf(late)).toEqual(dead);
  const { token: other, user } = await somebodyWithALink();
  await testApp.db
    .updateTable('accountTokens')
    .set({ purpose: 'confirm-address' })
    .where('userId', '=', user.id)
    .execute();
  expect(await problemOf(other)).toEqual(dead);
});

describe('the link in the email', () => {
  const forged: Record<string, string>[] = [
    { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    { host: 'evil.example' },
    { host: 'evil.example:80' },
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-host': 'evil.example, localhost' },
    { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' },
    { 'x-host': 'evil.example' },
    { 'x-original-host': 'evil.example' },
    { 'x-original-url': 'http://evil.example/' },
    { 'x-rewrite-url': 'http://evil.example/' },
    { 'x-forwarded-server': 'evil.example' },
    { 'x-http-host-override': 'evil.example' },
    { 'x-proxy-host': 'evil.example' },
    { 'x-real-ip': 'evil.example' },
    { 'x-forwarded-prefix': '//evil.example' },
    { 'x-forwarded-port': '1@evil.example' },
    { forwarded: 'host=evil.example;proto=https' },
    { referer: 'http://evil.example/' },
    { host: 'localhost@evil.example' },
    { host: 'localhost.evil.example' },
  ];

  test('leads to the configured site, whatever the headers of the call are', async () => {
    // These come first because frameworks and proxies use them.
    let calls = 0;
    const followed: string[] = [];
    for (const headers of forged.slice(0, repeats({ change: 4, release: 20 }))) {
      const { email } = await anAdministrator(testApp);
      const answer = await testApp.request({
        method: 'POST',
        url: '/api/auth/forgot-password',
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify({ email }),
      });
      expect(answer.statusCode).toBe(200);
      const mail = await testApp.inbox.waitFor(email, 'Reset your password');
      calls++;
      if (`${mail.text}${mail.html}`.includes('evil')) followed.push(JSON.stringify(headers));
      expect(mail.text).toContain('http://localhost:3000/auth/reset-password?token=');
    }
    recordFigures('A14', { 'forged calls': calls, 'seen in the mail': followed.length });
    expect(followed).toEqual([]);
  });
});

describe('the rule for passwords', () => {
  test.each([64, 128])('accepts one of %i characters', async (length) => {
    const { user, token } = await somebodyWithALink();
    const chosen = `Aa1${'x'.repeat(length - 3)}`;
    expect((await reset(token, chosen)).status).toBe(200);
    const isTaken = await canLogIn(user.email, chosen);
    const isCut = await canLogIn(user.email, chosen.slice(0, -1));
    recordFigures('A6', {
      'long passwords': 1,
      taken: Number(isTaken),
      'cut short': Number(isCut),
    });
    expect([isTaken, isCut]).toEqual([true, false]);
  });

  test('takes every character as it is: none is cut off, trimmed, or folded', async () => {
    const { user, token } = await somebodyWithALink();
    const chosen = ` Aa1${'x'.repeat(95)} `;
    expect((await reset(token, chosen)).status).toBe(200);
    expect(await canLogIn(user.email, chosen)).toBe(true);
    const almost = [
      `${chosen.slice(0, 79)}y${chosen.slice(80)}`,
      chosen.slice(0, 72),
      chosen.trim(),
      chosen.trimStart(),
      chosen.trimEnd(),
      chosen.toLowerCase(),
      chosen.replace('Aa', 'aA'),
    ];
    const accepted: string[] = [];
    for (const other of almost) if (await canLogIn(user.email, other)) accepted.push(other);
    recordFigures('A8', {
      'passwords almost like the right one': almost.length,
      'accepted in place of it': accepted.length,
    });
    expect(accepted).toEqual([]);
  });

  test('stores an argon2id hash of it, with at least 19 MiB and two passes', async () => {
    const { user, token } = await somebodyWithALink();
    await reset(token);
    const { passwordHash } = await testApp.db
      .selectFrom('users')
      .select('passwordHash')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    const [, memory, passes] =
      /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(passwordHash ?? '') ?? [];
    recordFigures('A17', { 'MiB of memory': Number(memory) / 1024, passes: Number(passes) });
    expect(Number(memory)).toBeGreaterThanOrEqual(19 * 1024);
    expect(Number(passes)).toBeGreaterThanOrEqual(2);
    expect(passwordHash).not.toContain(password);
  });
});
