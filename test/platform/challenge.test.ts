import { pino } from 'pino';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Challenge } from '#contract/challenge.ts';
import { buildApp } from '#server/app.ts';
import { newChallenge } from '#server/platform/misuse/challenge.ts';
import { serverSecret } from '#server/platform/security/server-secret.ts';
import { useTestApp } from '#test/support/app.ts';
import { proofOf, sendForm, solve } from '#test/support/attack.ts';
import { aPerson } from '#test/support/factories.ts';

const testApp = useTestApp();

const send = (solved?: string, app = testApp.app) =>
  sendForm(
    testApp,
    '/api/contact',
    { email: aPerson().email, message: 'Hello' },
    { app, ...(solved !== undefined && { solution: solved }) },
  );
const status = async (solved: string) => (await send(solved)).statusCode;
const aChallenge = async (): Promise<Challenge> => (await send()).json().challenge;
const read = (solved: string) => JSON.parse(Buffer.from(solved, 'base64').toString());

beforeEach(async () => {
  await testApp.db
    .insertInto('attacks')
    .values({ kind: 'card-testing' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
});

test('a solved challenge permits one call', async () => {
  const solved = await solve(await aChallenge());
  expect(await status(solved)).toBe(200);
  expect(await status(solved)).toBe(428);
});

test('of 100 identical ones sent at once to two servers, one is accepted', async () => {
  const other = await buildApp(testApp, pino({ level: 'silent' }));
  const solved = await solve(await aChallenge());
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => send(solved, index % 2 ? other : testApp.app)),
  );
  await other.close();
  const taken = answers.filter(({ statusCode }) => statusCode === 200);
  const refused = answers.filter(({ statusCode }) => statusCode === 428);
  expect([taken.length, refused.length]).toEqual([1, 99]);
});

describe('is refused', () => {
  test('after five minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 301_000 });
    const challenge = await newChallenge('contact', serverSecret(testApp.config));
    vi.useRealTimers();
    expect(await status(await solve(challenge))).toBe(428);
  });

  test('if it is for another form, or signed by another server', async () => {
    const secret = serverSecret(testApp.config);
    expect(await status(await solve(await newChallenge('donations', secret)))).toBe(428);
    const foreign = await newChallenge('contact', Buffer.from('x'.repeat(32)));
    expect(await status(await solve(foreign))).toBe(428);
  });

  test('if anything in it is altered', async () => {
    const solved = await solve(await aChallenge());
    const { challenge, solution } = read(solved);
    const { parameters, signature } = challenge;
    const changes: Record<string, unknown> = {
      algorithm: 'PBKDF2/SHA-512',
      nonce: '00'.repeat(16),
      salt: '00'.repeat(16),
      cost: 1,
      keyLength: 1,
      keyPrefix: '00',
      keySignature: '00'.repeat(32),
      expiresAt: parameters.expiresAt + 1,
      data: { form: 'donations' },
    };
    expect(Object.keys(changes).sort()).toEqual(Object.keys(parameters).sort());
    for (const [name, value] of Object.entries(changes)) {
      const altered = { parameters: { ...parameters, [name]: value }, signature };
      expect(await status(proofOf(altered, solution)), name).toBe(428);
    }
    const { keySignature: _, ...withoutKey } = parameters;
    for (const altered of [
      { parameters: withoutKey, signature },
      { parameters: { ...parameters, more: 1 }, signature },
      { parameters },
      { parameters, signature: `${signature.slice(0, -1)}g` },
      { parameters, signature: signature.toUpperCase() },
    ]) {
      expect(await status(proofOf(altered, solution))).toBe(428);
    }
    for (const wrong of [
      { ...solution, derivedKey: '00'.repeat(32) },
      { ...solution, derivedKey: solution.derivedKey.slice(0, 32) },
      { counter: solution.counter },
      {},
      null,
    ]) {
      expect(await status(proofOf(challenge, wrong))).toBe(428);
    }
    expect(await status(solved), 'and none of that has used it up').toBe(200);
  });

  test('if parts of two are combined', async () => {
    const one = read(await solve(await aChallenge()));
    const two = read(await solve(await aChallenge()));
    const { parameters } = one.challenge;
    const { signature } = two.challenge;
    expect(await status(proofOf({ parameters, signature }, one.solution))).toBe(428);
    expect(await status(proofOf(one.challenge, two.solution))).toBe(428);
    const keySignature = two.challenge.parameters.keySignature;
    const spliced = { parameters: { ...parameters, keySignature }, signature };
    expect(await status(proofOf(spliced, two.solution))).toBe(428);
  });

  test.each(['', 'x', '{}', 'bnVsbA==', '\ud83d'.slice(1), 'A'.repeat(10_000)])(
    'if it is not a solution at all: %s',
    async (solved) => {
      expect(await status(solved)).toBe(428);
    },
  );
});
