import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { RequestOf } from '#contract/endpoint.ts';
import { getDonation } from '#contract/giving/donations.ts';
import type { AllocationId, DonationId, NominationId } from '#contract/ids.ts';
import {
  createAllocation,
  releaseAllocation,
  replaceAllocation,
} from '#contract/spending/allocations.ts';
import { getNomination, setGoal } from '#contract/vetting/nominations.ts';
import type { NominationStatus } from '#core/vetting/nomination-status.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { type CallOptions, useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aDonation,
  aNominationThatIs,
  anAcceptedNomination,
  anAdministrator,
  anAllocation,
  aPair,
  signIn,
} from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';

const testApp = useTestApp({ checksEach: true });

async function allocate(
  body: RequestOf<typeof createAllocation>['body'],
  options: CallOptions<typeof createAllocation> = {},
) {
  return testApp.call(createAllocation, { cookie: await signIn(testApp), ...options, body });
}

async function release(
  id: AllocationId,
  reason: string,
  options: Partial<CallOptions<typeof releaseAllocation>> = {},
) {
  const cookie = await signIn(testApp);
  return testApp.call(releaseAllocation, { cookie, ...options, params: { id }, body: { reason } });
}

/** What is left of a donation and what is allocated to a nomination, as the screens show it. */
async function balances(donationId: DonationId, nominationId: NominationId) {
  const cookie = await signIn(testApp);
  const donation = await testApp.call(getDonation, { cookie, params: { id: donationId } });
  const nomination = await testApp.call(getNomination, { cookie, params: { id: nominationId } });
  return { left: donation.body.availableAmount, held: nomination.body.allocatedAmount };
}

const movesOf = (donationId: DonationId) =>
  testApp.db
    .selectFrom('ledgerEntries')
    .select(['kind', 'fromPlace', 'toPlace', 'nominationId', 'amountCents', 'actor', 'reason'])
    .where('donationId', '=', donationId)
    .orderBy('id')
    .execute();

