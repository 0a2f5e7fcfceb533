import { describe, expect, test } from 'vitest';
import { getDonation } from '#contract/giving/donations.ts';
import type { CauseId, DonationId, NominationId } from '#contract/ids.ts';
import { approve, getApproval } from '#contract/people/approvals.ts';
import {
  createAllocations,
  maxLines,
  planAllocations,
  releaseAllocations,
} from '#contract/spending/allocations.ts';
import { getNomination, setGoal } from '#contract/vetting/nominations.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aDonation,
  anAcceptedNomination,
  anAllocation,
  aRefund,
  aTeamMember,
  signIn,
} from '#test/support/factories.ts';

const testApp = useTestApp({ checksEach: true });

/** A need with donations of these amounts for its cause, oldest first. */
async function aNeed(amounts: number[], goalAmount: number | null = null) {
  const { id: causeId } = await aCause(testApp);
  const nominationId = await anAcceptedNomination(testApp, { causeId });
  const donationIds = await donate(causeId, amounts);
  const cookie = await signIn(testApp);
  if (goalAmount !== null) {
    await testApp.call(setGoal, { cookie, params: { id: nominationId }, body: { goalAmount } });
  }
  return { causeId, nominationId, donationIds, cookie };
}

async function donate(causeId: CauseId, amounts: number[]) {
  const ids: DonationId[] = [];
  for (const amount of amounts) ids.push(await aDonation(testApp, { amount, causeId }));
  return ids;
}

const plan = async (cookie: string, id: NominationId, query: { amount?: number } = {}) =>
  (await testApp.call(planAllocations, { cookie, params: { id }, query })).body;

const held = async (cookie: string, id: NominationId) =>
  (await testApp.call(getNomination, { cookie, params: { id } })).body.allocatedAmount;

const left = async (cookie: string, id: DonationId) =>
  (await testApp.call(getDonation, { cookie, params: { id } })).body.availableAmount;

const linesOf = ({ lines }: Awaited<ReturnType<typeof plan>>) =>
  lines.map(({ donationId, amount }) => ({ donationId, amount }));

describe('a plan', () => {
  test('takes the oldest donations of the cause until the goal is met', async () => {
    const { nominationId, donationIds, cookie } = await aNeed([1_000, 2_000, 4_000], 5_000);
    // Made for another cause, and older than all.
    await donate((await aCause(testApp)).id, [9_000]);
    const shown = await plan(cookie, nominationId);
    expect(shown).toMatchObject({ amount: 5_000, wantedAmount: 5_000, hasMore: false });
    expect(linesOf(shown)).toEqual([
      { donationId: donationIds[0], amount: 1_000 },
      { donationId: donationIds[1], amount: 2_000 },
      { donationId: donationIds[2], amount: 2_000 },
    ]);
    expect(shown.lines[2]).toMatchObject({ availableAmount: 4_000 });
    expect(linesOf(await plan(cookie, nominationId, { amount: 1_500 }))).toEqual([
      { donationId: donationIds[0], amount: 1_000 },
      { donationId: donationIds[1], amount: 500 },
    ]);
  });

  test('leaves out what is allocated, and what is on its way back to a donor', async () => {
    const { causeId, nominationId, donationIds, cookie } = await aNeed(
      [1_000, 2_000, 4_000],
      9_000,
    );
    const [first, second, third] = donationIds as [DonationId, DonationId, DonationId];
    const other = await anAcceptedNomination(testApp, { causeId });
    await anAllocation(testApp, { amount: 1_000, donationId: first, nominationId: other });
    // As `requestRefund` stores it before the provider has confirmed it.
    await aRefund(testApp, second, { amountCents: 1_500, status: 'requested' });
    const shown = await plan(cookie, nominationId);
    expect(linesOf(shown)).toEqual([
      { donationId: second, amount: 500 },
      { donationId: third, amount: 4_000 },
    ]);
    expect(shown).toMatchObject({ amount: 4_500, wantedAmount: 9_000, hasMore: false });
  });

  test('is empty without a goal and an amount, and when the goal is met', async () => {
    const { nominationId, donationIds, cookie } = await aNeed([1_000, 2_000]);
    expect(await plan(cookie, nominationId)).toEqual({
      lines: [],
      amount: 0,
      wantedAmount: null,
      hasMore: false,
    });
    const [donationId] = donationIds as [DonationId];
    await anAllocation(testApp, { amount: 600, donationId, nominationId });
    const params = { id: nominationId };
    await testApp.call(setGoal, { cookie, params, body: { goalAmount: 600 } });
    expect(await plan(cookie, nominationId)).toMatchObject({ lines: [], wantedAmount: 0 });
  });

  test('says that there is more than one call can allocate', async () => {
    const amounts = Array.from({ length: maxLines + 1 }, () => 100);
    const { nominationId, cookie } = await aNeed(amounts, 100 * (maxLines + 1));
    const shown = await plan(cookie, nominationId);
    expect(shown).toMatchObject({ amount: 100 * maxLines, hasMore: true });
    expect(shown.lines).toHaveLength(maxLines);
  });
});

