import { expect, test } from 'vitest';
import type { DonationId } from '#contract/ids.ts';
import { createRefund } from '#contract/payments/refunds.ts';
import { createAllocation } from '#contract/spending/allocations.ts';
import { anAcceptedNomination, anAllocation, signIn } from '#test/support/factories.ts';
import { aDonorWhoPays, balanceOf, deliver, useStripeApp } from '#test/support/stripe-app.ts';

const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;
// A window of a few milliseconds: most of them hit it without the lock that comes before reading.
const rounds = 10;

/** A paid donation of $25.00, and a nomination that it can be allocated to. */
async function aPaidDonation() {
  const { session, cause, checkoutId: id } = await aDonorWhoPays(stripeApp);
  await deliver(stripeApp, stripe.pay(session));
  return { id, session, nominationId: await anAcceptedNomination(testApp, { causeId: cause.id }) };
}

function refund(cookie: string, id: DonationId, amount: number) {
  const body = { amount, reason: 'Given by mistake' };
  return testApp.call(createRefund, { cookie, params: { id }, body });
}

test('what one administrator refunds, another one cannot allocate at the same moment', async () => {
  const cookie = await signIn(testApp);
  for (let round = 0; round < rounds; round++) {
    const { id: donationId, nominationId } = await aPaidDonation();
    const body = { amount: 2_500, donationId, nominationId };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0
          ? refund(cookie, donationId, 2_500)
          : testApp.call(createAllocation, { cookie, body }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await balanceOf(stripeApp, donationId)).toMatchObject({ deficitCents: 0 });
  }
});

test('refunds requested in two tabs never take what is allocated', async () => {
  const cookie = await signIn(testApp);
  for (let round = 0; round < rounds; round++) {
    const { id: donationId, nominationId, session } = await aPaidDonation();
    await anAllocation(testApp, { donationId, nominationId, amount: 1_250 });
    // Stripe knows nothing of allocations, and would make both.
    await Promise.all(Array.from({ length: 4 }, () => refund(cookie, donationId, 1_250)));
    const made = stripe.refunds.filter((each) => each.payment_intent === session.payment_intent);
    expect(made).toHaveLength(1);
    expect(await balanceOf(stripeApp, donationId)).toMatchObject({
      returnedCents: 1_250,
      deficitCents: 0,
    });
  }
});
