import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AllocationId, DonationId } from '#contract/ids.ts';
import { createRefund } from '#contract/payments/refunds.ts';
import {
  createAllocation,
  releaseAllocation,
  replaceAllocation,
} from '#contract/spending/allocations.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { anyId } from '#test/support/any-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { aCause, aDonation, anAcceptedNomination, signIn } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { tellReturn } from '#test/support/return-commands.ts';
import { fc, repetition } from '#test/support/seed.ts';
import { repeats } from '#test/support/tier.ts';

const testApp = useTestApp();

const workers = 20;
// Calls of each worker; before a release, they take about ten minutes.
const calls = repeats({ change: 12, release: 100 });
const kinds = [
  ...['allocate', 'allocate', 'allocate', 'release', 'replace'],
  ...['refund at the provider', 'failed refund', 'dispute', 'refund'],
];

test(`${workers} workers allocate, release, move, refund, and dispute 10 donations: the ledger is correct at any moment`, {
  timeout: 3_600_000,
}, async () => {
  const cookie = await signIn(testApp);
  const { id: causeId } = await aCause(testApp);
  const donationIds: DonationId[] = [];
  for (let index = 0; index < 10; index++) {
    donationIds.push(await aDonation(testApp, { amount: 5_000 + index, causeId }));
  }
  const nominationIds = [
    await anAcceptedNomination(testApp, { causeId }),
    await anAcceptedNomination(testApp, { causeId }),
    await anAcceptedNomination(testApp, { causeId }),
  ];
  const made: AllocationId[] = [];
  const disputes: { id: DonationId; disputeId: string; amountCents: number }[] = [];
  const statuses: Record<string, number> = {};

  async function run({ kind, donation, need, amount }: Task): Promise<void> {
    const donationId = donationIds[donation] ?? anyId('');
    const reason = 'race';
    const allocation = made[made.length - 1 - (amount % Math.max(1, made.length))];
    const call = async () => {
      switch (kind) {
        case 'allocate': {
          const body = { amount, donationId, nominationId: nominationIds[need] ?? anyId('') };
          const answer = await testApp.call(createAllocation, { cookie, body });
          if (answer.status === 201) made.push(answer.body.id);
          return answer;
        }
        case 'release': {
          if (!allocation) return null;
          const params = { id: allocation };
          return testApp.call(releaseAllocation, { cookie, params, body: { reason } });
        }
        case 'replace': {
          if (!allocation) return null;
          const body = { amount, donationId, reason };
          const params = { id: allocation };
          const answer = await testApp.call(replaceAllocation, { cookie, params, body });
          if (answer.status === 201) made.push(answer.body.id);
          return answer;
        }
        case 'refund': {
          const params = { id: donationId };
          return testApp.call(createRefund, { cookie, params, body: { amount, reason } });
        }
        default:
          return null;
      }
    };
    if (kind === 'refund at the provider') {
      await tellReturn(testApp, donationId, { kind: 'refund', amountCents: amount });
    } else if (kind === 'failed refund') {
      const refund = { kind: 'refund', refundId: randomUUID(), amountCents: amount } as const;
      await Promise.all([
        tellReturn(testApp, donationId, refund),
        tellReturn(testApp, donationId, { ...refund, status: 'failed' }),
      ]);
    } else if (kind === 'dispute') {
      const dispute = { disputeId: randomUUID(), amountCents: amount };
      disputes.push({ id: donationId, ...dispute });
      const told = { kind: 'dispute', ...dispute } as const;
      const won = { ...told, status: 'won', reinstatedCents: amount } as const;
      await Promise.all([
        tellReturn(testApp, donationId, told),
        ...(amount % 2 === 0 ? [tellReturn(testApp, donationId, won)] : []),
      ]);
    }
    const answer = await call();
    if (answer !== null) {
      expect([200, 201, 409], `${repetition()}: ${JSON.stringify(answer.body)}`).toContain(
        answer.status,
      );
    }
    const name = `${kind} ${answer?.status ?? 'told'}`;
    statuses[name] = (statuses[name] ?? 0) + 1;
  }

  const task = fc.record({
    kind: fc.constantFrom(...kinds),
    donation: fc.nat({ max: 9 }),
    need: fc.nat({ max: 2 }),
    amount: fc.integer({ min: 1, max: 900 }),
  });
  const plans = fc.sample(fc.array(task, { minLength: calls, maxLength: calls }), workers);
  const startedAt = performance.now();
  let isRunning = true;
  let readings = 0;
  const broken: unknown[] = [];
  const reader = (async () => {
    while (isRunning) {
      broken.push(...(await checkLedger(testApp.db)));
      readings++;
    }
  })();
  await Promise.all(
    plans.map(async (plan) => {
      for (const each of plan) await run(each);
    }),
  ).finally(() => {
    isRunning = false;
  });
  await reader;
  recordFigures('G2', {
    workers,
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
    'replace 201': expect.any(Number),
    'refund 201': expect.any(Number),
    'failed refund told': expect.any(Number),
  });
  // On a busy machine, one reading of all tables takes as long as many calls.
  expect(readings).toBeGreaterThan(1);
  // Each deficit has its alert, and each alert its deficit.
  const inDeficit = await testApp.db
    .selectFrom('donations')
    .select('id')
    .where('deficitCents', '>', 0)
    .execute();
  const alerts = await testApp.db
    .selectFrom('alerts')
    .select('key')
    .where('key', 'like', 'deficit:%')
    .where('settledAt', 'is', null)
    .execute();
  expect(alerts.map(({ key }) => key).sort()).toEqual(
    inDeficit.map(({ id }) => `deficit:${id}`).sort(),
  );
});

test('two donations that take over from each other at the same time do not deadlock', async () => {
  const cookie = await signIn(testApp);
  const { id: causeId } = await aCause(testApp);
  const one = await aDonation(testApp, { causeId });
  const other = await aDonation(testApp, { causeId });
  const nominationId = await anAcceptedNomination(testApp, { causeId });
  const allocate = async (donationId: DonationId) => {
    const body = { amount: 10, donationId, nominationId };
    return (await testApp.call(createAllocation, { cookie, body })).body.id;
  };
  for (let round = 0; round < 10; round++) {
    const pairs = await Promise.all(
      Array.from({ length: 4 }, async () => [await allocate(one), await allocate(other)] as const),
    );
    const replace = (id: AllocationId, donationId: DonationId) =>
      testApp.call(replaceAllocation, {
        cookie,
        params: { id },
        body: { amount: 10, donationId, reason: 'swap' },
      });
    const answers = await Promise.all(
      pairs.flatMap(([first, second]) => [replace(first, other), replace(second, one)]),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
  }
});

interface Task {
  kind: string;
  donation: number;
  need: number;
  amount: number;
}
