import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createDonation } from '#contract/giving/donations.ts';
import type { AllocationId, DonationId } from '#contract/ids.ts';
import { createAllocation, releaseAllocation } from '#contract/spending/allocations.ts';
import { updateNomination } from '#contract/vetting/nominations.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { connectPostgres } from '#server/platform/db/connect.ts';
import { anyId } from '#test/support/any-id.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aCheckout,
  aDonation,
  anAcceptedNomination,
  anAdministrator,
  aPair,
  aPerson,
  signIn,
} from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { postgresDatabaseUrl } from '#test/support/postgres.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { fc, repetition } from '#test/support/seed.ts';
import { repeats } from '#test/support/tier.ts';

const testApp = useTestApp({ checksEach: true });
const atOnce = <T>(times: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)));

function entriesOf(donationId: DonationId) {
  return testApp.db
    .selectFrom('ledgerEntries')
    .select(['kind', 'amountCents'])
    .where('donationId', '=', donationId)
    .where('kind', '<>', 'payment')
    .execute();
}

test('500 allocations, each released by two concurrent calls: one of the two succeeds', async () => {
  const cookie = await signIn(testApp);
  const pair = await aPair(testApp, 500 * 7);
  const { donationId, nominationId } = pair;
  const body = { amount: 7, donationId, nominationId };
  // Twenty at a time, because the database has that many connections.
  const answers: Awaited<ReturnType<typeof releaseOne>>[][] = [];
  const releaseOne = (id: AllocationId) =>
    testApp.call(releaseAllocation, { cookie, params: { id }, body: { reason: 'twice' } });
  for (let wave = 0; wave < 25; wave++) {
    const made = await atOnce(20, () => testApp.call(createAllocation, { cookie, body }));
    const ids = made.map((answer) => answer.body.id);
    answers.push(
      ...(await Promise.all(ids.map((id) => Promise.all([releaseOne(id), releaseOne(id)])))),
    );
  }
  expect(answers).toHaveLength(500);
  const entries = await entriesOf(pair.donationId);
  const released = entries.filter(({ kind }) => kind === 'release');
  recordFigures('G3', {
    allocations: answers.length,
    'calls to reverse them': answers.flat().length,
    reversed: released.length,
  });
  for (const two of answers) {
    const [done, refused] = two.sort((one, other) => one.status - other.status);
    expect(done?.status).toBe(200);
    expect([refused?.status, refused?.error.code]).toEqual([409, 'already_released']);
  }
  expect(released).toHaveLength(500);
  expect(
    await testApp.db
      .selectFrom('donations')
      .select('allocatedCents')
      .where('id', '=', pair.donationId)
      .executeTakeFirst(),
  ).toEqual({ allocatedCents: 0 });
});

describe('the same Idempotency-Key ten times at once', { timeout: 3_600_000 }, () => {
  const rounds = repeats({ change: 20, release: 2_000 });

  test('allocates once, with ten identical responses; a different body is refused', async () => {
    const cookie = await signIn(testApp);
    let [entries, refused] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      const { donationId, nominationId } = await aPair(testApp, 10_000);
      const idempotencyKey = randomUUID();
      const body = { amount: 100 + round, donationId, nominationId };
      const options = { cookie, idempotencyKey };
      const answers = await atOnce(10, () => testApp.call(createAllocation, { ...options, body }));
      for (const answer of answers) {
        expect(answer.status).toBe(201);
        expect(answer.body).toEqual(answers[0]?.body);
      }
      const booked = await entriesOf(donationId);
      expect(booked[0]).toEqual({ kind: 'allocation', amountCents: body.amount });
      entries += booked.length;

      const other = { ...body, amount: body.amount + 1 };
      const { status, error } = await testApp.call(createAllocation, { ...options, body: other });
      refused += Number(status === 422 && error.code === 'idempotency_key_reused');
    }
    recordFigures('G5', {
      'rounds of ten calls': rounds,
      'entries booked': entries,
      'other bodies refused': refused,
    });
    expect([entries, refused]).toEqual([rounds, rounds]);
  });

  test('with two bodies: one of them wins, and all calls with the other are refused', async () => {
    const cookie = await signIn(testApp);
    const { donationId, nominationId } = await aPair(testApp, 10_000);
    const idempotencyKey = randomUUID();
    const answers = await atOnce(10, (index) =>
      testApp.call(createAllocation, {
        cookie,
        idempotencyKey,
        body: { amount: 1 + (index % 2), donationId, nominationId },
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(5).fill(201),
      ...Array(5).fill(422),
    ]);
    expect(await entriesOf(donationId)).toHaveLength(1);
  });

  test('refuses all ten, although the money is freed in the middle of them', async () => {
    const cookie = await signIn(testApp);
    for (let round = 0; round < rounds; round++) {
      const { donationId, nominationId } = await aPair(testApp, 1_000);
      const taken = { amount: 1, donationId, nominationId };
      const { body: first } = await testApp.call(createAllocation, { cookie, body: taken });
      const options = { cookie, idempotencyKey: randomUUID() };
      const body = { amount: 1_000, donationId, nominationId };
      const [answers] = await Promise.all([
        atOnce(10, () => testApp.call(createAllocation, { ...options, body })),
        testApp.call(releaseAllocation, {
          cookie,
          params: { id: first.id },
          body: { reason: 'room' },
        }),
      ]);
      // Whoever was first, before or after the release, decided for all of them.
      const late = await testApp.call(createAllocation, { ...options, body });
      const outcome = [late.status, late.error?.code];
      expect([
        [201, undefined],
        [409, 'insufficient_funds'],
      ]).toContainEqual(outcome);
      for (const answer of answers) expect([answer.status, answer.error?.code]).toEqual(outcome);
    }
  });

  test('releases once, with ten identical responses', async () => {
    const cookie = await signIn(testApp);
    const { donationId, nominationId } = await aPair(testApp, 10_000);
    const { body: allocation } = await testApp.call(createAllocation, {
      cookie,
      body: { amount: 500, donationId, nominationId },
    });
    const idempotencyKey = randomUUID();
    const answers = await atOnce(10, () =>
      testApp.call(releaseAllocation, {
        cookie,
        idempotencyKey,
        params: { id: allocation.id },
        body: { reason: 'once' },
      }),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(allocation);
    }
    expect(await entriesOf(donationId)).toHaveLength(2);
  });

  test('starts one checkout', async () => {
    const { id: causeId } = await aCause(testApp);
    const idempotencyKey = randomUUID();
    const body = { amount: 2_500, causeId, ...aPerson() };
    const answers = await atOnce(10, () => testApp.call(createDonation, { idempotencyKey, body }));
    for (const answer of answers) {
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual(answers[0]?.body);
    }
    expect(
      await testApp.db
        .selectFrom('checkouts')
        .select('id')
        .where('causeId', '=', causeId)
        .execute(),
    ).toHaveLength(1);
  });
});

