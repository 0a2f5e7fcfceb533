import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { getDonation, listDonations } from '#contract/giving/donations.ts';
import type { DonationId } from '#contract/ids.ts';
import { anAcceptedNomination, anAllocation, signIn } from '#test/support/factories.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { eventAbout } from '#test/support/stripe/events.ts';
import {
  aDonorWhoPays,
  alertsAbout,
  balanceOf,
  deliver,
  deliverAsDealt,
  recordOf,
  storedEvent,
  useStripeApp,
} from '#test/support/stripe-app.ts';

const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;

/** A paid donation of $25.00. */
async function aGivenDonation() {
  const donor = await aDonorWhoPays(stripeApp);
  const paid = stripe.pay(donor.session);
  await deliver(stripeApp, paid);
  return { ...donor, paid, id: donor.checkoutId };
}

async function tell(...events: Stripe.Event[]) {
  for (const event of events) expect((await deliver(stripeApp, event)).statusCode).toBe(200);
}

const entriesOf = async (id: DonationId) =>
  (await recordOf(stripeApp, id)).entries.map(({ kind, amountCents }) => `${kind} ${amountCents}`);

describe('a refund made at Stripe', () => {
  test('leaves the donation, and the donor is emailed', async () => {
    const { session, id, person } = await aGivenDonation();
    await tell(stripe.refund(session, 1_000));
    expect(await balanceOf(stripeApp, id)).toMatchObject({ returnedCents: 1_000, deficitCents: 0 });
    expect(await entriesOf(id)).toEqual(['payment 2500', 'refund 1000']);
    const mail = await testApp.inbox.waitFor(person.email, 'refund of $10.00 is on its way');
    expect(mail.text).toContain(id);
    const cookie = await signIn(testApp);
    const { body } = await testApp.call(getDonation, { cookie, params: { id } });
    expect(body).toMatchObject({
      amount: 2_500,
      availableAmount: 1_500,
      returnedAmount: 1_000,
      refunds: [{ amount: 1_000, status: 'succeeded' }],
    });
    expect(await alertsAbout(stripeApp, id)).toEqual([]);
  });

  test('is reported by three events, each ten times at once: booked once, one email', async () => {
    const { session, id, person } = await aGivenDonation();
    const created = stripe.refund(session, 1_000, 'pending');
    const updated = stripe.settleRefund(created, 'succeeded');
    const old = eventAbout(updated.data.object, 'charge.refund.updated');
    const events = [created, updated, old].flatMap((event) => Array(10).fill(event));
    await Promise.all(events.map((event) => tell(event)));
    expect(await entriesOf(id)).toEqual(['payment 2500', 'refund 1000']);
    // The receipt and one more.
    expect(await mailsQueuedFor(testApp, person.email)).toBe(2);
  });

  test('that fails is reversed with a counter-entry, and the team is alerted', async () => {
    const { session, id } = await aGivenDonation();
    const created = stripe.refund(session, 2_500);
    await tell(created);
    await tell(stripe.settleRefund(created, 'failed'));
    expect(await balanceOf(stripeApp, id)).toMatchObject({ returnedCents: 0 });
    expect(await entriesOf(id)).toEqual(['payment 2500', 'refund 2500', 'refund_reversal 2500']);
    expect(await alertsAbout(stripeApp, id)).toEqual(['refund:…']);
  });

  test('that failed before we learned of it never counts', async () => {
    const { session, id, person } = await aGivenDonation();
    const created = stripe.refund(session, 2_500);
    await tell(stripe.settleRefund(created, 'failed'), created);
    expect(await entriesOf(id)).toEqual(['payment 2500']);
    expect(await mailsQueuedFor(testApp, person.email)).toBe(1);
  });

  test('of a different amount or currency than the known one is refused', async () => {
    const { session, id } = await aGivenDonation();
    const created = stripe.refund(session, 1_000);
    await tell(created);
    for (const change of [{ amount: 1_001 }, { currency: 'eur' }, { amount: 0 }]) {
      const changed = eventAbout({ ...created.data.object, ...change }, 'refund.updated');
      await deliverAsDealt(stripeApp, changed);
      expect(await storedEvent(stripeApp, changed.id)).toMatchObject({ outcome: 'refused' });
      expect(
        await alertsAbout(stripeApp, `:${(created.data.object as { id: string }).id}`),
      ).toHaveLength(1);
    }
    expect(await balanceOf(stripeApp, id)).toMatchObject({ returnedCents: 1_000 });
  });

  test('of a payment that is not ours waits, and does not count', async () => {
    const { session } = await aGivenDonation();
    const told = stripe.refund(session, 500);
    Object.assign(told.data.object, { payment_intent: 'pi_of_somebody_else' });
    await deliverAsDealt(stripeApp, told);
    expect(await storedEvent(stripeApp, told.id)).toMatchObject({
      outcome: 'noted',
      checkoutId: null,
    });
  });
});

