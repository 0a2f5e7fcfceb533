import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { getDonation } from '#contract/giving/donations.ts';
import { createRefund } from '#contract/payments/refunds.ts';
import { compareWith, listAtProvider } from '#server/payments/payments/reconciliation.ts';
import { sendRequest } from '#server/payments/refunds/ask-for-refund.ts';
import { createClosedProvider } from '#server/provider/payment-provider/closed-provider.ts';
import { createTestProvider } from '#server/provider/payment-provider/test-provider.ts';
import { signIn } from '#test/support/factories.ts';
import { reconcileNow } from '#test/support/reconcile-now.ts';
import { eventAbout } from '#test/support/stripe/events.ts';
import { aDonorWhoPays, deliver, deliverAsDealt, useStripeApp } from '#test/support/stripe-app.ts';

// A refund whose response got lost may have been made. Until that is known, a refusal of another call says nothing
// about it, and asking anew would pay the donor twice.
const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;

afterEach(() => stripe.recover());

/** A paid donation of $25.00, and what its refunds are here and at Stripe. */
async function aGivenDonation() {
  const donor = await aDonorWhoPays(stripeApp);
  await deliver(stripeApp, stripe.pay(donor.session));
  const cookie = await signIn(testApp);
  const id = donor.checkoutId;
  const ask = (idempotencyKey: string = randomUUID(), amount = 2_500) =>
    testApp.call(createRefund, {
      cookie,
      params: { id },
      body: { amount, reason: 'Given by mistake' },
      idempotencyKey,
    });
  const statuses = async () => {
    const { body } = await testApp.call(getDonation, { cookie, params: { id } });
    return body.refunds.map(({ status }) => status);
  };
  const atStripe = () =>
    stripe.refunds.filter(({ payment_intent }) => payment_intent === donor.session.payment_intent);
  const openAlerts = async () => {
    const rows = await testApp.db
      .selectFrom('alerts')
      .select('title')
      .where('path', 'like', `%${id}%`)
      .where('settledAt', 'is', null)
      .execute();
    return rows.map(({ title }) => title);
  };
  /** As if everything about its refunds had happened this much earlier. */
  const age = (interval: string) =>
    sql`update refunds set created_at = created_at - ${interval}::interval,
      last_asked_at = last_asked_at - ${interval}::interval where donation_id = ${id}`.execute(
      testApp.db,
    );
  return { ...donor, id, ask, statuses, atStripe, openAlerts, age };
}

/** Nobody can tell yet, so it cannot be requested once more; and in the end there is one refund. */
async function expectOneRefund(donation: Awaited<ReturnType<typeof aGivenDonation>>) {
  stripe.recover();
  expect(await donation.statuses()).toEqual(['requested']);
  expect((await donation.ask()).error.code).toBe('insufficient_funds');
  await donation.age('1 hour');
  await reconcileNow(testApp);
  expect(await donation.statuses()).toEqual(['succeeded']);
  expect(donation.atStripe()).toHaveLength(1);
  expect(await donation.openAlerts()).toEqual([]);
}

describe('a refusal is not taken for the outcome', () => {
  test('if an administrator has asked again since the refunds were listed', async () => {
    const donation = await aGivenDonation();
    stripe.fail('lost', 'lost');
    expect((await donation.ask('again')).status).toBe(503);
    await donation.age('1 hour');
    expect(donation.atStripe()).toHaveLength(0);
    const listing = await listAtProvider(testApp);
    stripe.fail('connection cut', 'connection cut');
    expect((await donation.ask('again')).status).toBe(503);
    expect(donation.atStripe()).toHaveLength(1);
    stripe.fail('rate limit');
    await compareWith(testApp, listing);
    await expectOneRefund(donation);
  });

  test('if it was requested only after the refunds were listed', async () => {
    const donation = await aGivenDonation();
    const listing = await listAtProvider(testApp);
    stripe.fail('connection cut', 'connection cut');
    expect((await donation.ask()).status).toBe(503);
    await donation.age('2 minutes');
    stripe.fail('refused');
    await compareWith(testApp, listing);
    await expectOneRefund(donation);
  });

  test('if two comparisons ask at once', async () => {
    const donation = await aGivenDonation();
    stripe.fail('lost', 'lost');
    expect((await donation.ask()).status).toBe(503);
    await donation.age('1 hour');
    const listings = [await listAtProvider(testApp), await listAtProvider(testApp)];
    const held = stripe.hold(/^POST .*refunds/, 2);
    const comparisons = Promise.all(listings.map((listing) => compareWith(testApp, listing)));
    await held.arrived;
    stripe.fail('connection cut', 'rate limit', 'connection cut');
    held.release();
    await comparisons;
    await expectOneRefund(donation);
  });

  test('if the same request was sent twice, and the other call was carried out', async () => {
    const donation = await aGivenDonation();
    const held = stripe.hold(/^POST .*refunds/);
    const first = donation.ask('double');
    await held.arrived;
    stripe.fail('connection cut', 'connection cut');
    const second = await donation.ask('double');
    stripe.fail('rate limit');
    held.release();
    expect([second.status, (await first).status]).toEqual([503, 503]);
    expect(donation.atStripe()).toHaveLength(1);
    await expectOneRefund(donation);
  });
});

test('a refusal of the only call is final, also for whoever repeats it', async () => {
  const { ask, statuses, atStripe } = await aGivenDonation();
  stripe.fail('refused');
  expect((await ask('once')).error.code).toBe('refund_refused');
  expect((await ask('once')).error.code).toBe('refund_refused');
  expect(await statuses()).toEqual(['failed']);
  expect(atStripe()).toHaveLength(0);
});

