import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { solutionHeader } from '#contract/form-headers.ts';
import { getSession, login } from '#contract/people/sign-in.ts';
import { sendContactMessage } from '#contract/publishing/contact.ts';
import { buildApp } from '#server/app.ts';
import { passwordLimits } from '#server/people/sign-in/guess-limits.ts';
import { resealSecrets } from '#server/people/sign-in/reseal-secrets.ts';
import { newSecret } from '#server/people/sign-in/second-factor.ts';
import { readConfig } from '#server/platform/config.ts';
import { callerOf } from '#server/platform/misuse/call-counts.ts';
import { newChallenge } from '#server/platform/misuse/challenge.ts';
import { serverSecret } from '#server/platform/security/server-secret.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { createVault, openVault } from '#server/platform/security/vault.ts';
import { startServer } from '#server/start.ts';
import { anAdministratorWithAnApp, forgetUsedCodes } from '#test/support/account.ts';
import { useTestApp } from '#test/support/app.ts';
import { solve } from '#test/support/attack.ts';
import { codeOf } from '#test/support/authenticator.ts';
import { aTeamMember, testPassword } from '#test/support/factories.ts';
import { aUsedPlace } from '#test/support/new-place.ts';
import { freePort } from '#test/support/server-process.ts';

const oldKey = 'the key that the site had so far, long enough';
const newKey = 'the key that replaces it from now on, long enough';
const testApp = useTestApp({ env: { SECRET_KEY: oldKey } });
const logger = pino({ level: 'silent' });

/** The same site, started again with other keys. */
async function startedWith(keys: { SECRET_KEY: string; SECRET_KEY_PREVIOUS?: string }) {
  const { dataDir } = testApp.config;
  const config = readConfig({ DATA_DIR: dataDir, TEAM_EMAIL: 'team@example.org', ...keys });
  const vault = openVault(config);
  const app = await buildApp({ ...testApp, config, vault }, logger);
  const post = async (url: string, body: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url, headers, payload: body });
  return {
    vault,
    post,
    session: async (cookie: string) =>
      (await app.inject({ url: getSession.path, headers: { cookie } })).json(),
    signInWithCode: async (email: string, code: string) =>
      (await post(login.path, { email, password: testPassword, code })).statusCode,
    [Symbol.asyncDispose]: () => app.close(),
  };
}

const both = { SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: oldKey };
const onlyNew = { SECRET_KEY: newKey };

describe('with a new key, and the old one beside it', () => {
  test('sessions go on, and codes of authenticator apps work', async () => {
    const { user, cookie, secret } = await anAdministratorWithAnApp(testApp);
    await using site = await startedWith(both);
    expect(await site.session(cookie)).toMatchObject({ email: user.email });
    expect(await site.signInWithCode(user.email, codeOf(secret))).toBe(200);
  });

  test('a challenge that was made before the change is accepted, once', async () => {
    const secret = serverSecret(testApp.config);
    const task = {
      form: 'contact',
      network: callerOf('127.0.0.1', secret).toString('hex'),
    } as const;
    const headers = { [solutionHeader]: await solve(await newChallenge(task, 1, secret)) };
    // A filled honeypot is what asks for the challenge.
    const body = { email: 'ada@example.com', message: 'Hello', website: 'https://spam.example' };
    await using without = await startedWith(onlyNew);
    expect((await without.post(sendContactMessage.path, body, headers)).statusCode).toBe(428);
    await using site = await startedWith(both);
    expect((await site.post(sendContactMessage.path, body, headers)).statusCode).toBe(200);
    expect((await site.post(sendContactMessage.path, body, headers)).statusCode).toBe(428);
  });

  test('an administrator is still known where they have signed in', async () => {
    const { user } = await anAdministratorWithAnApp(testApp);
    await forgetUsedCodes(testApp, user);
    const browser = hashToken(newToken());
    const expiresAt = sql<string>`now() + interval '1 day'`;
    await testApp.db
      .insertInto('knownBrowsers')
      .values({ tokenHash: browser, userId: user.id, expiresAt })
      .execute();
    const guess = { account: user.email, address: '192.0.2.7', browser };
    await using site = await startedWith(both);
    await using without = await startedWith(onlyNew);
    // Strangers who guess at the account do not lock its owner out there, whatever the key is.
    for (const { vault } of [site, without]) {
      expect(await passwordLimits(testApp.db, vault, guess)).toHaveLength(1);
      expect(await passwordLimits(testApp.db, vault, { ...guess, browser: null })).toHaveLength(3);
    }
  });
});

