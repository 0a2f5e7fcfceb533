import { describe, expect, test } from 'vitest';
import type { DonationId, NominationId } from '#contract/ids.ts';
import { createRefund } from '#contract/payments/refunds.ts';
import { confirmIdentity } from '#contract/people/account.ts';
import {
  createAllocation,
  releaseAllocation,
  replaceAllocation,
} from '#contract/spending/allocations.ts';
import { recordExpense, releaseLeftovers, undoExpense } from '#contract/spending/expenses.ts';
import { age } from '#test/support/account.ts';
import { useTestApp } from '#test/support/app.ts';
import { expenseCalls, words } from '#test/support/expenses.ts';
import { aDonation, anAllocation, aPair, signIn, testPassword } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aReceipt } from '#test/support/upload.ts';

const testApp = useTestApp();
const { aNeed, spend } = expenseCalls(testApp);
const refused = { status: 403, error: { code: 'confirm_identity' } };
const reason = 'Entered by mistake';

/** The cookie of an administrator whose last proof no longer counts. */
async function signedInLongAgo(): Promise<string> {
  const cookie = await signIn(testApp);
  await age(testApp, cookie, 'confirmedAt', 11);
  return cookie;
}

function allocateWith(
  cookie: string,
  pair: { donationId: DonationId; nominationId: NominationId },
) {
  const { donationId, nominationId } = pair;
  return (amount: number, idempotencyKey?: string) =>
    testApp.call(createAllocation, {
      cookie,
      body: { amount, donationId, nominationId },
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
}

describe('without a recent proof', () => {
  test('an allocation up to $1,000.00 works, and a larger one does not', async () => {
    const cookie = await signedInLongAgo();
    const allocate = allocateWith(cookie, await aPair(testApp, 500_000));
    const over = await allocate(100_001);
    recordFigures('A21', {
      'allocations above the sum without a proof': Number(over.status === 201),
    });
    expect(over).toMatchObject(refused);
    expect((await allocate(100_000)).status).toBe(201);
  });

  test('many small allocations count together, until a proof', async () => {
    const cookie = await signedInLongAgo();
    const allocate = allocateWith(cookie, await aPair(testApp, 500_000));
    expect((await allocate(60_000)).status).toBe(201);
    expect(await allocate(40_001)).toMatchObject(refused);
    expect((await allocate(40_000)).status).toBe(201);
    expect(await allocate(1)).toMatchObject(refused);
    await testApp.call(confirmIdentity, { cookie, body: { passwordOrCode: testPassword } });
    expect((await allocate(200_000)).status).toBe(201);
    await age(testApp, cookie, 'confirmedAt', 11);
    expect((await allocate(100_000)).status).toBe(201);
    expect(await allocate(1)).toMatchObject(refused);
  });

  test('small allocations sent at once do not get past the sum', async () => {
    const cookie = await signedInLongAgo();
    const allocate = allocateWith(cookie, await aPair(testApp, 500_000));
    const answers = await Promise.all(Array.from({ length: 8 }, () => allocate(30_000)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  });

  test('the same Idempotency-Key works after the proof', async () => {
    const cookie = await signedInLongAgo();
    const allocate = allocateWith(cookie, await aPair(testApp, 500_000));
    expect(await allocate(150_000, 'once')).toMatchObject(refused);
    await testApp.call(confirmIdentity, { cookie, body: { passwordOrCode: testPassword } });
    expect((await allocate(150_000, 'once')).status).toBe(201);
  });

  test('nothing that moves a large sum works: release, replace, expense, undo, leftovers, refund', async () => {
    const pair = await aPair(testApp, 500_000);
    const { causeId, donationId, nominationId } = pair;
    const other = await aDonation(testApp, { causeId, amount: 200_000 });
    const allocationId = await anAllocation(testApp, { ...pair, amount: 150_000 });
    const body = { reason };
    const fresh = await signIn(testApp);
    const need = await aNeed(200_000);
    const { body: spent } = await spend(need.nominationId, 150_000);
    const calls = (cookie: string) => [
      () => testApp.call(undoExpense, { cookie, params: { id: spent.id }, body }),
      () =>
        testApp.call(replaceAllocation, {
          cookie,
          params: { id: allocationId },
          body: { amount: 120_000, donationId: other, reason },
        }),
      () =>
        testApp.call(createRefund, {
          cookie,
          params: { id: donationId },
          body: { amount: 100, reason },
        }),
      () => testApp.call(releaseLeftovers, { cookie, params: { id: nominationId }, body }),
    ];
    const stale = await signedInLongAgo();
    for (const run of calls(stale)) expect(await run()).toMatchObject(refused);
    const release = { params: { id: allocationId }, body };
    expect(await testApp.call(releaseAllocation, { cookie: stale, ...release })).toMatchObject(
      refused,
    );
    expect(
      await testApp.call(recordExpense, {
        cookie: stale,
        params: { id: nominationId },
        body: { ...words, amount: 150_000, receiptIds: [await aReceipt(testApp, nominationId)] },
      }),
    ).toMatchObject(refused);
    for (const run of calls(fresh)) expect([200, 201]).toContain((await run()).status);
  });
});

describe('with another sum in CONFIRM_ABOVE_CENTS', () => {
  const strictApp = useTestApp({ env: { CONFIRM_ABOVE_CENTS: '0' } });

  test('even a cent needs a proof', async () => {
    const { donationId, nominationId } = await aPair(strictApp);
    const cookie = await signIn(strictApp);
    await age(strictApp, cookie, 'confirmedAt', 11);
    const body = { amount: 1, donationId, nominationId };
    expect(await strictApp.call(createAllocation, { cookie, body })).toMatchObject(refused);
  });
});
