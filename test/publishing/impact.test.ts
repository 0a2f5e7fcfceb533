import { expect, test } from 'vitest';
import type { CauseId, FileId } from '#contract/ids.ts';
import { openDonationPage } from '#contract/publishing/donation-page.ts';
import { getImpact } from '#contract/publishing/impact.ts';
import { getNeed, listNeeds } from '#contract/publishing/needs.ts';
import { sumCents } from '#core/platform/money.ts';
import { publish, unpublish } from '#server/publishing/public-pages/commands.ts';
import { releaseLeftovers } from '#server/spending/expenses/release-leftovers.ts';
import { undoExpense } from '#server/spending/expenses/undo-expense.ts';
import { useTestApp } from '#test/support/app.ts';
import { aConsent, withdraw } from '#test/support/consents.ts';
import {
  aCause,
  aDonation,
  anAcceptedNomination,
  anAdministrator,
  anAllocation,
} from '#test/support/factories.ts';
import { aDonationToken, aExpense, aReceipt, publishNeed } from '#test/support/proof.ts';
import { tellReturn } from '#test/support/return-commands.ts';

const testApp = useTestApp();

const empty = {
  spentBefore: 0,
  given: 0,
  waiting: 0,
  allocated: 0,
  allocatedWithoutPage: 0,
  allocatedTakenBack: 0,
  spent: 0,
  spentWithoutProof: 0,
  spentTakenBack: 0,
  returned: 0,
  uncovered: 0,
};

/** What everyone sees, after checking that every figure adds up. */
async function impact() {
  const { status, body } = await testApp.call(getImpact);
  expect(status).toBe(200);
  const { causes, withoutProofSince, ...all } = body;
  expect(withoutProofSince !== null).toBe(all.spentWithoutProof > all.spentTakenBack);
  for (const places of [all, ...causes]) {
    const { given, waiting, allocated, spent, spentBefore, returned, uncovered } = places;
    expect(waiting + allocated + spent + spentBefore + returned - uncovered).toBe(given);
    expect(Math.min(waiting, allocated, spent, returned, uncovered)).toBeGreaterThanOrEqual(0);
    expect(places.allocatedWithoutPage).toBeLessThanOrEqual(allocated);
    expect(places.spentWithoutProof).toBeLessThanOrEqual(spent);
    expect(places.allocatedTakenBack).toBeLessThanOrEqual(places.allocatedWithoutPage);
    expect(places.spentTakenBack).toBeLessThanOrEqual(places.spentWithoutProof);
  }
  for (const place of Object.keys(empty) as (keyof typeof empty)[]) {
    expect(sumCents(causes.map((cause) => cause[place]))).toBe(all[place]);
  }
  return body;
}

async function impactOf(causeId: CauseId) {
  const { causes } = await impact();
  const found = causes.find(({ id }) => id === causeId);
  if (!found) throw new Error('This cause is not in the list.');
  const { id: _, name: __, ...places } = found;
  return places;
}

test('every cent is in one place, whatever happens to it', async () => {
  const { id: causeId } = await aCause(testApp);
  expect(await impactOf(causeId)).toEqual(empty);

  const first = await aDonation(testApp, { causeId, amount: 10_001 });
  const second = await aDonation(testApp, { causeId, amount: 4_999 });
  await aDonation(testApp, { amount: 777 });
  expect(await impactOf(causeId)).toEqual({ ...empty, given: 15_000, waiting: 15_000 });

  const nominationId = await anAcceptedNomination(testApp, { causeId });
  await anAllocation(testApp, { donationId: first, nominationId, amount: 9_000 });
  await anAllocation(testApp, { donationId: second, nominationId, amount: 1_000 });
  const expenseId = await aExpense(testApp, { nominationId, amount: 9_333 });
  const places = {
    ...empty,
    given: 15_000,
    waiting: 5_000,
    allocated: 667,
    allocatedWithoutPage: 667,
    spent: 9_333,
    spentWithoutProof: 9_333,
  };
  expect(await impactOf(causeId)).toEqual(places);

  await tellReturn(testApp, second, { kind: 'refund', amountCents: 999 });
  expect(await impactOf(causeId)).toEqual({ ...places, waiting: 4_001, returned: 999 });

  // Of the first donation, only 1,001 cents are left to take back.
  const dispute = { kind: 'dispute', disputeId: 'dp_impact', amountCents: 10_001 } as const;
  await tellReturn(testApp, first, dispute);
  const taken = { ...places, waiting: 3_000, returned: 11_000, uncovered: 9_000 };
  expect(await impactOf(causeId)).toEqual(taken);
  await tellReturn(testApp, first, { ...dispute, status: 'won', reinstatedCents: 10_001 });
  expect(await impactOf(causeId)).toEqual({ ...places, waiting: 4_001, returned: 999 });

  const actor = await anAdministrator(testApp);
  await undoExpense(testApp.db, actor, { id: expenseId, reason: 'Entered twice.' }, null);
  await releaseLeftovers(testApp.db, actor, { nominationId, reason: 'Not needed.' }, null);
  expect(await impactOf(causeId)).toEqual({
    ...empty,
    given: 15_000,
    waiting: 14_001,
    returned: 999,
  });
});