describe('a dispute', () => {
  test('that is won: the money leaves and returns, and the team is alerted each time', async () => {
    const { session, id } = await aGivenDonation();
    const opened = stripe.dispute(session);
    await tell(opened, eventAbout(opened.data.object, 'charge.dispute.funds_withdrawn'));
    expect(await balanceOf(stripeApp, id)).toMatchObject({ returnedCents: 2_500 });
    expect(await alertsAbout(stripeApp, id)).toEqual(['dispute:…:open']);
    const cookie = await signIn(testApp);
    const { body } = await testApp.call(listDonations, { cookie, query: { id } });
    expect(body).toMatchObject([{ availableAmount: 0, returnedAmount: 2_500, isDisputed: true }]);

    const won = stripe.decide(opened, 'won');
    await tell(eventAbout(won.data.object, 'charge.dispute.funds_reinstated'), won);
    expect(await entriesOf(id)).toEqual(['payment 2500', 'dispute 2500', 'dispute_reversal 2500']);
    expect(await balanceOf(stripeApp, id)).toMatchObject({ returnedCents: 0 });
    expect(await alertsAbout(stripeApp, id)).toEqual(['dispute:…:won']);
  });

  test('that is lost: the money is gone', async () => {
    const { session, id } = await aGivenDonation();
    const opened = stripe.dispute(session, 2_000);
    await tell(opened, stripe.decide(opened, 'lost'));
    expect(await entriesOf(id)).toEqual(['payment 2500', 'dispute 2000']);
    expect(await alertsAbout(stripeApp, id)).toEqual(['dispute:…:lost']);
    const cookie = await signIn(testApp);
    const { body } = await testApp.call(getDonation, { cookie, params: { id } });
    expect(body).toMatchObject({
      isDisputed: false,
      disputes: [{ amount: 2_000, status: 'lost', takenAmount: 2_000 }],
    });
  });

  test('that is only an inquiry takes nothing, and raises an alert', async () => {
    const { session, id } = await aGivenDonation();
    await tell(stripe.dispute(session, 2_500, true));
    expect(await entriesOf(id)).toEqual(['payment 2500']);
    expect(await alertsAbout(stripeApp, id)).toEqual(['dispute:…:open']);
  });

  test('that began as an inquiry returns nothing when the inquiry is reported late', async () => {
    const { session, id } = await aGivenDonation();
    const question = stripe.dispute(session, 2_500, true);
    const serious = eventAbout(
      {
        ...question.data.object,
        status: 'needs_response',
        balance_transactions: [{ amount: -2_500, fee: 1_500, currency: 'usd' }],
      },
      'charge.dispute.funds_withdrawn',
    );
    await deliverAsDealt(stripeApp, serious);
    await tell(question);
    expect(await entriesOf(id)).toEqual(['payment 2500', 'dispute 2500']);
  });

  test('counts by its status if it has no balance transactions yet', async () => {
    const { session, id } = await aGivenDonation();
    const opened = stripe.dispute(session);
    Object.assign(opened.data.object, { balance_transactions: [] });
    await deliverAsDealt(stripeApp, opened);
    expect(await entriesOf(id)).toEqual(['payment 2500', 'dispute 2500']);
  });
});

describe('money returned after it was allocated', () => {
  async function anAllocatedDonation(amount = 2_500) {
    const donation = await aGivenDonation();
    const nominationId = await anAcceptedNomination(testApp, { causeId: donation.cause.id });
    const allocationId = await anAllocation(testApp, {
      donationId: donation.id,
      nominationId,
      amount,
    });
    return { ...donation, nominationId, allocationId };
  }

  test('is booked and shown as a deficit, with an alert; the available amount is never negative', async () => {
    const { session, id } = await anAllocatedDonation(2_000);
    await tell(stripe.refund(session, 1_500));
    expect(await balanceOf(stripeApp, id)).toEqual({
      amountCents: 2_500,
      returnedCents: 1_500,
      allocatedCents: 2_000,
      deficitCents: 1_000,
    });
    expect(await alertsAbout(stripeApp, id)).toEqual(['deficit:…']);
    const cookie = await signIn(testApp);
    const { body } = await testApp.call(listDonations, { cookie, query: { id } });
    expect(body).toMatchObject([{ availableAmount: 0, deficitAmount: 1_000 }]);
  });

  test('is settled when the dispute behind it is won', async () => {
    const { session, id } = await anAllocatedDonation();
    const opened = stripe.dispute(session);
    await tell(opened);
    expect(await alertsAbout(stripeApp, id)).toEqual(['deficit:…', 'dispute:…:open']);
    await tell(stripe.decide(opened, 'won'));
    expect(await balanceOf(stripeApp, id)).toMatchObject({
      deficitCents: 0,
      allocatedCents: 2_500,
    });
    expect(await alertsAbout(stripeApp, id)).toEqual(['dispute:…:won']);
  });

  test('may be more than was paid: partly refunded, then fully disputed', async () => {
    const { session, id } = await aGivenDonation();
    await tell(stripe.refund(session, 1_000), stripe.dispute(session, 2_500));
    expect(await balanceOf(stripeApp, id)).toMatchObject({
      returnedCents: 3_500,
      deficitCents: 1_000,
    });
    const message = await deficitMessage(id);
    expect(message).toContain('is $10.00 more than what was donated');
    expect(message).not.toContain('allocated');
  });

  test('may be both: what was promised to needs, and what was donated only once', async () => {
    const { session, id } = await anAllocatedDonation(2_000);
    await tell(stripe.refund(session, 1_000), stripe.dispute(session, 2_500));
    const message = await deficitMessage(id);
    expect(message).toContain('$20.00 that was promised to needs is gone');
    expect(message).toContain('is $10.00 more than what was donated');
  });

  /** What the open alert about a donation's deficit says. */
  async function deficitMessage(id: DonationId) {
    const { message } = await testApp.db
      .selectFrom('alerts')
      .select('message')
      .where('key', '=', `deficit:${id}`)
      .where('settledAt', 'is', null)
      .executeTakeFirstOrThrow();
    return message;
  }
});