describe('allocating several donations at once', () => {
  test('books each of them, and a repeat books nothing', async () => {
    const { nominationId, donationIds, cookie } = await aNeed([1_000, 2_000, 4_000], 5_000);
    const lines = linesOf(await plan(cookie, nominationId));
    const options = {
      cookie,
      params: { id: nominationId },
      body: { lines },
      idempotencyKey: newId(),
    };
    const { status, body } = await testApp.call(createAllocations, options);
    expect(status).toBe(201);
    expect(body).toMatchObject({ amount: 5_000, allocations: lines });
    expect((await testApp.call(createAllocations, options)).body).toEqual(body);
    expect(await held(cookie, nominationId)).toBe(5_000);
    const rest = [];
    for (const id of donationIds) rest.push(await left(cookie, id));
    expect(rest).toEqual([0, 0, 2_000]);
    expect(await plan(cookie, nominationId)).toMatchObject({ lines: [], wantedAmount: 0 });
  });

  test('books none of them if one has changed since it was looked at', async () => {
    const { causeId, nominationId, donationIds, cookie } = await aNeed([1_000, 2_000], 3_000);
    const lines = linesOf(await plan(cookie, nominationId));
    const other = await anAcceptedNomination(testApp, { causeId });
    const [, second] = donationIds as [DonationId, DonationId];
    await anAllocation(testApp, { amount: 1, donationId: second, nominationId: other });
    const params = { id: nominationId };
    expect(
      await testApp.call(createAllocations, { cookie, params, body: { lines } }),
    ).toMatchObject({
      status: 409,
      error: { code: 'insufficient_funds' },
    });
    expect(await held(cookie, nominationId)).toBe(0);
  });

  test('does not pass the goal unless that is meant', async () => {
    const { nominationId, donationIds, cookie } = await aNeed([1_000, 2_000], 2_500);
    const lines = donationIds.map((donationId, index) => ({
      donationId,
      amount: 1_000 * (index + 1),
    }));
    const params = { id: nominationId };
    const body = { lines };
    expect(await testApp.call(createAllocations, { cookie, params, body })).toMatchObject({
      status: 409,
      error: { code: 'beyond_goal', message: expect.stringContaining('$5.00 more than its goal') },
    });
    const meant = { lines, isBeyondGoalMeant: true };
    expect((await testApp.call(createAllocations, { cookie, params, body: meant })).status).toBe(
      201,
    );
  });

  test('refuses a donation that is named twice, and more than one call may have', async () => {
    const { nominationId, donationIds, cookie } = await aNeed([1_000]);
    const [donationId] = donationIds as [DonationId];
    const line = { donationId, amount: 1 };
    const params = { id: nominationId };
    const many = Array.from({ length: maxLines + 1 }, () => ({ ...line, donationId: newId() }));
    for (const lines of [[line, line], [], many]) {
      const body = { lines: lines as (typeof line)[] };
      expect(await testApp.call(createAllocations, { cookie, params, body })).toMatchObject({
        status: 400,
      });
    }
    expect(await held(cookie, nominationId)).toBe(0);
  });

  test('is proposed by a case worker and done by a treasurer', async () => {
    const { nominationId, cookie } = await aNeed([1_000, 2_000], 3_000);
    const worker = await signIn(testApp, await aTeamMember(testApp, 'case-worker'));
    const treasurer = await signIn(testApp, await aTeamMember(testApp, 'treasurer'));
    const lines = linesOf(await plan(worker, nominationId));
    const asked = await testApp.call(createAllocations, {
      cookie: worker,
      params: { id: nominationId },
      body: { lines },
    });
    expect(asked.status).toBe(202);
    const { awaitingApproval: id } = asked.body as unknown as { awaitingApproval: never };
    const shown = await testApp.call(getApproval, { cookie: treasurer, params: { id } });
    expect(shown.body.facts.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['$30.00', '$10.00', '$20.00']),
    );
    expect(await held(cookie, nominationId)).toBe(0);
    const { fingerprint } = shown.body;
    const body = { fingerprint };
    const done = await testApp.call(approve, { cookie: treasurer, params: { id }, body });
    expect(done.body.status).toBe('approved');
    expect(await held(cookie, nominationId)).toBe(3_000);
  });
});

