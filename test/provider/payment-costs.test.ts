import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { getDonation } from '#contract/giving/donations.ts';
import type { DonationId } from '#contract/ids.ts';
import { openDonationPage } from '#contract/publishing/donation-page.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { signIn } from '#test/support/factories.ts';
import { aDonationToken } from '#test/support/proof.ts';
import { reconcileNow } from '#test/support/reconcile-now.ts';
import {
  aDonorWhoPays,
  alertsAbout,
  balanceOf,
  deliver,
  unbookedObjects,
  useStripeApp,
} from '#test/support/stripe-app.ts';

// What payments cost: by the provider's own word, to the cent, each move once, and never out of a donation.
const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;
const compare = () => reconcileNow(testApp);
let cookie = '';
beforeAll(async () => {
  cookie = await signIn(testApp);
});
afterEach(() => {
  stripe.recover();
  delete stripe.account.settles;
});

/** A paid donation of $100.00, whose fee is $3.20. */
async function aGivenDonation() {
  const donor = await aDonorWhoPays(stripeApp, { amount: 10_000 });
  expect((await deliver(stripeApp, stripe.pay(donor.session))).statusCode).toBe(200);
  return { ...donor, id: donor.checkoutId };
}

/** The fee is known, and the event that says so. */
function feeIsKnown() {
  stripe.clock.advance({ seconds: stripe.account.feeDelay });
  const told = stripe.events.findLast(({ type }) => type === 'charge.updated');
  if (!told) throw new Error('No event about a fee.');
  return told;
}

const costsOf = async (id: DonationId) =>
  (await testApp.call(getDonation, { cookie, params: { id } })).body.costs;
const entriesOf = async (id: DonationId) =>
  (
    await testApp.db
      .selectFrom('operationsEntries')
      .innerJoin('balanceTransactions', 'balanceTransactions.id', 'balanceTransactionId')
      .innerJoin('donations', 'donations.paymentIntentId', 'balanceTransactions.paymentIntentId')
      .select(['kind', 'operationsEntries.amountCents'])
      .where('donations.id', '=', id)
      .orderBy('operationsEntries.id')
      .execute()
  ).map(({ kind, amountCents }) => `${kind} ${amountCents}`);

describe('the fee of a payment', () => {
  test('is unknown at first, is booked once, and leaves the donation whole', async () => {
    const { id } = await aGivenDonation();
    expect(await costsOf(id)).toBeNull();
    const told = feeIsKnown();
    await Promise.all([deliver(stripeApp, told), deliver(stripeApp, told)]);
    expect(await costsOf(id)).toBe(320);
    await compare();
    await compare();
    expect(await entriesOf(id)).toEqual(['processing_fee -320']);
    expect(await balanceOf(stripeApp, id)).toMatchObject({ amountCents: 10_000, returnedCents: 0 });
    const token = await aDonationToken(testApp, id);
    const { body } = await testApp.call(openDonationPage, { body: { token } });
    expect(body).toMatchObject({ amount: 10_000, waiting: 10_000, costs: 320 });
    expect(await checkLedger(testApp.db)).toEqual([]);
  });

  test('that no event told is found by the comparison, and is no reason for an alert', async () => {
    const { id } = await aGivenDonation();
    feeIsKnown();
    expect((await compare()).corrected).toBe(0);
    expect(await costsOf(id)).toBe(320);
    expect(await alertsAbout(stripeApp, 'reconciliation:drift')).toEqual([]);
  });

  test('that is told before the payment waits for its donation', async () => {
    const donor = await aDonorWhoPays(stripeApp, { amount: 10_000 });
    const paid = stripe.pay(donor.session);
    await deliver(stripeApp, feeIsKnown());
    const entries = await sql`select 1 from operations_entries join balance_transactions
      on balance_transactions.id = balance_transaction_id
      where payment_intent_id = ${donor.session.payment_intent}`.execute(testApp.db);
    expect(entries.rows).toEqual([]);
    await deliver(stripeApp, paid);
    expect(await entriesOf(donor.checkoutId)).toEqual(['processing_fee -320']);
  });

  test('has parts, and is corrected later', async () => {
    stripe.account.fees.push({ type: 'tax', description: 'VAT', basisPoints: 55, fixed: 6 });
    const { id, session } = await aGivenDonation();
    await deliver(stripeApp, feeIsKnown());
    stripe.account.fees.pop();
    const charge = stripe.charges.find(
      ({ payment_intent }) => payment_intent === session.payment_intent,
    );
    if (!charge) throw new Error('No charge.');
    stripe.clock.advance({ seconds: 60 });
    stripe.correctFee(charge, 15);
    await compare();
    expect(await entriesOf(id)).toEqual(['processing_fee -381', 'fee_correction -15']);
    expect(await costsOf(id)).toBe(396);
  });

  test('in the currency of the account is booked in that of the books', async () => {
    stripe.account.settles = { currency: 'eur', rates: [0.91, 0.9] };
    const { id } = await aGivenDonation();
    await deliver(stripeApp, feeIsKnown());
    // €2.91 at 0.9 euros for a dollar.
    expect(await entriesOf(id)).toEqual(['processing_fee -323']);
    expect(await checkLedger(testApp.db)).toEqual([]);
  });

  test('of a payment of somebody else on the same account is nobody’s cost here', async () => {
    const { session } = await aDonorWhoPays(stripeApp);
    stripe.pay(session);
    const told = feeIsKnown();
    await deliver(stripeApp, told);
    const { rows } = await sql<{ count: number }>`select count(*) from operations_entries
      join balance_transactions on balance_transactions.id = balance_transaction_id
      where payment_intent_id = ${session.payment_intent}`.execute(testApp.db);
    expect(rows).toEqual([{ count: 0 }]);
    expect(await checkLedger(testApp.db)).toEqual([]);
  });
});

