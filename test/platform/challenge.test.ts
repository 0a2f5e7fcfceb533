import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import type { Challenge } from '#contract/challenge.ts';
import { buildApp } from '#server/app.ts';
import { callerOf } from '#server/platform/misuse/call-counts.ts';
import { newChallenge } from '#server/platform/misuse/challenge.ts';
import { serverSecret } from '#server/platform/security/server-secret.ts';
import { useTestApp } from '#test/support/app.ts';
import { aDonation, proofOf, sendForm, solve } from '#test/support/attack.ts';
import { aPerson } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { repeats } from '#test/support/tier.ts';

const testApp = useTestApp();
const scriptedForms = repeats({ change: 20, release: 1_000 });
const formsOfPersons = repeats({ change: 10, release: 200 });

// A browser that fills in every field: it meets a challenge each time, and is accepted with the solution.
const website = 'https://filled-in.example';
const send = (solved?: string, { app = testApp.app, from = '203.0.113.1' } = {}) =>
  sendForm(
    testApp,
    '/api/contact',
    { email: aPerson().email, message: 'Hello', website },
    { app, from, ...(solved !== undefined && { solution: solved }) },
  );
const status = async (solved: string) => (await send(solved)).statusCode;
const aChallenge = async (): Promise<Challenge> => (await send()).json().challenge;
const read = (solved: string) => JSON.parse(Buffer.from(solved, 'base64').toString());

/** What the server signs for a call of the contact form from an address. */
const taskOf = (form = 'contact', from = '203.0.113.1') => ({
  form,
  network: callerOf(from, serverSecret(testApp.config)).toString('hex'),
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
    Array.from({ length: 100 }, (_, index) =>
      send(solved, { app: index % 2 ? other : testApp.app }),
    ),
  );
  await other.close();
  const taken = answers.filter(({ statusCode }) => statusCode === 200);
  const refused = answers.filter(({ statusCode }) => statusCode === 428);
  recordFigures('F5', {
    'uses of one solution at once': answers.length,
    'of them accepted': taken.length,
  });
  expect([taken.length, refused.length]).toEqual([1, 99]);
});

describe('is refused', () => {
  // A solution that is no good is answered with another challenge.
  const expectRefused = async (solved: string, what?: string) => {
    const answer = await status(solved);
    recordFigures('F5', { 'bad solutions': 1, 'bad solutions accepted': Number(answer === 200) });
    expect(answer, what).toBe(428);
  };

  test('after five minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 301_000 });
    const challenge = await newChallenge(taskOf(), 1, serverSecret(testApp.config));
    vi.useRealTimers();
    await expectRefused(await solve(challenge));
  });

  test('if it is for another form or another network, or signed by another server', async () => {
    const secret = serverSecret(testApp.config);
    const otherForm = await newChallenge(taskOf('donations'), 1, secret);
    await expectRefused(await solve(otherForm));
    const foreign = await newChallenge(taskOf(), 1, Buffer.from('x'.repeat(32)));
    await expectRefused(await solve(foreign));
    // Networks that were never seen before meet easy challenges, which must not help one that was.
    const solved = await solve((await send(undefined, { from: '192.0.2.1' })).json().challenge);
    expect(await status(solved)).toBe(428);
    expect((await send(solved, { from: '192.0.2.1' })).statusCode).toBe(200);
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
      data: { ...parameters.data, form: 'donations' },
    };
    expect(Object.keys(changes).sort()).toEqual(Object.keys(parameters).sort());
    for (const [name, value] of Object.entries(changes)) {
      const altered = { parameters: { ...parameters, [name]: value }, signature };
      await expectRefused(proofOf(altered, solution), name);
    }
    const { keySignature: _, ...withoutKey } = parameters;
    for (const altered of [
      { parameters: withoutKey, signature },
      { parameters: { ...parameters, more: 1 }, signature },
      { parameters },
      { parameters, signature: `${signature.slice(0, -1)}g` },
      { parameters, signature: signature.toUpperCase() },
    ]) {
      await expectRefused(proofOf(altered, solution));
    }
    for (const wrong of [
      { ...solution, derivedKey: '00'.repeat(32) },
      { ...solution, derivedKey: solution.derivedKey.slice(0, 32) },
      { counter: solution.counter },
      {},
      null,
    ]) {
      await expectRefused(proofOf(challenge, wrong));
    }
    expect(await status(solved), 'and none of that has used it up').toBe(200);
  });

  test('if parts of two are combined', async () => {
    const one = read(await solve(await aChallenge()));
    const two = read(await solve(await aChallenge()));
    const { parameters } = one.challenge;
    const { signature } = two.challenge;
    await expectRefused(proofOf({ parameters, signature }, one.solution));
    await expectRefused(proofOf(one.challenge, two.solution));
    const keySignature = two.challenge.parameters.keySignature;
    const spliced = { parameters: { ...parameters, keySignature }, signature };
    await expectRefused(proofOf(spliced, two.solution));
  });

  test.each(['', 'x', '{}', 'bnVsbA==', '\ud83d'.slice(1), 'A'.repeat(10_000)])(
    'if it is not a solution at all: %s',
    async (solved) => {
      await expectRefused(solved);
    },
  );
});

