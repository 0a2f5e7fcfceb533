import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { allocate } from '#server/spending/allocations/allocate.ts';
import { anAcceptedNomination, anAdministrator, aPerson } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { eventAbout } from '#test/support/stripe/events.ts';
import {
  aDonorWhoPays,
  balanceOf,
  deliver,
  recordOf,
  useStripeApp,
} from '#test/support/stripe-app.ts';
import { isRelease, repeats } from '#test/support/tier.ts';

// Stripe guarantees no order and repeats events: whatever arrives when, the result is the same.
const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;

/** Every permutation of these items. */
function ordersOf<T>(things: T[]): T[][] {
  if (things.length === 0) return [[]];
  return things.flatMap((first) =>
    ordersOf(things.filter((thing) => thing !== first)).map((rest) => [first, ...rest]),
  );
}

const steps = ['completed', 'succeeded', 'refund', 'dispute', 'closed'] as const;

/** A bank debit of $25.00 that is paid, refunded by $10.00, and disputed; each event as Stripe sends it. */
async function aStory(verdict: 'won' | 'lost', isPaidAtOnce: boolean) {
  const donor = await aDonorWhoPays(stripeApp);
  const { session } = donor;
  const completed = stripe.pay(session, isPaidAtOnce ? 'card' : 'bank debit');
  const succeeded = isPaidAtOnce
    ? eventAbout(session, 'checkout.session.async_payment_succeeded')
    : stripe.settle(session, true);
  const refund = stripe.refund(session, 1_000);
  const dispute = stripe.dispute(session, 1_500);
  const closed = stripe.decide(dispute, verdict);
  return { ...donor, events: { completed, succeeded, refund, dispute, closed } };
}

async function tell(event: Stripe.Event) {
  expect((await deliver(stripeApp, event)).statusCode).toBe(200);
}

// Before a release, every order with both verdicts; otherwise, every fifth order with one.
const rounds = repeats({ change: 1, release: 2 });
const orders = ordersOf([...steps]).filter((_, index) => isRelease || index % 5 === 0);

test(`a payment, a refund, and a dispute end the same in each of ${orders.length} orders, even if all events are repeated`, {
  timeout: 3_600_000,
}, async () => {
  let [stories, entriesTooMany] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    for (const [index, order] of orders.entries()) {
      const verdict = (index + round) % 2 === 0 ? 'won' : 'lost';
      const { checkoutId, person, events } = await aStory(verdict, index % 3 === 0);
      // Some twice at once, and all of them again at the end.
      const isTwice = index % 4 < 2;
      for (const step of order) {
        await Promise.all(Array.from({ length: isTwice ? 2 : 1 }, () => tell(events[step])));
      }
      if (index % 4 === 0) await Promise.all(order.map((step) => tell(events[step])));
      expect(await balanceOf(stripeApp, checkoutId), order.join(' ')).toEqual({
        amountCents: 2_500,
        returnedCents: verdict === 'won' ? 1_000 : 2_500,
        allocatedCents: 0,
        deficitCents: 0,
      });
      const { entries, status } = await recordOf(stripeApp, checkoutId);
      expect(status).toBe('paid');
      const kinds = new Set(entries.map(({ kind }) => kind));
      expect([...kinds]).toEqual(expect.arrayContaining(['payment', 'refund', 'dispute']));
      stories++;
      entriesTooMany += entries.length - kinds.size;
      // The receipt and the mail about the refund, once each.
      expect(await mailsQueuedFor(testApp, person.email), order.join(' ')).toBe(2);
    }
  }
  recordFigures('S3', {
    orders: orders.length,
    'stories told': stories,
    'entries too many': entriesTooMany,
  });
  expect(entriesTooMany).toBe(0);
});

test('all at once, the result is the same', async () => {
  for (let round = 0; round < 5; round++) {
    const { checkoutId, events } = await aStory('lost', round % 2 === 0);
    await Promise.all(Object.values(events).flatMap((event) => [tell(event), tell(event)]));
    expect(await balanceOf(stripeApp, checkoutId)).toMatchObject({ returnedCents: 2_500 });
  }
});

describe('paid, allocated, refunded in part, disputed', () => {
  // Nothing can be allocated before it is paid, so 12 orders remain.
  const possible = ordersOf(['paid', 'allocate', 'refund', 'dispute']).filter(
    (order) => order.indexOf('paid') < order.indexOf('allocate'),
  );

  test.each(possible.map((order) => [order.join(', '), order] as const))(
    'in the order %s: no event fails, and what is missing is booked',
    async (_name, order) => {
      const donor = await aDonorWhoPays(stripeApp);
      const { session, checkoutId, cause } = donor;
      const actor = await anAdministrator(testApp);
      const nominationId = await anAcceptedNomination(testApp, {
        causeId: cause.id,
        person: aPerson(),
      });
      const paid = stripe.pay(session);
      const events: Record<string, Stripe.Event> = {
        paid,
        refund: stripe.refund(session, 1_000),
        dispute: stripe.dispute(session, 1_500),
      };
      let allocated = 0;
      for (const step of order) {
        const event = events[step];
        if (event) {
          await tell(event);
          expect(await checkLedger(testApp.db)).toEqual([]);
          continue;
        }
        const { amountCents = 0, returnedCents = 0 } =
          (await balanceOf(stripeApp, checkoutId)) ?? {};
        const left = amountCents - returnedCents;
        if (left === 0) continue;
        const input = { amount: left, donationId: checkoutId, nominationId };
        await allocate(testApp.db, actor, input, null, testApp.settings);
        allocated = left;
      }
      const balance = await balanceOf(stripeApp, checkoutId);
      recordFigures('G6', {
        orders: 1,
        'cents missing': allocated,
        'cents booked as deficit': balance?.deficitCents ?? 0,
      });
      expect(balance).toEqual({
        amountCents: 2_500,
        returnedCents: 2_500,
        allocatedCents: allocated,
        deficitCents: allocated,
      });
    },
  );
});
