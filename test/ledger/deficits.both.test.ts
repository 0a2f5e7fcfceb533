import { describe, expect, test } from 'vitest';
import { getDonation } from '#contract/giving/donations.ts';
import type { DonationId } from '#contract/ids.ts';
import {
  createAllocation,
  releaseAllocation,
  replaceAllocation,
} from '#contract/spending/allocations.ts';
import { getNomination } from '#contract/vetting/nominations.ts';
import { changeBalances } from '#server/ledger/release-money.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { changeNominationStatus } from '#server/vetting/nominations/decide-nomination.ts';
import { teamEmail } from '#test/support/app.ts';
import { expenseCalls } from '#test/support/expenses.ts';
import {
  aCause,
  aDonation,
  anAcceptedNomination,
  anAdministrator,
  anAllocation,
  signIn,
} from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import {
  aDonorWhoPays,
  alertsAbout,
  balanceOf,
  deliver,
  useStripeApp,
} from '#test/support/stripe-app.ts';

const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;

/** A fully allocated donation of $25.00, of which $10.00 was returned to the donor. */
async function aDeficit() {
  const { session, checkoutId: donationId, cause } = await aDonorWhoPays(stripeApp);
  await deliver(stripeApp, stripe.pay(session));
  const nominationId = await anAcceptedNomination(testApp, { causeId: cause.id });
  const allocationId = await anAllocation(testApp, { donationId, nominationId, amount: 2_500 });
  await deliver(stripeApp, stripe.refund(session, 1_000));
  expect(await balanceOf(stripeApp, donationId)).toMatchObject({ deficitCents: 1_000 });
  return {
    donationId,
    nominationId,
    allocationId,
    causeId: cause.id,
    cookie: await signIn(testApp),
  };
}

const reason = 'The donor wanted it back';

test('an allocation of more than there is fails instead of making a deficit, whoever asks for it', async () => {
  const { checkoutId: donationId, session, cause } = await aDonorWhoPays(stripeApp);
  await deliver(stripeApp, stripe.pay(session));
  const nominationId = await anAcceptedNomination(testApp, { causeId: cause.id });
  const allocateTooMuch = testApp.db
    .transaction()
    .execute((trx) => changeBalances(trx, donationId, nominationId, 2_501));
  await expect(allocateTooMuch).rejects.toThrow('donations_not_over_allocated');
  expect(await balanceOf(stripeApp, donationId)).toMatchObject({ deficitCents: 0 });
});

test('releasing the allocation ends the deficit and settles the alert', async () => {
  const { donationId, allocationId: id, cookie } = await aDeficit();
  expect(await alertsAbout(stripeApp, donationId)).toEqual(['deficit:…']);
  await testApp.call(releaseAllocation, { cookie, params: { id }, body: { reason } });
  expect(await balanceOf(stripeApp, donationId)).toMatchObject({
    allocatedCents: 0,
    deficitCents: 0,
  });
  expect(await alertsAbout(stripeApp, donationId)).toEqual([]);
});

test('releasing a part tells what is still missing, without another email', async () => {
  const { session, checkoutId: donationId, cause } = await aDonorWhoPays(stripeApp);
  await deliver(stripeApp, stripe.pay(session));
  const nominationId = await anAcceptedNomination(testApp, { causeId: cause.id });
  const id = await anAllocation(testApp, { donationId, nominationId, amount: 1_500 });
  await anAllocation(testApp, { donationId, nominationId, amount: 1_000 });
  await deliver(stripeApp, stripe.refund(session, 2_000));
  const cookie = await signIn(testApp);
  const mails = await mailsQueuedFor(testApp, teamEmail);
  await testApp.call(releaseAllocation, { cookie, params: { id }, body: { reason } });
  expect(await mailsQueuedFor(testApp, teamEmail)).toBe(mails);
  const alerts = await testApp.db
    .selectFrom('alerts')
    .select(['title', 'message', 'settledAt'])
    .where('key', '=', `deficit:${donationId}`)
    .execute();
  expect(alerts).toEqual([
    {
      title: '$5.00 is missing from a donation',
      message: expect.stringContaining('so $5.00 that was promised to needs is gone'),
      settledAt: null,
    },
  ]);
});

test('the audit trail of a release tells what the allocation and the donation have then', async () => {
  const { session, checkoutId: donationId, cause } = await aDonorWhoPays(stripeApp);
  await deliver(stripeApp, stripe.pay(session));
  const nominationId = await anAcceptedNomination(testApp, { causeId: cause.id });
  const id = await anAllocation(testApp, { donationId, nominationId, amount: 2_500 });
  await expenseCalls(testApp).spend(nominationId, 1_000);
  await deliver(stripeApp, stripe.refund(session, 700));
  const cookie = await signIn(testApp);
  await testApp.call(releaseAllocation, { cookie, params: { id }, body: { reason } });
  const entry = await testApp.db
    .selectFrom('auditEntries')
    .select(['before', 'after'])
    .where('subjectId', '=', id)
    .where('action', '=', 'allocation.released')
    .executeTakeFirst();
  // Of the $15.00 that came back, $7.00 cover what was missing.
  expect(entry).toEqual({
    before: { amountCents: 2_500, availableCents: 0, allocatedCents: 2_500 },
    after: { amountCents: 1_000, availableCents: 800, allocatedCents: 1_000 },
  });
});