test('a donation split into many parts over many needs adds up', async () => {
  const { id: causeId } = await aCause(testApp);
  const donationId = await aDonation(testApp, { causeId, amount: 10_000 });
  let spent = 0;
  for (const amount of [1, 333, 334, 3_333, 5_999]) {
    const nominationId = await anAcceptedNomination(testApp, { causeId });
    await anAllocation(testApp, { donationId, nominationId, amount });
    await aExpense(testApp, { nominationId, amount: Math.ceil(amount / 3) });
    spent += Math.ceil(amount / 3);
  }
  expect(await impactOf(causeId)).toEqual({
    ...empty,
    given: 10_000,
    allocated: 10_000 - spent,
    allocatedWithoutPage: 10_000 - spent,
    spent,
    spentWithoutProof: spent,
  });
});

test('what is taken down at the wish of a nominee is called that, to the cent', async () => {
  const { id: causeId } = await aCause(testApp);
  const donationId = await aDonation(testApp, { causeId, amount: 10_000 });
  const nominationId = await anAcceptedNomination(testApp, { causeId });
  await anAllocation(testApp, { donationId, nominationId, amount: 2_345 });
  await publishNeed(testApp, nominationId);
  const receiptIds = [await aReceipt(testApp, nominationId)];
  await setPublished(receiptIds[0] as FileId, true);
  await aExpense(testApp, { nominationId, amount: 1_234, receiptIds });
  const before = { ...empty, given: 10_000, waiting: 7_655, allocated: 1_111, spent: 1_234 };
  expect(await impactOf(causeId)).toEqual(before);
  const link = await aDonationToken(testApp, donationId);
  const shares = async () =>
    (await testApp.call(openDonationPage, { body: { token: link } })).body.shares;
  const share = { allocated: 1_111, spent: 1_234 };
  expect(await shares()).toMatchObject([{ ...share, needId: nominationId, isTakenDown: false }]);
  const token = await aConsent(testApp, nominationId);
  await withdraw(testApp, token);
  const hidden = { allocatedWithoutPage: 1_111, spentWithoutProof: 1_234 };
  const after = { ...before, ...hidden, allocatedTakenBack: 1_111, spentTakenBack: 1_234 };
  expect(await impactOf(causeId)).toEqual(after);
  const gone = { needId: null, name: null, isTakenDown: true, expenses: [] };
  expect(await shares()).toEqual([{ ...share, ...gone }]);
});

/** What the pages of all published needs show together, as somebody who opens every one of them would add it up. */
async function sumOfPages(causeId: CauseId) {
  const { body: needs } = await testApp.call(listNeeds, { query: { causeId } });
  let [unspent, proven] = [0, 0];
  for (const { id } of needs) {
    const { body } = await testApp.call(getNeed, { params: { id } });
    const listed = sumCents(body.expenses.map(({ amount }) => amount));
    expect(body.spent).toBe(listed);
    unspent += body.received - body.spent;
    const proved = body.expenses.filter(({ isProven }) => isProven);
    expect(proved.filter(({ receipts }) => receipts.length === 0)).toEqual([]);
    proven += sumCents(proved.map(({ amount }) => amount));
  }
  return { unspent, proven };
}

test('what everyone can open adds up to the totals, whatever is published and taken back', async () => {
  const { id: causeId } = await aCause(testApp);
  const donationId = await aDonation(testApp, { causeId, amount: 100_000 });
  const actor = await anAdministrator(testApp);
  const matches = async (expected: { unspent: number; proven: number }) => {
    expect(await sumOfPages(causeId)).toEqual(expected);
    const places = await impactOf(causeId);
    expect(places.allocated - places.allocatedWithoutPage).toBe(expected.unspent);
    expect(places.spent - places.spentWithoutProof).toBe(expected.proven);
  };
  const shown = await anAcceptedNomination(testApp, { causeId });
  const hidden = await anAcceptedNomination(testApp, { causeId });
  await anAllocation(testApp, { donationId, nominationId: shown, amount: 10_000 });
  await anAllocation(testApp, { donationId, nominationId: hidden, amount: 20_000 });
  const [open, secret] = [await aReceipt(testApp, shown), await aReceipt(testApp, shown)];
  await setPublished(open, true);
  await aExpense(testApp, { nominationId: shown, amount: 1_111, receiptIds: [open] });
  const twoReceipts = [await aReceipt(testApp, shown), secret];
  const other = await aExpense(testApp, {
    nominationId: shown,
    amount: 222,
    receiptIds: twoReceipts,
  });
  await matches({ unspent: 0, proven: 0 });

  await publishNeed(testApp, shown);
  await matches({ unspent: 8_667, proven: 1_111 });
  // Its other receipt is not public, and its page says so: nobody can check all of it.
  await setPublished(secret, true);
  await matches({ unspent: 8_667, proven: 1_111 });
  expect((await impactOf(causeId)).spentWithoutProof).toBe(222);
  await setPublished(twoReceipts[0] as FileId, true);
  await matches({ unspent: 8_667, proven: 1_333 });
  await setPublished(open, false);
  await matches({ unspent: 8_667, proven: 222 });
  await unpublish(testApp.db, actor, shown);
  await matches({ unspent: 0, proven: 0 });
  await publish(testApp.db, actor, shown);
  await undoExpense(testApp.db, actor, { id: other, reason: 'Entered twice.' }, null);
  await matches({ unspent: 8_889, proven: 0 });
  await anAllocation(testApp, { donationId, nominationId: shown, amount: 5 });
  await matches({ unspent: 8_894, proven: 0 });
  await releaseLeftovers(testApp.db, actor, { nominationId: shown, reason: 'Not needed.' }, null);
  await matches({ unspent: 0, proven: 0 });
});

function setPublished(id: FileId, isPublished: boolean) {
  return testApp.db.updateTable('files').set({ isPublished }).where('id', '=', id).execute();
}