describe('the secrets of authenticator apps', () => {
  test('are encrypted with the new key, and then work without the old one', async () => {
    const { user, secret } = await anAdministratorWithAnApp(testApp);
    await using early = await startedWith(onlyNew);
    expect(await early.signInWithCode(user.email, codeOf(secret))).toBe(401);
    {
      await using site = await startedWith(both);
      expect(await resealSecrets(testApp.db, site.vault)).toBeGreaterThan(0);
      expect(await resealSecrets(testApp.db, site.vault)).toBe(0);
      expect(await site.signInWithCode(user.email, codeOf(secret))).toBe(200);
    }
    await forgetUsedCodes(testApp, user);
    await using late = await startedWith(onlyNew);
    expect(await late.signInWithCode(user.email, codeOf(secret))).toBe(200);
    expect(await logInStatus(user.email)).toBe(401);
  });

  test('that cannot be opened are not taken for a wrong code', async () => {
    const { user, secret } = await anAdministratorWithAnApp(testApp);
    await using site = await startedWith(onlyNew);
    const messageFor = async (code: string) => {
      const body = { email: user.email, password: testPassword, code };
      return (await site.post(login.path, body)).json();
    };
    expect(await messageFor(codeOf(secret))).toMatchObject({
      code: 'wrong_code',
      message:
        'Codes of authenticator apps cannot be checked at the moment. Use one of your recovery codes.',
    });
    // That of a recovery code can be.
    expect((await messageFor('wrong-recovery-code')).message).toMatch(/^This code is not correct/);
  });

  test('that neither key opens stay as they are', async () => {
    const third = createVault('a third key, which nobody has, long enough');
    const sealed = third.seal('secret', 'owner');
    const vault = createVault(newKey, oldKey);
    expect(vault.open(sealed, 'owner')).toBeNull();
    expect(vault.reseal(sealed, 'owner')).toBeNull();
    const old = createVault(oldKey).seal('secret', 'owner');
    expect(vault.reseal(old, 'somebody else')).toBeNull();
    expect(createVault(newKey).open(vault.reseal(old, 'owner') ?? old, 'owner')).toBe('secret');
  });

  /** With the application that has the old key alone. */
  async function logInStatus(email: string): Promise<number> {
    const { status } = await testApp.call(login, { body: { email, password: testPassword } });
    return status;
  }
});

test('a start with both keys does it, and says that the old one can go', async () => {
  await using place = await aUsedPlace();
  const start = async (keys: Record<string, string>) =>
    startServer(
      readConfig({ ...place.env, PORT: String(await freePort()), ...keys }),
      logger,
      async () => {},
    );
  const about = (notices: string[]) => notices.filter((notice) => notice.includes('SECRET_KEY'));

  const before = await start({ SECRET_KEY: oldKey });
  const sealed = createVault(oldKey);
  const { db } = before.connection;
  const { id } = await aTeamMember({ db }, 'owner');
  // What turning on two-factor sign-in leaves, without the calls of a browser.
  await sql`insert into second_factors (user_id, secret, enabled_at)
    values (${id}, ${sealed.seal(newSecret(), id)}, now())`.execute(db);
  await before.close();

  const changed = await start(both);
  expect(about(changed.notices)).toEqual([
    expect.stringContaining('remove SECRET_KEY_PREVIOUS before the next start.'),
  ]);
  await changed.close();
  const after = await start(onlyNew);
  expect(about(after.notices)).toEqual([]);
  await after.close();
});