test('a refund leaves the fee with the provider', async () => {
  const { id, session } = await aGivenDonation();
  await deliver(stripeApp, feeIsKnown());
  await deliver(stripeApp, stripe.refund(session, 10_000));
  await compare();
  expect(await entriesOf(id)).toEqual(['processing_fee -320']);
  expect(await balanceOf(stripeApp, id)).toMatchObject({ returnedCents: 10_000 });
});

test('a dispute costs a fee, which comes back if it is won', async () => {
  stripe.account.disputeFee.isReturned = true;
  const { id, session } = await aGivenDonation();
  await deliver(stripeApp, feeIsKnown());
  const opened = stripe.dispute(session);
  await deliver(stripeApp, opened);
  await compare();
  expect(await costsOf(id)).toBe(320 + 1_500);
  await deliver(stripeApp, stripe.decide(opened, 'won'));
  await compare();
  expect(await entriesOf(id)).toEqual([
    'processing_fee -320',
    'dispute_fee -1500',
    'dispute_fee_returned 1500',
  ]);
  expect(await costsOf(id)).toBe(320);
});

describe('what cannot be read', () => {
  test.each([
    ['no fee', { fee: null }],
    ['an amount in words', { amount: '100' }],
    ['a net that does not add up', { net: 1 }],
  ])('(%s) is set aside, and stops nothing else', async (_what, fields) => {
    const [bad, good] = [await aGivenDonation(), await aGivenDonation()];
    feeIsKnown();
    const moveOf = (of: typeof bad) => {
      const charge = stripe.charges.find(
        ({ payment_intent }) => payment_intent === of.session.payment_intent,
      );
      return { id: String(charge?.balance_transaction) };
    };
    stripe.deal(moveOf(bad), fields);
    await compare();
    expect([await costsOf(bad.id), await costsOf(good.id)]).toEqual([null, 320]);
    expect(await unbookedObjects(stripeApp, moveOf(bad).id)).toHaveLength(1);
    stripe.deal(moveOf(bad));
    await compare();
    expect(await costsOf(bad.id)).toBe(320);
    expect(await unbookedObjects(stripeApp, moveOf(bad).id)).toEqual([]);
  });
});

describe('the book', () => {
  test.each([
    'update operations_entries set amount_cents = 1',
    'delete from operations_entries',
    'truncate operations_entries cascade',
    'update balance_transactions set fee_cents = 1',
    'delete from balance_transactions',
    'truncate balance_transactions cascade',
  ])('is append-only: %s', async (statement) => {
    const { id } = await aGivenDonation();
    await deliver(stripeApp, feeIsKnown());
    await expect(sql.raw(statement).execute(testApp.db)).rejects.toThrow(/append-only/);
    expect(await costsOf(id)).toBe(320);
  });
});
