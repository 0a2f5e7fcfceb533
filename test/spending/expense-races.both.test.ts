import { describe, expect, test } from 'vitest';
import { replaceAllocation } from '#contract/spending/allocations.ts';
import { lockDonation } from '#server/ledger/lock-donation.ts';
import { allocate } from '#server/spending/allocations/allocate.ts';
import { releaseLeftovers } from '#server/spending/expenses/release-leftovers.ts';
import { useTestApp } from '#test/support/app.ts';
import { expenseCalls } from '#test/support/expenses.ts';
import { aDonation, anAdministrator } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { meet } from '#test/support/locks.ts';
import { repeats } from '#test/support/tier.ts';
import { aReceipt } from '#test/support/upload.ts';

const testApp = useTestApp({ checksEach: true });
const { cookie, aNeed, spend, undo, releaseRest, release, balance } = expenseCalls(testApp);

describe('at once', { timeout: 600_000 }, () => {
  test('16 expenses for one need are never more than what was allocated to it', async () => {
    const rounds =
      testApp.connection.kind === 'postgres' ? repeats({ change: 5, release: 100 }) : 1;
    const outcomes = [];
    let twice = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { nominationId } = await aNeed(400, 350, 250);
      const answers = await Promise.all(Array.from({ length: 16 }, () => spend(nominationId, 150)));
      const statuses = answers.map(({ status }) => status).sort();
      const after = await balance(nominationId);
      outcomes.push({ statuses, after });
      const taken = 150 * statuses.filter((status) => status === 201).length;
      twice += Math.max(0, taken - 1_000, Number(after.spent) - 1_000);
    }
    recordFigures('G1', { 'rounds of 16 payments at once': rounds, 'cents spent twice': twice });
    for (const { statuses, after } of outcomes) {
      expect(statuses).toEqual([...Array(6).fill(201), ...Array(10).fill(409)]);
      expect(after).toEqual({ allocated: 1_000, spent: 900 });
    }
  });

  test('one receipt belongs to one expense', async () => {
    const { nominationId } = await aNeed(10_000);
    const receiptIds = [await aReceipt(testApp, nominationId)];
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => spend(nominationId, 100, { receiptIds })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await balance(nominationId)).toEqual({ allocated: 10_000, spent: 100 });
  });

  test('what is left is released without what is being allocated', async () => {
    const { causeId, nominationId, allocations } = await aNeed(400);
    const [left] = allocations as [(typeof allocations)[0]];
    const actor = await anAdministrator(testApp);
    const input = {
      amount: 300,
      donationId: await aDonation(testApp, { causeId, amount: 300 }),
      nominationId,
    };
    const [released] = await meet(testApp, (trx) => lockDonation(trx, left.donationId), [
      () => releaseLeftovers(testApp.db, actor, { nominationId, reason: 'It cost less' }, null),
      () => allocate(testApp.db, actor, input, null, testApp.settings),
    ]);
    expect(released).toEqual({ released: 400 });
    expect(await balance(nominationId)).toEqual({ allocated: 300, spent: 0 });
  });

  test('spending, undoing, releasing, and replacing end with every cent in one place', async () => {
    const { causeId, nominationId, allocations } = await aNeed(400, 300, 300);
    const { body } = await spend(nominationId, 500);
    const donationId = await aDonation(testApp, { causeId, amount: 1_000 });
    const answers = await Promise.all([
      spend(nominationId, 200),
      undo(body.id),
      releaseRest(nominationId),
      spend(nominationId, 300),
      ...allocations.map(({ id }) => release(id)),
      ...allocations.map(async ({ id }) =>
        testApp.call(replaceAllocation, {
          cookie: await cookie(),
          params: { id },
          body: { donationId, amount: 100, reason: 'A refund' },
        }),
      ),
    ]);
    for (const { status } of answers) expect([200, 201, 409]).toContain(status);
  });
});