describe('a form that looks as if no person had sent it', () => {
  const forms = async () => ({
    '/api/donations': await aDonation(testApp),
    '/api/contact': { email: aPerson().email, message: 'Hello' },
    '/api/nominations': {
      nominee: 'Maria',
      description: 'Heating',
      ...(await aDonation(testApp)),
    },
  });

  test.each([
    ['/api/donations', { website: 'https://filled-in.example' }, {}],
    ['/api/contact', { website: 'https://filled-in.example' }, {}],
    ['/api/nominations', { website: 'https://filled-in.example' }, {}],
    ['/api/donations', {}, { 'page-seconds': '0.0' }],
    ['/api/contact', {}, { 'page-seconds': '0.0' }],
    ['/api/nominations', {}, { 'page-seconds': '0.0' }],
  ] as const)(
    '%s with %j and %j gets a challenge, and is accepted with its solution',
    async (url, extra, headers) => {
      const body = { ...(await forms())[url], ...extra };
      const from = `192.0.2.${100 + addresses++}`;
      const asked = await sendForm(testApp, url, body, { from, headers });
      expect(asked.statusCode).toBe(428);
      expect(asked.json().fields).toBeUndefined();
      const solution = await solve(asked.json().challenge);
      const accepted = await sendForm(testApp, url, body, { from, headers, solution });
      expect(accepted.statusCode, accepted.body).toBeLessThan(300);
    },
  );
  let addresses = 0;

  test('makes the next calls of its network take harder and harder challenges, up to a limit', async () => {
    const from = '192.0.2.200';
    const costs: number[] = [];
    for (let count = 0; count < 13; count++) {
      const solved = await solve((await send(undefined, { from })).json().challenge);
      costs.push(read(solved).solution.counter);
    }
    expect(Math.max(...costs.slice(0, 3))).toBeLessThanOrEqual(80);
    expect(Math.min(...costs.slice(10))).toBeGreaterThanOrEqual(160);
    expect(Math.max(...costs)).toBeLessThanOrEqual(220);
    // Without a sign of its own, the next call of the same network meets one, too.
    const body = { email: aPerson().email, message: 'Hello' };
    expect((await sendForm(testApp, '/api/contact', body, { from })).statusCode).toBe(428);
    expect(
      (await sendForm(testApp, '/api/contact', body, { from: '192.0.2.201' })).statusCode,
    ).toBe(200);
  });
});

