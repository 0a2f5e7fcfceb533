import { expect, test } from 'vitest';
import { listBankMonths } from '#contract/banking/bank-months.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { reconciliationWindow } from '#server/payments/payments/reconciliation-window.ts';
import { bankCalls } from '#test/support/bank.ts';
import { anAccountNumber, camt } from '#test/support/bank-files.ts';
import { stripeFile } from '#test/support/import-files.ts';
import { importCalls } from '#test/support/imports.ts';
import { aPlanOnPage, deliverAll, donationsOfPlan } from '#test/support/plans.ts';
import { reconcileNow } from '#test/support/reconcile-now.ts';
import { aDonorWhoPays, balanceOf, deliver, useStripeApp } from '#test/support/stripe-app.ts';

const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;
const { anAccount, send, cookie } = bankCalls(testApp);
const { aBookedImport, donationsOf, settled, takeBack } = importCalls(testApp);

/** A payment of $25.00 at Stripe of which the site was not told, as it stands in an export. */
async function anImportedPayment() {
  const { session } = await aDonorWhoPays(stripeApp);
  const paid = stripe.pay(session);
  const id = String((paid.data.object as { payment_intent?: unknown }).payment_intent);
  return {
    session,
    paid,
    payment: id,
    row: { id: `ch_${id}`, Amount: '25.00', 'PaymentIntent ID': id },
  };
}

/** An account with money of before, so that what was imported can have been in it. */
async function anAccountOfToday() {
  const today = new Date().toISOString().slice(0, 10);
  const days = { firstDay: `${today.slice(0, 8)}01`, lastDay: today };
  const story = { account: anAccountNumber(), openingCents: 100_000, ...days, lines: [] };
  expect((await send((await anAccount()).id, camt(story))).status).toBe(200);
}
/** What everything comes to today, and what card costs came to. */
async function agreement() {
  const { body } = await testApp.call(listBankMonths, { cookie: await cookie() });
  const figures = body.months.at(-1)?.figures;
  const costs = await testApp.db
    .selectFrom('operationsTotals')
    .select(['costsCents', 'belowSince'])
    .executeTakeFirstOrThrow();
  return { ...figures, ...costs };
}
const nothingOpen = { difference: 0, overdue: 0, costsCents: 0, belowSince: null };

test('an old payment that was imported makes nobody ask the provider for years of moves', async () => {
  const { row } = await anImportedPayment();
  await aBookedImport(stripeFile([{ ...row, 'Created date (UTC)': '2021-03-04 18:05:00' }]));
  const { balance } = await reconciliationWindow(testApp.db, 'stripe');
  expect(balance.getFullYear()).toBeGreaterThan(2021);
});

test('what a payment cost before it was imported is no cost of now, and all agrees', async () => {
  await anAccountOfToday();
  const { donors = 0 } = await agreement();
  const [kept, wrong] = [await anImportedPayment(), await anImportedPayment()];
  const old = { 'Created date (UTC)': '2021-03-04 18:05:00' };
  const booked = await aBookedImport(stripeFile([{ ...kept.row, ...old }]));
  const mistake = await aBookedImport(stripeFile([{ ...wrong.row, ...old }]));
  stripe.clock.advance({ minutes: 1 });
  await reconcileNow(testApp);
  const moves = await testApp.db
    .selectFrom('balanceTransactions')
    .select('feeCents')
    .where('paymentIntentId', 'in', [kept.payment, wrong.payment])
    .execute();
  expect(moves).toEqual([{ feeCents: 103 }, { feeCents: 103 }]);
  const open = { ...nothingOpen, operations: 0, underway: { payments: 0 } };
  expect(await agreement()).toMatchObject({ ...open, donors: donors + 5_000 });
  expect((await takeBack(mistake)).status).toBe(200);
  expect((await settled(mistake.id)).state).toBe('taken_back');
  expect(await agreement()).toMatchObject({ ...open, donors: donors + 2_500 });
  expect(await checkLedger(testApp.db)).toEqual([]);
  // It is another payment's again, and comes in a second time without costs, too.
  await aBookedImport(stripeFile([{ ...wrong.row, ...old }]));
  expect(await agreement()).toMatchObject({ ...open, donors: donors + 5_000 });

  // What the provider moves from now on is compared.
  stripe.clock.advance({ minutes: 1 });
  await deliver(stripeApp, stripe.refund(kept.session, 1_000));
  await reconcileNow(testApp);
  expect(await agreement()).toMatchObject({ ...open, donors: donors + 4_000 });
  expect(await checkLedger(testApp.db)).toEqual([]);
  const [donation] = await donationsOf(booked);
  expect(donation).toMatchObject({ returnedCents: 1_000 });

  // What a payment costs later is a cost, so its donation stays.
  const late = await anImportedPayment();
  const third = await aBookedImport(stripeFile([late.row]));
  stripe.clock.advance({ minutes: 1 });
  const charge = stripe.charges.find(({ payment_intent }) => payment_intent === late.payment);
  if (!charge) throw new Error('No charge.');
  stripe.correctFee(charge, 15);
  await reconcileNow(testApp);
  const more = { ...open, donors: donors + 6_500, operations: -15, costsCents: 15 };
  expect(await agreement()).toMatchObject({ ...more, belowSince: expect.any(String) });
  expect((await takeBack(third)).error.code).toBe('import_moved');
});

test('an event about a payment that was imported books nothing a second time', async () => {
  const { paid, row, payment } = await anImportedPayment();
  await aBookedImport(stripeFile([row]));
  expect((await deliver(stripeApp, paid)).statusCode).toBe(200);
  const found = await testApp.db
    .selectFrom('donations')
    .select(['source', 'amountCents'])
    .where('paymentIntentId', '=', payment)
    .execute();
  expect(found).toEqual([{ source: 'import', amountCents: 2_500 }]);
});

test('a refund at Stripe is booked, whether it comes after the import or before', async () => {
  const after = await anImportedPayment();
  const [donation] = await donationsOf(await aBookedImport(stripeFile([after.row])));
  await deliver(stripeApp, stripe.refund(after.session, 1_000));
  expect(await balanceOf(stripeApp, donation?.id as never)).toMatchObject({ returnedCents: 1_000 });

  const before = await anImportedPayment();
  await deliver(stripeApp, stripe.refund(before.session, 1_000));
  // The file tells of the same refund: it counts once.
  const row = { ...before.row, 'Amount Refunded': '10.00' };
  const [other] = await donationsOf(await aBookedImport(stripeFile([row])));
  expect(await balanceOf(stripeApp, other?.id as never)).toMatchObject({ returnedCents: 1_000 });
});

test('an invoice of a recurring donation whose payment was imported says so', async () => {
  const plan = await aPlanOnPage(stripeApp);
  stripe.pay(plan.session);
  const subscription = stripe.subscriptionOf(plan.session);
  const payment = String(stripe.chargesOf(subscription).at(-1)?.payment_intent);
  await aBookedImport(
    stripeFile([{ id: `ch_${payment}`, Amount: '25.00', 'PaymentIntent ID': payment }]),
  );
  await deliverAll(stripeApp);
  const unbooked = await testApp.db
    .selectFrom('unbookedObjects')
    .select('reason')
    .where('kind', '=', 'invoice')
    .execute();
  expect(unbooked).toEqual([
    { reason: `its payment ${payment} was imported from a file before we were told of it` },
  ]);
  expect(await donationsOfPlan(stripeApp, plan.id)).toEqual([]);
});
