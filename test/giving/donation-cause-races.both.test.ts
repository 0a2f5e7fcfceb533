import { expect, test } from 'vitest';
import { changeDonationCause } from '#contract/giving/donations.ts';
import type { CauseId, DonationId } from '#contract/ids.ts';
import { createRefund } from '#contract/payments/refunds.ts';
import { createAllocation } from '#contract/spending/allocations.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aDonation,
  anAcceptedNomination,
  aPerson,
  signIn,
} from '#test/support/factories.ts';
import { meet } from '#test/support/locks.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { repeats } from '#test/support/tier.ts';

const testApp = useTestApp();
const rounds = repeats({ change: 4, release: 40 });

const lock = (id: DonationId) => (trx: typeof testApp.db) =>
  trx.selectFrom('donations').select('id').where('id', '=', id).forUpdate().execute();
const changeAs =
  (cookie: string) =>
  (id: DonationId, causeId: CauseId, idempotencyKey: string = newId()) =>
    testApp.call(changeDonationCause, {
      cookie,
      params: { id },
      body: { causeId, ground: 'donor_agreed', agreement: 'By email', reason: 'Wrong one' },
      idempotencyKey,
    });
const movesOf = async (id: DonationId) => {
  const { moves } = await testApp.db
    .selectFrom('ledgerEntries')
    .select((row) => row.fn.countAll<number>().as('moves'))
    .where('donationId', '=', id)
    .where('kind', '=', 'cause_left')
    .executeTakeFirstOrThrow();
  return moves;
};

test('two people who change the cause at once, and one who presses twice: once, and one mail', async () => {
  const [from, to] = [await aCause(testApp), await aCause(testApp)];
  const [one, two] = [changeAs(await signIn(testApp)), changeAs(await signIn(testApp))];
  for (let round = 0; round < rounds; round++) {
    const person = aPerson();
    const id = await aDonation(testApp, { causeId: from.id, person });
    const key = newId();
    const answers = await meet(testApp, lock(id), [
      () => one(id, to.id, key),
      () => one(id, to.id, key),
      () => two(id, to.id),
    ]);
    const codes = answers.map(({ status, error }) => error?.code ?? status).toSorted();
    expect([
      [200, 200, 'same_cause'],
      [200, 'same_cause', 'same_cause'],
    ]).toContainEqual(codes);
    expect(await movesOf(id)).toBe(1);
    expect(await mailsQueuedFor(testApp, person.email)).toBe(2);
  }
  expect(await checkLedger(testApp.db)).toEqual([]);
});

test('an allocation and a refund at the same moment: each finds the donation before or after, never between', async () => {
  const [from, to] = [await aCause(testApp), await aCause(testApp)];
  const nominationId = await anAcceptedNomination(testApp, { causeId: from.id });
  const cookie = await signIn(testApp);
  const change = changeAs(cookie);
  for (let round = 0; round < rounds; round++) {
    const donationId = await aDonation(testApp, { causeId: from.id });
    const [changed, allocated, refunded] = await Promise.all([
      change(donationId, to.id),
      testApp.call(createAllocation, {
        cookie,
        body: { amount: 100, donationId, nominationId },
      }),
      testApp.call(createRefund, {
        cookie,
        params: { id: donationId },
        body: { amount: 100, reason: 'Asked for it' },
      }),
    ]);
    expect([200, 409]).toContain(changed.status);
    if (changed.status === 200) {
      expect(allocated.error.code).toBe('different_cause');
    } else {
      expect(changed.error.code).toBe('cause_stays');
      expect([allocated.status, refunded.status]).toContain(201);
    }
    expect(await movesOf(donationId)).toBe(changed.status === 200 ? 1 : 0);
  }
  expect(await checkLedger(testApp.db)).toEqual([]);
});

test('many donations between two causes, both ways at once, do not wait for each other for ever', async () => {
  const [one, other] = [await aCause(testApp), await aCause(testApp)];
  const change = changeAs(await signIn(testApp));
  const there: DonationId[] = [];
  const back: DonationId[] = [];
  for (let count = 0; count < rounds * 2; count++) {
    there.push(await aDonation(testApp, { causeId: one.id, amount: 100 }));
    back.push(await aDonation(testApp, { causeId: other.id, amount: 300 }));
  }
  const answers = await Promise.all([
    ...there.map((id) => change(id, other.id)),
    ...back.map((id) => change(id, one.id)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await checkLedger(testApp.db)).toEqual([]);
});
