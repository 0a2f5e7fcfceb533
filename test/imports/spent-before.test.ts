import { expect, test } from 'vitest';
import { getDonation } from '#contract/giving/donations.ts';
import type { DonationId } from '#contract/ids.ts';
import { getImpact } from '#contract/publishing/impact.ts';
import { createAllocation, planAllocations } from '#contract/spending/allocations.ts';
import { listUnproven } from '#contract/spending/missing-proof.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { aCause, anAcceptedNomination } from '#test/support/factories.ts';
import { plainFile, stripeFile } from '#test/support/import-files.ts';
import { importCalls } from '#test/support/imports.ts';
import { aDonorWhoPays, balanceOf, deliver, useStripeApp } from '#test/support/stripe-app.ts';

const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;
const calls = importCalls(testApp);
const { as, aCheckedImport, aBookedImport, donationsOf, settled, takeBack, linesOf } = calls;

const german = { decimalMark: ',', dateOrder: 'dmy', idColumn: 0, system: 'Our list' } as const;
const impact = async () => (await testApp.call(getImpact, {})).body;
const anId = () => newId();

async function movesOf(id: DonationId) {
  const entries = await testApp.db
    .selectFrom('ledgerEntries')
    .select(['kind', 'amountCents'])
    .where('donationId', '=', id)
    .orderBy('position')
    .execute();
  return entries.map(({ kind, amountCents }) => [kind, amountCents]);
}

test('an import of which all was spent before counts as given and spent, and is taken back like others', async () => {
  const cause = await aCause(testApp);
  const before = await impact();
  const file = plainFile([{ 'Gift ID': anId(), Amount: '50,00', Fund: cause.name }]);
  const checked = await aCheckedImport(file, { ...german, isSpentBefore: true });
  expect(checked).toMatchObject({ amount: 5_000, spentBefore: 5_000 });
  const booked = await aBookedImport(file, { ...german, isSpentBefore: true });
  const [donation] = await donationsOf(booked);
  if (!donation) throw new Error('It was booked');
  expect(donation).toMatchObject({ amountCents: 5_000, spentBeforeCents: 5_000 });
  expect(await movesOf(donation.id)).toEqual([
    ['payment', 5_000],
    ['spent_before', 5_000],
  ]);
  const after = await impact();
  expect(after.given - before.given).toBe(5_000);
  expect(after.spentBefore - before.spentBefore).toBe(5_000);
  for (const place of ['waiting', 'allocated', 'spent', 'spentWithoutProof', 'returned'] as const) {
    expect(after[place]).toBe(before[place]);
  }
  expect(after.causes.find(({ id }) => id === cause.id)).toMatchObject({
    given: 5_000,
    spentBefore: 5_000,
    waiting: 0,
  });
  const cookie = await as('importer');
  const { body: shown } = await testApp.call(getDonation, { cookie, params: { id: donation.id } });
  expect(shown).toMatchObject({ availableAmount: 0, spentBeforeAmount: 5_000 });
  const proof = await testApp.call(listUnproven, { cookie, query: {} as never });
  expect(JSON.stringify(proof.body)).not.toContain(donation.id);

  const nominationId = await anAcceptedNomination(testApp, { causeId: cause.id } as never);
  const { error } = await testApp.call(createAllocation, {
    cookie,
    body: { donationId: donation.id, nominationId: nominationId as never, amount: 1 },
  });
  expect(error.code).toBe('insufficient_funds');
  const plan = await testApp.call(planAllocations, {
    cookie,
    params: { id: nominationId as never },
    query: { amount: 100 } as never,
  });
  expect(plan.body.lines).toEqual([]);
  expect(await checkLedger(testApp.db)).toEqual([]);

  await takeBack(booked);
  await settled(booked.id);
  expect(await movesOf(donation.id)).toEqual([
    ...[
      ['payment', 5_000],
      ['spent_before', 5_000],
      ['spent_before_reversal', 5_000],
    ],
    ['reversal', 5_000],
  ]);
  const last = await impact();
  expect(last.spentBefore).toBe(before.spentBefore);
  expect(last.waiting).toBe(before.waiting);
  expect(await checkLedger(testApp.db)).toEqual([]);
});

test('a column says it line by line: yes, no, or how much', async () => {
  const titles = 'Gift ID;Date;Amount;Fund;Spent';
  const fund = (await aCause(testApp)).name;
  const said = ['yes', 'no', '', '20,00', '0,00', '60,00', 'perhaps', '-1,00'];
  const lines = said.map((word) => `${anId()};04.03.2026;50,00;${fund};${word}`);
  const booked = await aBookedImport([titles, ...lines, ''].join('\n'), german);
  expect(booked).toMatchObject({ spentBefore: 7_000, counts: { new: 5, problem: 3 } });
  const donations = await donationsOf(booked);
  expect(donations.map(({ spentBeforeCents }) => spentBeforeCents)).toEqual([
    ...[5_000, 0, 0, 2_000, 0],
  ]);
  expect((await linesOf(booked, { show: 'problem' })).map(({ remark }) => remark)).toEqual([
    'More was spent before than was left.',
    'We cannot read the amount that was spent before “perhaps”.',
    'The amount that was spent before is below zero.',
  ]);
  expect(await checkLedger(testApp.db)).toEqual([]);
});

test('what was refunded before is not spent, too', async () => {
  const booked = await aBookedImport(
    stripeFile([{ id: anId(), Amount: '50.00', 'Amount Refunded': '20.00' }]),
    { isSpentBefore: true },
  );
  expect(await donationsOf(booked)).toMatchObject([
    { amountCents: 5_000, returnedCents: 2_000, spentBeforeCents: 3_000, deficitCents: 0 },
  ]);
});

test('what goes back to the donor later was not spent, and is spent again if the refund fails', async () => {
  const { session } = await aDonorWhoPays(stripeApp);
  const paid = stripe.pay(session);
  const payment = String((paid.data.object as { payment_intent?: unknown }).payment_intent);
  const row = { id: `ch_${payment}`, Amount: '25.00', 'PaymentIntent ID': payment };
  const booked = await aBookedImport(stripeFile([row]), { isSpentBefore: true });
  const [donation] = await donationsOf(booked);
  if (!donation) throw new Error('It was booked');
  const refunded = stripe.refund(session, 1_000);
  await deliver(stripeApp, refunded);
  const spent = () =>
    testApp.db
      .selectFrom('donations')
      .select(['spentBeforeCents', 'deficitCents'])
      .where('id', '=', donation.id)
      .executeTakeFirstOrThrow();
  expect(await spent()).toEqual({ spentBeforeCents: 1_500, deficitCents: 0 });
  expect(await balanceOf(stripeApp, donation.id)).toMatchObject({ returnedCents: 1_000 });
  expect((await takeBack(booked)).error.code).toBe('import_moved');
  await deliver(stripeApp, stripe.settleRefund(refunded, 'failed'));
  expect(await spent()).toEqual({ spentBeforeCents: 2_500, deficitCents: 0 });
  expect(await checkLedger(testApp.db)).toEqual([]);
});