describe('with the limits of real payments', () => {
  const strict = useTestApp({ override: () => ({ limitFactor: 1 }) });

  test('a form sent within three seconds meets a challenge, one sent after them does not', async () => {
    const hurry = async (seconds: string, from: string) => {
      const body = { email: aPerson().email, message: 'Hello' };
      const headers = { 'page-seconds': seconds };
      return (await sendForm(strict, '/api/contact', body, { from, headers })).statusCode;
    };
    expect(await hurry('2.9', '192.0.2.1')).toBe(428);
    expect(await hurry('3.0', '192.0.2.2')).toBe(200);
    // Programs that use the API say nothing about a page.
    const body = { email: aPerson().email, message: 'Hello' };
    expect((await sendForm(strict, '/api/contact', body, { from: '192.0.2.3' })).statusCode).toBe(
      200,
    );
  });

  test('every form of a program meets a challenge, and none of a person does', async () => {
    const statusOf = async (number: number, extra: object, seconds: string) => {
      const body = { email: aPerson().email, message: 'Hello', ...extra };
      const from = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
      const headers = { 'page-seconds': seconds };
      return (await sendForm(strict, '/api/contact', body, { from, headers })).statusCode;
    };
    const scripted: number[] = [];
    for (let number = 0; number < scriptedForms; number++) {
      // One half fills in every field, the other is too fast.
      scripted.push(
        await (number % 2 === 0
          ? statusOf(number, { website: 'https://spam.example' }, '40')
          : statusOf(number, {}, `${((number * 7) % 30) / 10}`)),
      );
    }
    const persons: number[] = [];
    for (let number = 0; number < formsOfPersons; number++) {
      persons.push(await statusOf(70_000 + number, {}, `${3 + (number % 10)}`));
    }
    recordFigures('F4', {
      'scripted forms': scripted.length,
      'that met a challenge': scripted.filter((answer) => answer === 428).length,
      'forms of persons': persons.length,
      'forms of persons that met a challenge': persons.filter((answer) => answer !== 200).length,
    });
    expect(new Set(scripted)).toEqual(new Set([428]));
    expect(new Set(persons)).toEqual(new Set([200]));
  }, 600_000);

  test('many calls from one network meet challenges, and those of others do not', async () => {
    const body = await aDonation(strict);
    const start = (from: string) => sendForm(strict, '/api/donations', body, { from });
    for (let count = 0; count < 5; count++) {
      expect((await start('192.0.2.10')).statusCode).toBe(201);
    }
    const asked = await start('192.0.2.10');
    expect(asked.statusCode).toBe(428);
    const solution = await solve(asked.json().challenge);
    const sending = { from: '192.0.2.10', solution };
    expect((await sendForm(strict, '/api/donations', body, sending)).statusCode).toBe(201);
    expect((await start('192.0.2.11')).statusCode).toBe(201);
  });

  test('all guests of a hall who share an address and donate at once get through', async () => {
    const body = await aDonation(strict);
    const from = '192.0.2.20';
    const atProvider = vi.spyOn(strict.payments, 'startCheckout');
    const guests = Array.from({ length: 115 }, () =>
      sendForm(strict, '/api/donations', body, { from }),
    );
    const first = await Promise.all(guests);
    const withoutChallenge = first.filter(({ statusCode }) => statusCode === 201).length;
    recordFigures('F1', { 'calls of one network without a challenge': withoutChallenge });
    expect(withoutChallenge).toBe(5);
    const asked = first.filter(({ statusCode }) => statusCode === 428);
    expect(asked).toHaveLength(110);
    // Solving all of them takes a while and would say nothing more than a part of them.
    for (const guest of asked.slice(0, 15)) {
      const solution = await solve(guest.json().challenge);
      const answer = await sendForm(strict, '/api/donations', body, { from, solution });
      expect(answer.statusCode, answer.body).toBe(201);
    }
    // A made-up solution is no way around the challenge, and neither kind of call is without a limit.
    const more: number[] = [];
    for (const [times, sending] of [
      [10, { from }],
      [110, { from, solution: 'e30=' }],
    ] as const) {
      for (let count = 0; count < times; count++) {
        more.push((await sendForm(strict, '/api/donations', body, sending)).statusCode);
      }
    }
    const refused = more.filter((status) => status === 429).length;
    const started = withoutChallenge + 15 + more.filter((status) => status === 201).length;
    recordFigures('F1', {
      'calls of one network in ten minutes': 115 + 15 + more.length - refused,
      'calls refused': refused,
      'refused calls that reached the provider': atProvider.mock.calls.length - started,
    });
    expect(new Set(more)).toEqual(new Set([428, 429]));
    expect(refused).toBe(115 + 15 + more.length - 2 * 120);
    expect(atProvider).toHaveBeenCalledTimes(started);
    atProvider.mockRestore();
    const elsewhere = await sendForm(strict, '/api/donations', body, {
      from: '192.0.2.21',
      solution: 'e30=',
    });
    expect(elsewhere.statusCode).toBe(428);
  });

  /** How many callers of the contact form are counted in the database. */
  const countedCallers = async () => {
    const rows = await strict.db
      .selectFrom('callCounts')
      .select('caller')
      .where('name', '=', 'POST /api/contact')
      .execute();
    return rows.length;
  };

  test('a rented /48 of IPv6 is not 65,536 networks', async () => {
    const body = { email: aPerson().email, message: 'Hello' };
    const answers: number[] = [];
    const countedBefore = await countedCallers();
    for (let network = 0; network < 170; network++) {
      const from = `2001:db8:5:${network.toString(16)}::1`;
      answers.push((await sendForm(strict, '/api/contact', body, { from })).statusCode);
    }
    // As much as 16 networks may: five calls without a challenge each, and ten at all.
    expect(answers.filter((status) => status === 200)).toHaveLength(80);
    expect(answers.filter((status) => status === 428)).toHaveLength(80);
    expect(answers.filter((status) => status === 429)).toHaveLength(10);
    // Once it is refused, another new network of it does not cost a row: only the first refusal was counted.
    expect((await countedCallers()) - countedBefore).toBe(161 + 1);
    const from = '2001:db8:6::1';
    expect((await sendForm(strict, '/api/contact', body, { from })).statusCode).toBe(200);
  });
});
