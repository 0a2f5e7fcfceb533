import { expect, test } from 'vitest';
import { getDonation, sendReceipts } from '#contract/giving/donations.ts';
import type { DonationId, NominationId } from '#contract/ids.ts';
import { createAllocations, planAllocations } from '#contract/spending/allocations.ts';
import { getNomination, setGoal } from '#contract/vetting/nominations.ts';
import { maxAtOnce } from '#core/platform/many-at-once.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aDonation,
  anAcceptedNomination,
  anAllocation,
  aPerson,
  aTeamMember,
  signIn,
} from '#test/support/factories.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { tellReturn } from '#test/support/return-commands.ts';

const testApp = useTestApp({ checksEach: true });

async function aNeedWith(amounts: number[]) {
  const { id: causeId } = await aCause(testApp);
  const nominationId = await anAcceptedNomination(testApp, { causeId });
  const donationIds: DonationId[] = [];
  for (const amount of amounts) donationIds.push(await aDonation(testApp, { causeId, amount }));
  return { causeId, nominationId, donationIds, cookie: await signIn(testApp) };
}

async function plan(cookie: string, id: NominationId, donationIds: DonationId[], amount: number) {
  const query = { amount, donationIds: donationIds.join(',') };
  const { status, body } = await testApp.call(planAllocations, { cookie, params: { id }, query });
  expect(status).toBe(200);
  return body;
}

const linesOf = ({ lines }: Awaited<ReturnType<typeof plan>>) =>
  lines.map(({ donationId, amount }) => ({ donationId, amount }));

const allocatedTo = async (cookie: string, id: NominationId) =>
  (await testApp.call(getNomination, { cookie, params: { id } })).body.allocatedAmount;

test('a plan takes only the selected donations, the oldest first, and leaves out other causes', async () => {
  const { nominationId, donationIds, cookie } = await aNeedWith([1_000, 2_000, 4_000]);
  const [, second, third] = donationIds as [DonationId, DonationId, DonationId];
  const elsewhere = await aDonation(testApp, { amount: 9_000 });
  const shown = await plan(cookie, nominationId, [third, elsewhere, second], 5_000);
  expect(linesOf(shown)).toEqual([
    { donationId: second, amount: 2_000 },
    { donationId: third, amount: 3_000 },
  ]);
  expect(shown).toMatchObject({ amount: 5_000, hasMore: false });
});

test('a plan of too many donations, or of one twice, is refused', async () => {
  const { nominationId, donationIds, cookie } = await aNeedWith([1_000]);
  const many = Array.from({ length: maxAtOnce + 1 }, () => newId());
  for (const ids of [many, [...donationIds, ...donationIds], ['no-id']]) {
    const query = { amount: 1, donationIds: ids.join(',') };
    const params = { id: nominationId };
    expect((await testApp.call(planAllocations, { cookie, params, query })).status).toBe(400);
  }
});

test('of two who allocate the same selected donations at once, one does, and the money moves once', async () => {
  const { causeId, nominationId, donationIds, cookie } = await aNeedWith([1_000, 2_000, 3_000]);
  const other = await anAcceptedNomination(testApp, { causeId });
  const colleague = await signIn(testApp);
  const lines = linesOf(await plan(cookie, nominationId, donationIds, 6_000));
  const answers = await Promise.all([
    testApp.call(createAllocations, { cookie, params: { id: nominationId }, body: { lines } }),
    testApp.call(createAllocations, {
      cookie: colleague,
      params: { id: other },
      body: { lines: lines.toReversed() },
    }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await allocatedTo(cookie, nominationId)) + (await allocatedTo(cookie, other))).toBe(
    6_000,
  );
});

test('nothing is allocated if a selected donation changed, and the next plan says what is left', async () => {
  const { causeId, nominationId, donationIds, cookie } = await aNeedWith([1_000, 2_000]);
  const [first] = donationIds as [DonationId];
  const lines = linesOf(await plan(cookie, nominationId, donationIds, 3_000));
  await tellReturn(testApp, first, { amountCents: 1_000 });
  const params = { id: nominationId };
  const refused = await testApp.call(createAllocations, { cookie, params, body: { lines } });
  expect(refused).toMatchObject({ status: 409, error: { code: 'insufficient_funds' } });
  expect(await allocatedTo(cookie, nominationId)).toBe(0);
  const again = await plan(cookie, nominationId, donationIds, 3_000);
  expect(again).toMatchObject({ amount: 2_000 });
  const other = await anAcceptedNomination(testApp, { causeId });
  await anAllocation(testApp, {
    amount: 2_000,
    donationId: donationIds[1] as DonationId,
    nominationId: other,
  });
  expect(await plan(cookie, nominationId, donationIds, 3_000)).toMatchObject({ lines: [] });
});

test('many small allocations take a second person as one large one does', async () => {
  const { nominationId, donationIds } = await aNeedWith([1_000, 2_000]);
  const cookie = await signIn(testApp, await aTeamMember(testApp, 'case-worker'));
  const params = { id: nominationId };
  await testApp.call(setGoal, { cookie, params, body: { goalAmount: 3_000 } });
  const lines = linesOf(await plan(cookie, nominationId, donationIds, 3_000));
  const { status } = await testApp.call(createAllocations, { cookie, params, body: { lines } });
  expect(status).toBe(202);
  expect(await allocatedTo(cookie, nominationId)).toBe(0);
});

test('receipts go to all selected donors but those who got everything back, once however often it is repeated', async () => {
  const people = [aPerson(), aPerson(), aPerson()];
  const ids: DonationId[] = [];
  for (const person of people) ids.push(await aDonation(testApp, { person, amount: 500 }));
  const [first, , third] = ids as [DonationId, DonationId, DonationId];
  await tellReturn(testApp, third, { amountCents: 500 });
  const queued = () =>
    Promise.all(people.map(({ email }) => mailsQueuedFor(testApp, email))).then((counts) => counts);
  const before = await queued();
  const cookie = await signIn(testApp);
  const unknown = newId<DonationId>();
  const call = { cookie, body: { ids: [...ids, unknown] }, idempotencyKey: newId() };
  const answers = await Promise.all([
    testApp.call(sendReceipts, call),
    testApp.call(sendReceipts, call),
  ]);
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body.done.toSorted()).toEqual(ids.slice(0, 2).toSorted());
    expect(new Map(body.refused.map(({ id, reason }) => [id, reason]))).toEqual(
      new Map([
        [third, 'All of this donation went back to the donor, so there is no receipt for it.'],
        [unknown, expect.stringContaining('donation')],
      ]),
    );
  }
  expect(await queued()).toEqual(before.map((count, index) => count + (index < 2 ? 1 : 0)));
  expect((await testApp.call(getDonation, { cookie, params: { id: first } })).status).toBe(200);
});