test('a payment confirmed ten times at once: one donation, one email', async () => {
  for (let round = 0; round < 10; round++) {
    const person = aPerson();
    const id = await aCheckout(testApp, { amount: 4_200, person });
    const answers = await atOnce(10, () =>
      testApp.request({
        method: 'POST',
        url: `/test-payment/${id}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'outcome=paid',
      }),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(303));
    const paid = testApp.db.selectFrom('ledgerEntries').select('amountCents');
    expect(await paid.where('donationId', '=', id).execute()).toEqual([{ amountCents: 4_200 }]);
    expect(await mailsQueuedFor(testApp, person.email)).toBe(1);
  }
});

test('everything at once on a few rows: each response is one of the contract’s, and the ledger is correct at any moment', {
  timeout: 3_600_000,
}, async () => {
  const cookie = await signIn(testApp, await anAdministrator(testApp));
  const { id: causeId } = await aCause(testApp);
  const donationIds = await Promise.all(
    [3_000, 5_000, 7_000].map((amount) => aDonation(testApp, { amount, causeId })),
  );
  const nominationIds = await atOnce(4, () => anAcceptedNomination(testApp, { causeId }));
  const made: AllocationId[] = [];
  const kinds = ['allocate', 'allocate', 'allocate', 'release', 'release', 'accept', 'reject'];
  const calls = repeats({ change: 40, release: 200 });
  const plans = fc.sample(
    fc.array(
      fc.record({
        kind: fc.constantFrom(...kinds),
        donation: fc.nat({ max: 2 }),
        nomination: fc.nat({ max: 3 }),
        amount: fc.integer({ min: 1, max: 900 }),
      }),
      { minLength: calls, maxLength: calls },
    ),
    20,
  );
  // Completed only now, in the middle of everything: a completed nomination takes no further part.
  plans[0]?.splice(calls / 2, 0, { kind: 'complete', donation: 0, nomination: 0, amount: 1 });

  const startedAt = performance.now();
  let isRunning = true;
  let readings = 0;
  const broken: unknown[] = [];
  // With a connection of its own, so that it does not wait behind those that it watches.
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    testApp.db,
  );
  const watching = connectPostgres(postgresDatabaseUrl(rows[0]?.name ?? ''));
  const reader = (async () => {
    while (isRunning) {
      broken.push(...(await checkLedger(watching.db)));
      readings++;
    }
  })();
  const statuses: Record<string, number> = {};
  await Promise.all(
    plans.map(async (plan) => {
      for (const { kind, donation, nomination, amount } of plan) {
        const params = { id: nominationIds[nomination] ?? anyId('') };
        let answer: { status: number; body: unknown };
        if (kind === 'allocate') {
          const donationId = donationIds[donation] ?? anyId('');
          const body = { amount, donationId, nominationId: params.id };
          const allocated = await testApp.call(createAllocation, { cookie, body });
          if (allocated.status === 201) made.push(allocated.body.id);
          answer = allocated;
        } else if (kind === 'release') {
          const id = made[made.length - 1 - (amount % Math.max(1, made.length))];
          if (!id) continue;
          const body = { reason: 'mixed race' };
          answer = await testApp.call(releaseAllocation, { cookie, params: { id }, body });
        } else {
          const body = {
            accept: { isAccepted: true, isRejected: false },
            reject: { isAccepted: false, isRejected: true },
            complete: { isCompleted: true },
          }[kind];
          answer = await testApp.call(updateNomination, { cookie, params, ...(body && { body }) });
        }
        expect([200, 201, 409], `${repetition()}: ${JSON.stringify(answer.body)}`).toContain(
          answer.status,
        );
        const name = `${kind} ${answer.status}`;
        statuses[name] = (statuses[name] ?? 0) + 1;
      }
    }),
  ).finally(() => {
    isRunning = false;
  });
  await reader;
  await watching.close();
  recordFigures('G2', {
    workers: plans.length,
    seconds: Math.floor((performance.now() - startedAt) / 1_000),
    calls: Object.values(statuses).reduce((sum, count) => sum + count, 0),
    'readings meanwhile': readings,
    'invariants broken': broken.length,
  });
  expect(broken, repetition()).toEqual([]);
  // A race in which nothing happened proves nothing.
  expect(statuses).toMatchObject({
    'allocate 201': expect.any(Number),
    'release 200': expect.any(Number),
  });
  // On a busy machine, one reading of all tables takes as long as many calls.
  expect(readings).toBeGreaterThan(1);
});