describe('allocating', () => {
  test('moves money from the donation to the nomination', async () => {
    const cookie = await signIn(testApp);
    const { donationId, nominationId } = await aPair(testApp, 10_000);
    const { status, body } = await allocate({ amount: 4_000, donationId, nominationId });
    expect(status).toBe(201);
    expect(body).toMatchObject({ amount: 4_000, donationId, nominationId });

    const donation = await testApp.call(getDonation, { cookie, params: { id: donationId } });
    expect(donation.body).toMatchObject({
      availableAmount: 6_000,
      allocations: [{ amount: 4_000 }],
    });
    const nomination = await testApp.call(getNomination, { cookie, params: { id: nominationId } });
    expect(nomination.body).toMatchObject({
      allocatedAmount: 4_000,
      allocations: [{ amount: 4_000, donation: { id: donationId } }],
    });
  });

  test('is in the ledger with its actor', async () => {
    const user = await anAdministrator(testApp);
    const { donationId, nominationId } = await aPair(testApp, 10_000);
    const cookie = await signIn(testApp, user);
    await allocate({ amount: 4_000, donationId, nominationId }, { cookie });
    expect((await movesOf(donationId))[1]).toEqual({
      kind: 'allocation',
      fromPlace: 'waiting',
      toPlace: 'allocated',
      nominationId,
      amountCents: 4_000,
      actor: `user:${user.id}`,
      reason: '',
    });
  });

  test('accepts one cent, and then exactly the rest', async () => {
    const { donationId, nominationId } = await aPair(testApp, 10_000);
    expect((await allocate({ amount: 1, donationId, nominationId })).status).toBe(201);
    expect((await allocate({ amount: 9_999, donationId, nominationId })).status).toBe(201);
    expect(await balances(donationId, nominationId)).toEqual({ left: 0, held: 10_000 });
  });

  test.each([0, -1, 0.5, 100_000_000, Number.NaN])('refuses %d cents', async (amount) => {
    const { donationId, nominationId } = await aPair(testApp);
    const answer = await allocate({ amount, donationId, nominationId });
    const { held } = await balances(donationId, nominationId);
    recordFigures('A35', { 'amounts to allocate that are none': 1, 'cents moved': held });
    expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_input' } });
    expect(Object.keys(answer.error.fields ?? {})).toEqual(['amount']);
    expect(held).toBe(0);
  });

  test('refuses a cent more than is left, and says how much is left', async () => {
    const { donationId, nominationId } = await aPair(testApp, 10_000);
    await anAllocation(testApp, { amount: 8_760, donationId, nominationId });
    const answer = await allocate({ amount: 1_241, donationId, nominationId });
    expect(answer).toMatchObject({ status: 409, error: { code: 'insufficient_funds' } });
    expect(answer.error.message).toBe('Only $12.40 of this donation is still available.');
    expect(answer.error.fields).toEqual({ amount: 'At most $12.40' });
    expect(await balances(donationId, nominationId)).toEqual({ left: 1_240, held: 8_760 });
  });

  test('refuses when nothing is left', async () => {
    const { donationId, nominationId } = await aPair(testApp, 10_000);
    await anAllocation(testApp, { amount: 10_000, donationId, nominationId });
    const answer = await allocate({ amount: 1, donationId, nominationId });
    expect(answer).toMatchObject({ status: 409, error: { code: 'insufficient_funds' } });
    expect(answer.error.message).toBe('Nothing of this donation is available anymore.');
  });

  test.each([
    ['pending', 'Only an accepted nomination can receive money. Accept it first.'],
    ['rejected', 'Only an accepted nomination can receive money. Accept it first.'],
    ['completed', 'This nomination is completed, so it cannot receive more money.'],
  ] as [NominationStatus, string][])('refuses a nomination that is %s', async (status, message) => {
    const { id: causeId } = await aCause(testApp);
    const donationId = await aDonation(testApp, { causeId });
    const nominationId = await aNominationThatIs(testApp, status, { causeId });
    const answer = await allocate({ amount: 100, donationId, nominationId });
    recordFigures('A36', { 'steps skipped': 1, refused: Number(answer.status === 409) });
    expect(answer).toMatchObject({
      status: 409,
      error: { code: 'nomination_cannot_receive', message },
    });
    expect(await balances(donationId, nominationId)).toEqual({ left: 10_000, held: 0 });
  });

  test('refuses a different cause than the donor chose', async () => {
    const [given, needed] = [await aCause(testApp), await aCause(testApp)];
    const donationId = await aDonation(testApp, { causeId: given.id });
    const nominationId = await anAcceptedNomination(testApp, { causeId: needed.id });
    const answer = await allocate({ amount: 100, donationId, nominationId });
    expect(answer).toMatchObject({ status: 409, error: { code: 'different_cause' } });
    expect(answer.error.message).toBe(
      `The donor gave for "${given.name}", but this nomination is for "${needed.name}".`,
    );
    expect(await balances(donationId, nominationId)).toEqual({ left: 10_000, held: 0 });
  });

  test.each(['donation', 'nomination'] as const)('returns 404 for an unknown %s', async (thing) => {
    const { donationId, nominationId } = await aPair(testApp);
    const ids = { donationId, nominationId, [`${thing}Id`]: newId() };
    const answer = await allocate({ amount: 100, ...ids });
    expect(answer).toMatchObject({ status: 404, error: { code: 'not_found' } });
    expect(answer.error.message).toBe(`There is no ${thing} with this id.`);
  });
});

