import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AllocationId, CauseId, DonationId, NominationId } from '#contract/ids.ts';
import { createAllocations, releaseAllocations } from '#contract/spending/allocations.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { useTestApp } from '#test/support/app.ts';
import { expenseCalls } from '#test/support/expenses.ts';
import {
  aCause,
  aDonation,
  anAcceptedNomination,
  anAllocation,
  signIn,
} from '#test/support/factories.ts';
import { meet } from '#test/support/locks.ts';
import { repeats } from '#test/support/tier.ts';

const testApp = useTestApp({ checksEach: true });
const { spend, undo, releaseRest } = expenseCalls(testApp);

/** How many deadlocks there were on this database; each connection tells what it has counted. */
async function deadlocks(): Promise<number> {
  const { pool } = testApp.connection;
  const open = (pool?.().busy ?? 0) + (pool?.().idle ?? 0);
  const { promise: allTold, resolve: end } = Promise.withResolvers<void>();
  let told = 0;
  const tell = () =>
    testApp.db.transaction().execute(async (trx) => {
      await sql`select pg_stat_force_next_flush()`.execute(trx);
      told += 1;
      if (told === open) end();
      // All at the same time, so that each is another connection.
      await allTold;
    });
  await Promise.all(Array.from({ length: open }, tell));
  const { rows } = await sql<{ deadlocks: number }>`select deadlocks from pg_stat_database
    where datname = current_database()`.execute(testApp.db);
  return rows[0]?.deadlocks ?? Number.NaN;
}

/** A need with money of two donations, which have as much left, and another need of the same cause. */
async function twoNeeds(cents = 1_000) {
  const { id: causeId } = await aCause(testApp);
  const nominationId = await anAcceptedNomination(testApp, { causeId });
  const other = await anAcceptedNomination(testApp, { causeId });
  const donationIds = await sortedDonations(causeId, 2 * cents);
  for (const donationId of donationIds) {
    await anAllocation(testApp, { amount: cents, donationId, nominationId });
  }
  return { nominationId, other, donationIds };
}

async function sortedDonations(causeId: CauseId, amount: number): Promise<DonationId[]> {
  const ids = [
    await aDonation(testApp, { causeId, amount }),
    await aDonation(testApp, { causeId, amount }),
  ];
  return ids.sort();
}

async function allocateTo(id: NominationId, donationIds: DonationId[], amount = 10) {
  const lines = donationIds.map((donationId) => ({ donationId, amount }));
  return testApp.call(createAllocations, {
    cookie: await signIn(testApp),
    params: { id },
    body: { lines },
  });
}

async function releaseFrom(id: NominationId, ids: AllocationId[]) {
  const body = { ids, reason: 'A mistake' };
  return testApp.call(releaseAllocations, {
    cookie: await signIn(testApp),
    params: { id },
    body,
  });
}

const lockChain = (id: DonationId) => (trx: Trx) =>
  sql`select lock_ledger_chains(${[id]}::uuid[])`.execute(trx);

test('several donations are allocated, in any order, beside an expense of another need', async () => {
  const { nominationId, other, donationIds } = await twoNeeds();
  const [first] = donationIds as [DonationId, DonationId];
  const before = await deadlocks();
  const answers = await meet(testApp, lockChain(first), [
    () => spend(nominationId, 1_500),
    () => allocateTo(other, donationIds.toReversed()),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect((await deadlocks()) - before).toBe(0);
});

test('several allocations are released, in any order, beside an expense of another need', async () => {
  const { nominationId, other, donationIds } = await twoNeeds();
  const [first, second] = donationIds as [DonationId, DonationId];
  // The allocation of the donation whose chain comes last is the one with the smaller id.
  const ids: AllocationId[] = [];
  for (const donationId of [second, first]) {
    ids.push(await anAllocation(testApp, { amount: 10, donationId, nominationId: other }));
  }
  const before = await deadlocks();
  const answers = await meet(testApp, lockChain(first), [
    () => spend(nominationId, 1_500),
    () => releaseFrom(other, ids),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 200]);
  expect((await deadlocks()) - before).toBe(0);
});

// TIMES=10 RELEASE=1: 10,000 calls.
const rounds = repeats({ change: 3, release: 100 });

test('nothing deadlocks while all of it happens at once', { timeout: 3_600_000 }, async () => {
  const before = await deadlocks();
  const statuses: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { nominationId, other, donationIds } = await twoNeeds();
    const reversed = donationIds.toReversed();
    const made = await allocateTo(other, reversed);
    const spent = await spend(nominationId, 500);
    const answers = await Promise.all([
      allocateTo(other, reversed),
      spend(nominationId, 100),
      allocateTo(other, donationIds),
      undo(spent.body.id),
      releaseFrom(
        other,
        made.body.allocations.map(({ id }) => id),
      ),
      spend(nominationId, 100),
      allocateTo(other, reversed),
      releaseRest(nominationId),
    ]);
    statuses.push(made.status, spent.status, ...answers.map(({ status }) => status));
  }
  expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
  expect((await deadlocks()) - before).toBe(0);
});