test('a request gives way to a refund of the same amount that was made at the provider', async () => {
  const { ask, session, statuses, atStripe, openAlerts, age } = await aGivenDonation();
  stripe.fail('lost', 'lost');
  expect((await ask('by-hand', 1_000)).status).toBe(503);
  await age('1 hour');
  stripe.refund(session, 1_000);
  await reconcileNow(testApp);
  expect((await statuses()).sort()).toEqual(['failed', 'succeeded']);
  expect(atStripe()).toHaveLength(1);
  expect(await openAlerts()).toEqual(['A refund was refused']);
});

test('a refund that cannot be read holds back requests for its own payment alone', async () => {
  const donation = await aGivenDonation();
  const other = await aGivenDonation();
  for (const each of [donation, other]) {
    stripe.fail('lost', 'lost');
    expect((await each.ask()).status).toBe(503);
    await each.age('4 hours');
  }
  stripe.refund(other.session, 100);
  const unreadable = other.atStripe()[0] ?? { id: '' };
  stripe.deal(unreadable, { currency: 'eur' });
  await reconcileNow(testApp);
  expect(await donation.statuses()).toEqual(['succeeded']);
  expect(await other.statuses()).toEqual(['requested']);
  // Its money stays reserved, so somebody has to know.
  expect(await other.openAlerts()).toContain('A refund has no outcome yet');
  expect(await donation.openAlerts()).toEqual([]);
  stripe.deal(unreadable);
});

test('news about a refund replace what the team was told before', async () => {
  const { id, ask, atStripe, openAlerts, age } = await aGivenDonation();
  stripe.fail('connection cut', 'connection cut');
  expect((await ask()).status).toBe(503);
  await age('4 hours');
  stripe.refuse(/^GET \/v1\/refunds/);
  await expect(reconcileNow(testApp)).rejects.toThrow('Not with this key.');
  expect(await openAlerts()).toEqual(['A refund has no outcome yet']);
  stripe.recover();
  await sql`update refunds set status = 'failed', failed_at = now(), refusal = 'Refused.' where donation_id = ${id}`.execute(
    testApp.db,
  );
  const [made] = atStripe();
  await deliver(stripeApp, eventAbout(made ?? {}, 'refund.updated'));
  expect(await openAlerts()).toEqual(['A refused refund was made after all']);
  await deliverAsDealt(stripeApp, eventAbout({ ...made, status: 'failed' }, 'refund.failed'));
  expect(await openAlerts()).toEqual(['A refund failed']);
});

describe('whoever presses the button again does not ask twice', () => {
  test('after a refund of the same amount was made by hand', async () => {
    const { ask, session, statuses, atStripe } = await aGivenDonation();
    stripe.fail('lost', 'lost');
    expect((await ask('again', 1_000)).status).toBe(503);
    await deliver(stripeApp, stripe.refund(session, 1_000));
    const { error } = await ask('again', 1_000);
    expect(error.code).toBe('refund_refused');
    expect(error.message).toContain('was not requested here');
    expect((await statuses()).sort()).toEqual(['failed', 'succeeded']);
    expect(atStripe()).toHaveLength(1);
  });

  test('after Stripe has forgotten the first call', async () => {
    const { ask, statuses, atStripe, age } = await aGivenDonation();
    stripe.fail('connection cut', 'connection cut');
    expect((await ask('again', 1_000)).status).toBe(503);
    await age('25 hours');
    stripe.forgetKeys();
    expect((await ask('again', 1_000)).status).toBe(503);
    expect(atStripe()).toHaveLength(1);
    await reconcileNow(testApp);
    expect(await statuses()).toEqual(['succeeded']);
    expect(atStripe()).toHaveLength(1);
  });

  test('when another provider is set up by now, which knows nothing of the first call', async () => {
    const { id: donationId, ask, statuses, atStripe } = await aGivenDonation();
    stripe.fail('connection cut', 'connection cut');
    expect((await ask('again')).status).toBe(503);
    const { id } = await testApp.db
      .selectFrom('refunds')
      .select('id')
      .where('donationId', '=', donationId)
      .executeTakeFirstOrThrow();
    for (const provider of [createTestProvider(testApp.config), createClosedProvider()]) {
      const call = { id, timesAskedInVain: 0, isAttended: true };
      await expect(sendRequest(testApp.db, call, provider, testApp.mailer)).rejects.toMatchObject({
        code: 'payments_unavailable',
      });
    }
    expect(await statuses()).toEqual(['requested']);
    expect(atStripe()).toHaveLength(1);
  });
});

test('a refund of ours that cannot be read is not asked for again, however old it is', async () => {
  const { ask, statuses, atStripe, openAlerts, age } = await aGivenDonation();
  stripe.fail('connection cut', 'connection cut');
  expect((await ask()).status).toBe(503);
  const made = atStripe()[0] ?? { id: '' };
  stripe.deal(made, { currency: 'eur' });
  await age('4 hours');
  await reconcileNow(testApp);
  // Stripe lists it no longer, and has forgotten the call.
  Object.assign(made, { created: Math.floor(Date.now() / 1000) - 40 * 86_400 });
  stripe.forgetKeys();
  await age('40 days');
  await reconcileNow(testApp);
  expect(atStripe()).toHaveLength(1);
  expect(await statuses()).toEqual(['requested']);
  expect(await openAlerts()).toContain('A refund has no outcome yet');
  stripe.deal(made);
  await reconcileNow(testApp);
  expect(await statuses()).toEqual(['succeeded']);
});
