import { sql } from 'kysely';
import { TestClock } from 'pg-boss';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { listDeadMails } from '#contract/operations/outbox.ts';
import { forgotPassword } from '#contract/people/sign-in.ts';
import { createAllocation } from '#contract/spending/allocations.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aDonation,
  anAcceptedNomination,
  anAdministrator,
  aPerson,
  signIn,
} from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aMailServer, type Fate } from '#test/support/mail-server.ts';
import { draws } from '#test/support/seed.ts';
import { repeats } from '#test/support/tier.ts';

const hour = 3_600_000;
/** How many mails the faulty server gets. */
const rounds = repeats({ change: 15, release: 1_000 });
const server = await aMailServer();
/** Answers the mails to which it is silent. */
const silences: (() => void)[] = [];
// Ahead of the real time at which mail is queued, so that it is due immediately.
const clock = new TestClock(Date.now() + hour);
const testApp = useTestApp({
  clock,
  env: { SMTP_URL: server.url },
});
beforeEach(async () => {
  await server.stop();
  server.reset();
});
afterAll(() => server.stop());

const send = (to: string) =>
  testApp.db
    .transaction()
    .execute((trx) => testApp.mailer.enqueue(trx, { to, subject: 'Hello', text: 'A', html: 'A' }));

/** The mails that are still to be sent, sorted by their next try. */
async function waiting() {
  const { rows } = await sql<{ state: string; startAfter: string }>`
    select state, start_after from pgboss.job where name = 'mail' and state < 'completed'
    order by start_after`.execute(testApp.db);
  return rows;
}

/** Waits until no mail is being tried and none is due. */
async function settled(): Promise<void> {
  const countDue = async () => {
    const mails = await waiting();
    const active = mails.filter(({ state }) => state === 'active').length;
    const due = mails.filter(({ startAfter }) => Date.parse(startAfter) <= clock.now()).length;
    // Nothing else is being tried: the silence ends, and a worker that has found nothing, which polls again after half a
    // minute, does so.
    if (active === silences.length && due > 0) {
      for (const answer of silences.splice(0)) answer();
      await clock.tick(30_000);
    }
    return active + due;
  };
  await expect.poll(countDue, { timeout: 600_000, interval: 10 }).toBe(0);
}

/** Lets time pass for the queue, and waits for the mail that is due by then. */
async function pass(milliseconds: number): Promise<void> {
  await clock.setTime(clock.now() + milliseconds);
  await clock.tick(1);
  await settled();
}

test('a temporary failure is retried with growing, uneven pauses for at least 72 hours', async () => {
  const people = Array.from({ length: 5 }, () => aPerson().email);
  await server.start();
  server.decide = () => 451;
  for (const address of people) await send(address);
  await settled();
  const started = clock.now();
  const ids = new Set(server.attempts);
  expect(ids.size).toBe(people.length);
  const triesOf = (id: string) => server.attempts.filter((attempt) => attempt === id).length;
  const pauses: number[][] = [];
  for (let tries = 1; tries < 19; tries++) {
    const due = (await waiting()).map(({ startAfter }) => Date.parse(startAfter) - clock.now());
    expect(due).toHaveLength(people.length);
    pauses.push(due.toSorted((a, b) => a - b));
    await pass(Math.max(...due) + 1);
    for (const id of ids) expect(triesOf(id)).toBe(tries + 1);
  }
  expect(clock.now() - started).toBeGreaterThanOrEqual(72 * hour);
  recordFigures('E2', {
    'tries before a mail is given up': server.attempts.length / people.length,
    'hours over which it is tried': Math.floor((clock.now() - started) / hour),
  });
  const longest = pauses.map((due) => due.at(-1) ?? 0);
  expect(longest[5]).toBeGreaterThan((longest[0] ?? 0) * 8);
  expect(Math.max(...longest)).toBeLessThanOrEqual(8 * hour + 1000);
  // Uneven, so that mails that failed together are not retried together.
  expect(new Set(pauses[4]).size).toBe(people.length);

  const { body } = await testApp.call(listDeadMails, {
    cookie: await signIn(testApp),
    query: {},
  });
  expect(body.map(({ recipient }) => recipient).toSorted()).toEqual(people.toSorted());
  for (const { tries, error } of body) {
    expect(tries).toBe(19);
    expect(error).toContain('451');
  }
  // Given up: time alone does not bring them back.
  await pass(24 * hour);
  for (const id of ids) expect(triesOf(id)).toBe(19);
});