describe('money that is already spent', () => {
  /** A donation of $25.00 that is allocated to two needs, and $10.00 of the first one's $15.00 is spent. */
  async function aSpentDonation() {
    const { session, checkoutId: donationId, cause } = await aDonorWhoPays(stripeApp);
    await deliver(stripeApp, stripe.pay(session));
    const nominationId = await anAcceptedNomination(testApp, { causeId: cause.id });
    const otherId = await anAcceptedNomination(testApp, { causeId: cause.id });
    const spentId = await anAllocation(testApp, { donationId, nominationId, amount: 1_500 });
    const id = await anAllocation(testApp, { donationId, nominationId: otherId, amount: 1_000 });
    const { spend, undo, release } = expenseCalls(testApp);
    const { body: expense } = await spend(nominationId, 1_000);
    return {
      session,
      donationId,
      nominationId,
      spentId,
      id,
      causeId: cause.id,
      expense,
      spend,
      undo,
      release,
    };
  }

  const message = async (donationId: DonationId) => {
    const { message } = await testApp.db
      .selectFrom('alerts')
      .select('message')
      .where('key', '=', `deficit:${donationId}`)
      .where('settledAt', 'is', null)
      .executeTakeFirstOrThrow();
    return message;
  };
  const counted = (amount: string) => `so ${amount} that was promised to needs is gone.`;
  const spent = (amount: string) =>
    `${amount} that was returned, or did not come after all, had already been spent, so it cannot be released. Move the allocation to another donation for the same cause. If none has money left, it is a loss, unless it was taken in a dispute that you win.`;

  test('is told apart from what can be released, which counts first', async () => {
    const { session, donationId } = await aSpentDonation();
    await deliver(stripeApp, stripe.refund(session, 1_500));
    expect(await message(donationId)).toContain(counted('$15.00'));
    expect(await message(donationId)).not.toContain('spent');
    await deliver(stripeApp, stripe.refund(session, 500));
    expect(await message(donationId)).toContain(counted('$15.00'));
    expect(await message(donationId)).toContain(spent('$5.00'));
  });

  test('is all that is left once the rest is released, and goes to another donation', async () => {
    const { session, donationId, nominationId, spentId, id, causeId, release } =
      await aSpentDonation();
    await deliver(stripeApp, stripe.refund(session, 2_500));
    await release(id);
    expect(await message(donationId)).toBe(
      `Part of the donation was returned, or did not come after all, once it had been allocated, ${counted('$5.00')} Release its allocations, or move them to another donation. ${spent('$10.00')}`,
    );
    await release(spentId);
    expect(await message(donationId)).toBe(spent('$10.00'));
    expect((await release(spentId)).error.code).toBe('already_spent');
    const other = await aDonation(testApp, { causeId });
    const cookie = await signIn(testApp);
    const moved = await testApp.call(replaceAllocation, {
      cookie,
      params: { id: spentId },
      body: { amount: 1_000, donationId: other, reason },
    });
    expect(moved.body).toMatchObject({ nominationId });
    expect(await alertsAbout(stripeApp, donationId)).toEqual([]);
  });

  test('is told as soon as it is spent, or is unspent again, and the donation shows it', async () => {
    const { session, donationId, nominationId, expense, spend, undo } = await aSpentDonation();
    await deliver(stripeApp, stripe.refund(session, 2_500));
    const mails = await mailsQueuedFor(testApp, teamEmail);
    await spend(nominationId, 500);
    expect(await message(donationId)).toContain(counted('$10.00'));
    expect(await message(donationId)).toContain(spent('$15.00'));
    const cookie = await signIn(testApp);
    const { body } = await testApp.call(getDonation, { cookie, params: { id: donationId } });
    expect(body.allocations).toMatchObject([{ spentAmount: 1_500 }, { spentAmount: 0 }]);
    await undo(expense.id);
    expect(await message(donationId)).toContain(counted('$20.00'));
    expect(await message(donationId)).toContain(spent('$5.00'));
    expect(await mailsQueuedFor(testApp, teamEmail)).toBe(mails);
  });
});

