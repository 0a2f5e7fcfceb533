import { afterEach, describe, expect, test, vi } from 'vitest';
import { createAllocation } from '#contract/spending/allocations.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { aCause, aDonation, anAcceptedNomination, signIn } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aDonorWhoPays, deliver, recordOf, useStripeApp } from '#test/support/stripe-app.ts';

const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;
const day = 86_400_000;
const paidOnce = { status: 'paid', entries: [{ kind: 'payment' }] };

describe.each([
  // What was signed long ago is refused, so payments wait until Stripe sends them again.
  { name: 'ahead', offset: day, answer: 400, meanwhile: { status: 'started', entries: [] } },
  { name: 'behind', offset: -day, answer: 200, meanwhile: paidOnce },
])('a clock that is a day $name', ({ offset, answer, meanwhile }) => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('books nothing wrong, and everything is fine once it is correct', async () => {
    const { id: causeId } = await aCause(testApp);
    const donationId = await aDonation(testApp, { causeId });
    const nominationId = await anAcceptedNomination(testApp, { causeId });
    const allocate = async () => {
      const body = { donationId, nominationId, amount: 1_000 };
      return (await testApp.call(createAllocation, { cookie: await signIn(testApp), body })).status;
    };
    const { session, checkoutId } = await aDonorWhoPays(stripeApp);
    const event = stripe.pay(session);
    const timestamp = Math.floor(Date.now() / 1_000);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offset });

    const told = await deliver(stripeApp, event, { timestamp });
    expect([told.statusCode, await recordOf(stripeApp, checkoutId)]).toMatchObject([
      answer,
      meanwhile,
    ]);
    expect(await allocate()).toBe(201);

    vi.useRealTimers();
    expect((await deliver(stripeApp, event)).statusCode).toBe(200);
    expect(await recordOf(stripeApp, checkoutId)).toMatchObject(paidOnce);
    expect(await allocate()).toBe(201);
    const differences = await checkLedger(testApp.db);
    recordFigures('O11', {
      'days that the clock was off': 1,
      'ledger differences': differences.length,
    });
    expect(differences).toEqual([]);
  });
});