test('with a mail server that has every fault, no mail is lost and none is sent twice', {
  timeout: 3_600_000,
}, async () => {
  const addresses = Array.from({ length: rounds }, () => aPerson().email);
  const refused = new Set(addresses.filter((_, index) => index % 20 === 7));
  const chance = draws();
  let silent = 0;
  server.recipientCode = (address) => (refused.has(address) ? 550 : undefined);
  server.decide = async (): Promise<Fate> => {
    const dice = chance();
    if (dice < 0.3) return 451;
    if (dice < 0.35) return 'cut';
    if (dice < 0.37) {
      silent += 1;
      await new Promise<void>((answer) => silences.push(answer));
    }
    return 'take';
  };
  await server.start();
  for (const address of addresses) await send(address);
  await settled();
  for (let tries = 1; tries < 19 && (await waiting()).length > 0; tries++) await pass(8 * hour + 1);

  const arrived = addresses.map((address) => server.to(address).length);
  const due = addresses.map((address) => (refused.has(address) ? 0 : 1));
  const { body } = await testApp.call(listDeadMails, {
    cookie: await signIn(testApp),
    query: {},
  });
  const dead = body.filter(({ recipient }) => addresses.includes(recipient));
  recordFigures('E2', {
    mails: rounds,
    'to which it was silent while others left': silent,
    'lost or double': arrived.filter((times, index) => times !== due[index]).length,
    'refused for good and shown': dead.length,
  });
  expect(arrived).toEqual(due);
  expect(new Set(dead.map(({ recipient }) => recipient))).toEqual(refused);
  expect(dead.every(({ tries }) => tries === 1)).toBe(true);
});

describe('while the mail server is down for a day', () => {
  test('everything else works, and every mail arrives once afterwards', async () => {
    const cookie = await signIn(testApp);
    const known = await anAdministrator(testApp);
    const donors: string[] = [];
    const allocate = async () => {
      const { id: causeId } = await aCause(testApp);
      const person = aPerson();
      donors.push(person.email);
      const donationId = await aDonation(testApp, { causeId, person });
      const nominationId = await anAcceptedNomination(testApp, { causeId });
      return testApp.call(createAllocation, {
        cookie,
        body: { donationId, nominationId, amount: 5_000 },
      });
    };
    for (let passed = 0; passed < 24; passed += 6) {
      expect((await allocate()).status).toBe(201);
      const ask = (email: string) => testApp.call(forgotPassword, { body: { email } });
      const [answer, other] = [await ask(known.email), await ask(aPerson().email)];
      expect([answer.status, answer.body]).toEqual([other.status, other.body]);
      await pass(6 * hour);
    }
    expect((await waiting()).length).toBeGreaterThanOrEqual(3 * donors.length);

    await server.start();
    for (let tries = 0; tries < 3 && (await waiting()).length > 0; tries++)
      await pass(8 * hour + 1);
    expect(await waiting()).toEqual([]);
    recordFigures('E4', {
      'hours without a mail server': 24,
      'donations paid and allocated meanwhile': donors.length,
      'receipts that came afterwards': donors.flatMap((donor) => server.to(donor)).length,
    });
    for (const donor of donors) expect(server.to(donor)).toHaveLength(1);
    expect(new Set(server.attempts).size).toBe(server.received.length);
  });
});