describe('releasing several allocations at once', () => {
  async function allocated() {
    const need = await aNeed([1_000, 2_000], 3_000);
    const { cookie, nominationId } = need;
    const { body } = await testApp.call(createAllocations, {
      cookie,
      params: { id: nominationId },
      body: { lines: linesOf(await plan(cookie, nominationId)) },
    });
    return { ...need, ids: body.allocations.map(({ id }) => id) };
  }
  const reason = 'Wrong need';

  test('moves everything back, and keeps both entries', async () => {
    const { cookie, nominationId, donationIds, ids } = await allocated();
    const options = { cookie, params: { id: nominationId }, body: { ids, reason } };
    const { status, body } = await testApp.call(releaseAllocations, options);
    expect([status, body.amount]).toEqual([200, 3_000]);
    expect(await held(cookie, nominationId)).toBe(0);
    const entries = await testApp.db
      .selectFrom('ledgerEntries')
      .select(['kind', 'amountCents', 'reason'])
      .where('donationId', 'in', donationIds)
      .where('kind', '<>', 'payment')
      .orderBy('position')
      .execute();
    expect(entries).toEqual([
      { kind: 'allocation', amountCents: 1_000, reason: '' },
      { kind: 'allocation', amountCents: 2_000, reason: '' },
      { kind: 'release', amountCents: 1_000, reason },
      { kind: 'release', amountCents: 2_000, reason },
    ]);
    expect(await testApp.call(releaseAllocations, options)).toMatchObject({
      status: 409,
      error: { code: 'already_released' },
    });
  });

  test('releases nothing if one of them is of another nomination', async () => {
    const { cookie, nominationId, ids } = await allocated();
    const { ids: others } = await allocated();
    const body = { ids: [...ids, ...others], reason };
    const params = { id: nominationId };
    expect((await testApp.call(releaseAllocations, { cookie, params, body })).status).toBe(404);
    expect(await held(cookie, nominationId)).toBe(3_000);
  });
});

test('two people who allocate the same plan at once allocate it once', async () => {
  const { nominationId, donationIds, cookie } = await aNeed([1_000, 2_000, 3_000], 6_000);
  const lines = linesOf(await plan(cookie, nominationId));
  const params = { id: nominationId };
  const answers = await Promise.all(
    [lines, lines.toReversed(), lines].map((each) =>
      testApp.call(createAllocations, { cookie, params, body: { lines: each } }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(await held(cookie, nominationId)).toBe(6_000);
  for (const id of donationIds) expect(await left(cookie, id)).toBe(0);
});