describe('releasing', () => {
  async function anAllocatedPair() {
    const { donationId, nominationId } = await aPair(testApp, 10_000);
    const id = await anAllocation(testApp, { amount: 2_500, donationId, nominationId });
    return { id, donationId, nominationId };
  }

  test('returns the money to the donation; the ledger keeps the reason', async () => {
    const { id, donationId, nominationId } = await anAllocatedPair();
    const user = await anAdministrator(testApp);
    const cookie = await signIn(testApp, user);
    const { status, body } = await release(id, ' The wrong Maria. ', { cookie });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, amount: 2_500, donationId, nominationId });
    expect(await balances(donationId, nominationId)).toEqual({ left: 10_000, held: 0 });
    expect((await movesOf(donationId))[2]).toEqual({
      kind: 'release',
      fromPlace: 'allocated',
      toPlace: 'waiting',
      nominationId,
      amountCents: 2_500,
      actor: `user:${user.id}`,
      reason: 'The wrong Maria.',
    });
  });

  test('removes the allocation from both lists, and the money can be allocated elsewhere', async () => {
    const { id, donationId, nominationId } = await anAllocatedPair();
    await release(id, 'A mistake');
    const cookie = await signIn(testApp);
    const donation = await testApp.call(getDonation, { cookie, params: { id: donationId } });
    const nomination = await testApp.call(getNomination, { cookie, params: { id: nominationId } });
    expect([donation.body.allocations, nomination.body.allocations]).toEqual([[], []]);
    expect((await allocate({ amount: 10_000, donationId, nominationId })).status).toBe(201);
  });

  test('works once', async () => {
    const { id, donationId, nominationId } = await anAllocatedPair();
    await release(id, 'A mistake');
    const again = await release(id, 'A mistake');
    expect(again).toMatchObject({ status: 409, error: { code: 'already_released' } });
    expect(await balances(donationId, nominationId)).toEqual({ left: 10_000, held: 0 });
  });

  test('is refused once the nomination is completed', async () => {
    const { id, donationId, nominationId } = await anAllocatedPair();
    await testApp.db
      .updateTable('nominations')
      .set({ isCompleted: true })
      .where('id', '=', nominationId)
      .execute();
    const answer = await release(id, 'Too late');
    expect(answer).toMatchObject({ status: 409, error: { code: 'nomination_cannot_receive' } });
    expect(await balances(donationId, nominationId)).toEqual({ left: 7_500, held: 2_500 });
  });

  test('requires a reason', async () => {
    const { id, donationId, nominationId } = await anAllocatedPair();
    const answer = await release(id, '  ');
    expect(answer).toMatchObject({ status: 400, error: { fields: { reason: 'Required' } } });
    expect(await balances(donationId, nominationId)).toEqual({ left: 7_500, held: 2_500 });
  });

  test('returns 404 for an unknown id', async () => {
    const answer = await release(newId(), 'A mistake');
    expect(answer).toMatchObject({ status: 404, error: { code: 'not_found' } });
  });
});

describe('an Idempotency-Key', () => {
  test('books a double click once', async () => {
    const { donationId, nominationId } = await aPair(testApp, 10_000);
    const options = { cookie: await signIn(testApp), idempotencyKey: randomUUID() };
    const input = { amount: 3_000, donationId, nominationId };
    const answers = await Promise.all(Array.from({ length: 5 }, () => allocate(input, options)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await balances(donationId, nominationId)).toEqual({ left: 7_000, held: 3_000 });
  });

  test('releases once and returns the same response', async () => {
    const { donationId, nominationId } = await aPair(testApp, 10_000);
    const id = await anAllocation(testApp, { amount: 2_500, donationId, nominationId });
    const options = { cookie: await signIn(testApp), idempotencyKey: randomUUID() };
    const first = await release(id, 'A mistake', options);
    const second = await release(id, 'A mistake', options);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await balances(donationId, nominationId)).toEqual({ left: 10_000, held: 0 });
  });

  test('is refused with a different amount or reason', async () => {
    const { donationId, nominationId } = await aPair(testApp, 10_000);
    const options = { cookie: await signIn(testApp), idempotencyKey: randomUUID() };
    const first = await allocate({ amount: 3_000, donationId, nominationId }, options);
    const reused = { status: 422, error: { code: 'idempotency_key_reused' } };
    const other = await allocate({ amount: 4_000, donationId, nominationId }, options);
    expect(other).toMatchObject(reused);
    await release(first.body.id, 'A mistake', options);
    expect(await release(first.body.id, 'Another reason', options)).toMatchObject(reused);
    expect(await balances(donationId, nominationId)).toEqual({ left: 10_000, held: 0 });
  });

  test('of a different administrator is a different key', async () => {
    const { donationId, nominationId } = await aPair(testApp, 10_000);
    const idempotencyKey = randomUUID();
    await allocate({ amount: 3_000, donationId, nominationId }, { idempotencyKey });
    await allocate({ amount: 3_000, donationId, nominationId }, { idempotencyKey });
    expect(await balances(donationId, nominationId)).toEqual({ left: 4_000, held: 6_000 });
  });

  test('of a refused call gets the same refusal, even when the call would be accepted now', async () => {
    const cookie = await signIn(testApp);
    const { donationId, nominationId } = await aPair(testApp, 10_000);
    const taken = await allocate({ amount: 4_000, donationId, nominationId });
    const options = { cookie, idempotencyKey: randomUUID() };
    const input = { amount: 10_000, donationId, nominationId };
    const first = await allocate(input, options);
    expect([first.status, first.error.code]).toEqual([409, 'insufficient_funds']);

    await release(taken.body.id, 'There is room again');
    const { requestId: _, ...refusal } = first.error;
    expect(await allocate(input, options)).toMatchObject({ status: 409, error: refusal });
    expect(await balances(donationId, nominationId)).toEqual({ left: 10_000, held: 0 });
    const smaller = { ...input, amount: 5_000 };
    expect((await allocate(smaller, options)).error.code).toBe('idempotency_key_reused');

    const anew = { cookie, idempotencyKey: randomUUID() };
    expect((await allocate(input, anew)).status).toBe(201);
  });

  test('of a call about something unknown gets the same refusal', async () => {
    const { donationId } = await aPair(testApp, 10_000);
    const options = { cookie: await signIn(testApp), idempotencyKey: randomUUID() };
    const input = { amount: 1, donationId, nominationId: newId<NominationId>() };
    for (const _ of ['first', 'second']) {
      const { status, error } = await allocate(input, options);
      expect([status, error.message]).toEqual([404, 'There is no nomination with this id.']);
    }
  });
});

