import { expect, test } from 'vitest';
import { stripeFile } from '#test/support/import-files.ts';
import { importCalls } from '#test/support/imports.ts';
import { aPlanOnPage, deliverAll, giftsOf } from '#test/support/plans.ts';
import { aDonorWhoPays, balanceOf, deliver, useStripeApp } from '#test/support/stripe-app.ts';

const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;
const { aBookedImport, donationsOf } = importCalls(testApp);

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
  expect(await giftsOf(stripeApp, plan.id)).toEqual([]);
});