test('another donation takes over: the need keeps its money, and the deficit is gone', async () => {
  const { donationId, nominationId, allocationId, causeId, cookie } = await aDeficit();
  const other = await aDonation(testApp, { causeId, amount: 1_500 });
  const { status, body } = await testApp.call(replaceAllocation, {
    cookie,
    params: { id: allocationId },
    body: { amount: 1_000, donationId: other, reason },
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ amount: 1_000, donationId: other, nominationId });
  expect(await balanceOf(stripeApp, donationId)).toEqual({
    amountCents: 2_500,
    returnedCents: 1_000,
    allocatedCents: 1_500,
    deficitCents: 0,
  });
  expect(await balanceOf(stripeApp, other)).toMatchObject({ allocatedCents: 1_000 });
  const { body: need } = await testApp.call(getNomination, {
    cookie,
    params: { id: nominationId },
  });
  expect(need).toMatchObject({ allocatedAmount: 2_500 });
  expect(await alertsAbout(stripeApp, donationId)).toEqual([]);
  const trail = await testApp.db
    .selectFrom('auditEntries')
    .select(['action', 'reason', 'before', 'after'])
    .where('subjectId', '=', allocationId)
    .execute();
  expect(trail).toContainEqual({
    action: 'allocation.replaced',
    reason,
    before: { donation: donationId, amountCents: 2_500 },
    after: { donation: other, allocation: body.id, amountCents: 1_500, movedCents: 1_000 },
  });
});

test('another donation also takes over for a completed need, whose money cannot be released', async () => {
  const { donationId, nominationId, allocationId: id, causeId, cookie } = await aDeficit();
  const actor = await anAdministrator(testApp);
  const complete = { id: nominationId, action: 'complete' } as const;
  await changeNominationStatus(testApp.db, actor, complete, testApp.mailer);
  const released = await testApp.call(releaseAllocation, {
    cookie,
    params: { id },
    body: { reason },
  });
  expect(released.error.code).toBe('nomination_cannot_receive');
  const other = await aDonation(testApp, { causeId });
  const { status } = await testApp.call(replaceAllocation, {
    cookie,
    params: { id },
    body: { amount: 2_500, donationId: other, reason },
  });
  expect(status).toBe(201);
  expect(await balanceOf(stripeApp, donationId)).toMatchObject({ deficitCents: 0 });
});

describe('another donation does not take over', () => {
  test.each([
    ['more than the allocation holds', 'insufficient_funds', { amount: 2_501 }],
    ['more than it has', 'insufficient_funds', { donation: 999 }],
    ['for another cause', 'different_cause', { isOtherCause: true }],
    ['when it is the same donation', 'same_donation', { isSame: true }],
    ['without a reason', 'invalid_input', { reason: ' ' }],
    ['when it is unknown', 'not_found', { isUnknown: true }],
  ])('%s', async (_name, code, change: Record<string, unknown>) => {
    const { donationId, allocationId, causeId, cookie } = await aDeficit();
    const cause = change.isOtherCause ? (await aCause(testApp)).id : causeId;
    const other = await aDonation(testApp, {
      causeId: cause,
      amount: Number(change.donation ?? 9_000),
    });
    const { error } = await testApp.call(replaceAllocation, {
      cookie,
      params: { id: allocationId },
      body: {
        amount: Number(change.amount ?? 1_000),
        donationId: change.isSame ? donationId : change.isUnknown ? newId<DonationId>() : other,
        reason: String(change.reason ?? reason),
      },
    });
    expect(error.code).toBe(code);
    expect(await balanceOf(stripeApp, donationId)).toMatchObject({ deficitCents: 1_000 });
  });
});

test('ten calls at once with one key replace once', async () => {
  const { donationId, allocationId: id, causeId, cookie } = await aDeficit();
  const other = await aDonation(testApp, { causeId });
  const body = { amount: 1_000, donationId: other, reason };
  const call = () =>
    testApp.call(replaceAllocation, { cookie, params: { id }, body, idempotencyKey: 'once' });
  const answers = await Promise.all(Array.from({ length: 10 }, call));
  const taken = (await balanceOf(stripeApp, other))?.allocatedCents ?? 0;
  recordFigures('G5', {
    'replacements sent': answers.length,
    'replacements booked': taken / 1_000,
  });
  for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
  expect(taken).toBe(1_000);
  expect(await balanceOf(stripeApp, donationId)).toMatchObject({ deficitCents: 0 });
});

test('money cannot be allocated from a deficit, and the database itself refuses it', async () => {
  const { donationId, nominationId, cookie } = await aDeficit();
  const { error } = await testApp.call(createAllocation, {
    cookie,
    body: { amount: 1, donationId, nominationId },
  });
  expect(error).toMatchObject({ code: 'insufficient_funds' });
  const behindOurBack = testApp.db
    .updateTable('donations')
    .set((row) => ({ allocatedCents: row('allocatedCents', '+', 1) }))
    .where('id', '=', donationId)
    .execute();
  await expect(behindOurBack).rejects.toThrow('donations_not_over_allocated');
});