describe('the goal of a nomination', () => {
  async function aGoal(goalAmount: number) {
    const { causeId, donationId, nominationId } = await aPair(testApp, 10_000);
    const cookie = await signIn(testApp);
    await testApp.call(setGoal, { cookie, params: { id: nominationId }, body: { goalAmount } });
    return { causeId, donationId, nominationId };
  }

  test('is never passed without a word, and passed if that is meant', async () => {
    const { donationId, nominationId } = await aGoal(5_000);
    const pair = { donationId, nominationId };
    expect((await allocate({ amount: 4_000, ...pair })).status).toBe(201);
    expect(await allocate({ amount: 1_001, ...pair })).toMatchObject({
      status: 409,
      error: {
        code: 'beyond_goal',
        message:
          'The goal of this nomination is $50.00, and $10.00 of it is missing. Confirm that it should get $0.01 more than its goal.',
      },
    });
    expect(await allocate({ amount: 1_001, isBeyondGoalMeant: false, ...pair })).toMatchObject({
      error: { code: 'beyond_goal' },
    });
    expect(await balances(donationId, nominationId)).toEqual({ left: 6_000, held: 4_000 });
    expect((await allocate({ amount: 1_000, ...pair })).status).toBe(201);
    expect((await allocate({ amount: 1, isBeyondGoalMeant: true, ...pair })).status).toBe(201);
    expect((await allocate({ amount: 1, ...pair })).error).toMatchObject({
      code: 'beyond_goal',
      message: expect.stringContaining('$0.00 of it is missing'),
    });
  });

  test('leaves room again after a release', async () => {
    const { donationId, nominationId } = await aGoal(5_000);
    const { body } = await allocate({ amount: 5_000, donationId, nominationId });
    await release(body.id, 'A mistake');
    expect((await allocate({ amount: 5_000, donationId, nominationId })).status).toBe(201);
  });

  test('does not hold back another donation that takes over', async () => {
    const { causeId, donationId, nominationId } = await aGoal(5_000);
    const { body } = await allocate({ amount: 5_000, donationId, nominationId });
    const another = await aDonation(testApp, { causeId });
    const { status } = await testApp.call(replaceAllocation, {
      cookie: await signIn(testApp),
      params: { id: body.id },
      body: { amount: 5_000, donationId: another, reason: 'A refund' },
    });
    expect(status).toBe(201);
  });

  test('is passed by none of several allocations at once', async () => {
    const { causeId, nominationId } = await aGoal(5_000);
    const donations = await Promise.all(
      Array.from({ length: 8 }, () => aDonation(testApp, { causeId, amount: 2_000 })),
    );
    const cookie = await signIn(testApp);
    const answers = await Promise.all(
      donations.map((donationId) =>
        testApp.call(createAllocation, {
          cookie,
          body: { amount: 2_000, donationId, nominationId },
        }),
      ),
    );
    const codes = answers.map(({ status, error }) => (status === 201 ? 201 : error.code));
    expect(codes.sort()).toEqual([201, 201, ...Array(6).fill('beyond_goal')]);
  });
});
