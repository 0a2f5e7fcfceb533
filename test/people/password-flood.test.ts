import { createHook } from 'node:async_hooks';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { expect, test } from 'vitest';
import { resetPassword, setUpFirstAdministrator } from '#contract/people/sign-in.ts';
import { createAccountToken } from '#server/people/sign-in/account-links.ts';
import { hashPassword, verifyPassword } from '#server/people/sign-in/passwords.ts';
import { newToken } from '#server/platform/security/tokens.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAdministrator, aPerson } from '#test/support/factories.ts';

const testApp = useTestApp();

/** Forty who enter a password at once, strangers or not; says what has ended so far. */
function aFlood(isKnown = false) {
  const ended: string[] = [];
  const note = (what: string) => () => void ended.push(what);
  const guesses = Array.from({ length: 40 }, () =>
    verifyPassword('Wrong-horse-7', null, isKnown).then(note('guess')),
  );
  return { ended, note, over: Promise.all(guesses) };
}

test('guessing leaves threads for compressing pages and reading files', async () => {
  const { ended, over } = aFlood();
  await promisify(deflate)('A page.');
  expect(ended.length).toBeLessThan(10);
  await over;
});

test('a known browser does not wait for strangers', async () => {
  const { ended, note, over } = aFlood();
  await verifyPassword('Right-horse-7', null, true).then(note('owner'));
  expect(ended.length).toBeLessThan(10);
  await over;
});

test('choosing a password waits in the same line, before strangers', async () => {
  const known = aFlood(true);
  const strangers = aFlood();
  await hashPassword('New-horse-77').then(known.note('chosen'));
  // Two work at once, so one that began before may end after it.
  expect(known.ended.indexOf('chosen')).toBeGreaterThanOrEqual(39);
  expect(strangers.ended.length).toBeLessThan(10);
  await Promise.all([known.over, strangers.over]);
});

/** How many passwords are hashed during a call: Node.js names each piece of work that it hands to its threads. */
async function hashesDuring(call: () => Promise<{ status: number }>) {
  let hashes = 0;
  const hook = createHook({
    init: (_, type) => {
      if (type === 'ARGON2REQUEST') hashes += 1;
    },
  }).enable();
  const { status } = await call();
  hook.disable();
  return { status, hashes };
}

const password = 'New-horse-77';
const choose = (token: string) => testApp.call(resetPassword, { body: { token, password } });

test('an invented link to set a password costs no hashing', async () => {
  const { id } = await anAdministrator(testApp);
  const token = await testApp.db
    .transaction()
    .execute((trx) => createAccountToken(trx, 'reset', id));
  expect(await hashesDuring(() => choose(newToken()))).toEqual({ status: 400, hashes: 0 });
  expect(await hashesDuring(() => choose(token))).toEqual({ status: 200, hashes: 1 });
  // It was used.
  expect(await hashesDuring(() => choose(token))).toEqual({ status: 400, hashes: 0 });
});

test('neither does an invented link to create the first administrator', async () => {
  const { firstName, lastName, email } = aPerson();
  const setUp = (token: string) =>
    testApp.call(setUpFirstAdministrator, {
      body: { token, firstName, lastName, email, password },
    });
  expect(await hashesDuring(() => setUp(newToken()))).toEqual({ status: 400, hashes: 0 });
  const token = await testApp.db
    .transaction()
    .execute((trx) => createAccountToken(trx, 'setup', null));
  await testApp.db.deleteFrom('users').execute();
  expect(await hashesDuring(() => setUp(token))).toEqual({ status: 201, hashes: 1 });
});
