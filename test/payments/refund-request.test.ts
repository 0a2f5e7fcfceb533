import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { getDonation } from '#contract/giving/donations.ts';
import { createRefund } from '#contract/payments/refunds.ts';
import { createAllocation } from '#contract/spending/allocations.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { anyId } from '#test/support/any-id.ts';
import { anAcceptedNomination, anAllocation, signIn } from '#test/support/factories.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { reconcileNow } from '#test/support/reconcile-now.ts';
import { eventAbout } from '#test/support/stripe/events.ts';
import {
  aDonorWhoPays,
  alertsAbout,
  balanceOf,
  deliver,
  deliverAsDealt,
  recordOf,
  useStripeApp,
} from '#test/support/stripe-app.ts';

const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;

/** A paid donation of $25.00, and an administrator who is asked for a refund. */
async function aGivenDonation() {
  const donor = await aDonorWhoPays(stripeApp);
  await deliver(stripeApp, stripe.pay(donor.session));
  const cookie = await signIn(testApp);
  const id = donor.checkoutId;
  const ask = (amount: number, idempotencyKey: string = randomUUID()) =>
    testApp.call(createRefund, {
      cookie,
      params: { id },
      body: { amount, reason: 'Given by mistake' },
      idempotencyKey,
    });
  const look = async () => (await testApp.call(getDonation, { cookie, params: { id } })).body;
  const refundsAtStripe = () =>
    stripe.refunds.filter(({ payment_intent }) => payment_intent === donor.session.payment_intent);
  return { ...donor, id, cookie, ask, look, refundsAtStripe };
}

test('an administrator refunds money: at Stripe, in the ledger, with an email and an audit entry', async () => {
  const { id, ask, look, person, refundsAtStripe } = await aGivenDonation();
  const { status, body } = await ask(1_000);
  expect(status).toBe(201);
  expect(body).toMatchObject({ amount: 1_000, status: 'succeeded', reason: 'Given by mistake' });
  expect(refundsAtStripe()).toMatchObject([{ amount: 1_000 }]);
  // Stripe also sends an event, and nothing more is booked.
  for (const type of ['refund.created', 'refund.updated']) {
    await deliver(stripeApp, eventAbout(refundsAtStripe()[0] ?? {}, type));
  }
  expect(await look()).toMatchObject({ availableAmount: 1_500, refunds: [{ amount: 1_000 }] });
  expect((await recordOf(stripeApp, id)).entries).toHaveLength(2);
  expect(await mailsQueuedFor(testApp, person.email)).toBe(2);
  const entry = await testApp.db
    .selectFrom('ledgerEntries')
    .select(['actor', 'reason'])
    .where('donationId', '=', id)
    .where('kind', '=', 'refund')
    .executeTakeFirst();
  expect(entry).toEqual({ actor: expect.stringMatching(/^user:/), reason: 'Given by mistake' });
  const trail = await testApp.db
    .selectFrom('auditEntries')
    .select('action')
    .where('subjectId', '=', id)
    .where('action', 'like', 'donation.%')
    .orderBy('id')
    .execute();
  expect(trail).toEqual([{ action: 'donation.refund_requested' }, { action: 'donation.refunded' }]);
});

test('the same key ten times at once refunds once', async () => {
  const { ask, refundsAtStripe } = await aGivenDonation();
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(1_000, 'refund-once')));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(refundsAtStripe()).toHaveLength(1);
  expect((await ask(1_001, 'refund-once')).error.code).toBe('idempotency_key_reused');
});

test('ten administrators at once never refund more than there is', async () => {
  const { id, ask } = await aGivenDonation();
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(1_000)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(await balanceOf(stripeApp, id)).toMatchObject({ returnedCents: 2_000, deficitCents: 0 });
});

test('allocated money is not refunded, and the refusal says what to do', async () => {
  const { id, ask, cause } = await aGivenDonation();
  const nominationId = await anAcceptedNomination(testApp, { causeId: cause.id });
  await anAllocation(testApp, { donationId: id, nominationId, amount: 2_000 });
  const { status, error } = await ask(501);
  expect([status, error.code]).toEqual([409, 'insufficient_funds']);
  expect(error.message).toContain('Only $5.00');
  expect(error.message).toContain('Release its allocations');
  expect((await ask(500)).status).toBe(201);
});

describe('when Stripe', () => {
  test('refuses, nothing is booked, and its reason is shown', async () => {
    const { id, ask, look, session } = await aGivenDonation();
    // Refunded at Stripe, and the event has not arrived.
    stripe.refund(session, 2_500);
    const { status, error } = await ask(1_000, 'refused');
    expect([status, error.code]).toEqual([409, 'refund_refused']);
    expect(error.message).toContain('greater than unrefunded amount');
    expect((await ask(1_000, 'refused')).error.message).toBe(error.message);
    expect(await look()).toMatchObject({ refunds: [{ status: 'failed' }], availableAmount: 2_500 });
    expect(await balanceOf(stripeApp, id)).toMatchObject({ returnedCents: 0 });
  });

  test('does not respond, the money is reserved, and the hourly comparison finds the outcome', async () => {
    const { id, ask, look, cookie, cause, refundsAtStripe } = await aGivenDonation();
    stripe.fail('connection cut', 'connection cut');
    const { status, error } = await ask(2_000, 'lost');
    expect([status, error.code]).toEqual([503, 'payments_unavailable']);
    expect(await look()).toMatchObject({ requestedRefunds: 2_000, availableAmount: 2_500 });
    const nominationId = await anAcceptedNomination(testApp, { causeId: cause.id });
    const body = { amount: 501, donationId: id, nominationId };
    const allocated = await testApp.call(createAllocation, { cookie, body });
    expect(allocated.error.code).toBe('insufficient_funds');
    await reconcileNow(testApp);
    expect(await look()).toMatchObject({
      refunds: [{ status: 'succeeded', amount: 2_000 }],
      requestedRefunds: 0,
      availableAmount: 500,
    });
    expect(refundsAtStripe()).toHaveLength(1);
    expect((await ask(2_000, 'lost')).status).toBe(201);
    expect(refundsAtStripe()).toHaveLength(1);
  });

  test.each(['rate limit', 'refused'] as const)(
    'makes it, and the response is lost, the answer to the next try (%s) is not taken for its outcome',
    async (answer) => {
      const { ask, look, refundsAtStripe } = await aGivenDonation();
      stripe.fail('connection cut', answer);
      expect((await ask(1_500, `lost-${answer.length}`)).error.code).toBe('payments_unavailable');
      expect(await look()).toMatchObject({ requestedRefunds: 1_500, availableAmount: 2_500 });
      // Nor is the one that somebody gets who presses the button again.
      stripe.fail(answer);
      expect((await ask(1_500, `lost-${answer.length}`)).error.code).toBe('payments_unavailable');
      expect((await ask(1_500)).error.code).toBe('insufficient_funds');
      for (const type of ['refund.created', 'refund.updated']) {
        await deliver(stripeApp, eventAbout(refundsAtStripe()[0] ?? {}, type));
      }
      expect(await look()).toMatchObject({
        refunds: [{ status: 'succeeded', amount: 1_500 }],
        availableAmount: 1_000,
      });
      expect(refundsAtStripe()).toHaveLength(1);
    },
  );

  test('made one that we hold for refused, it is booked, and the team is told', async () => {
    const { id, ask, look, refundsAtStripe } = await aGivenDonation();
    stripe.fail('connection cut', 'connection cut');
    expect((await ask(1_000)).status).toBe(503);
    await sql`update refunds set status = 'failed', failed_at = now(), refusal = 'Refused.' where donation_id = ${id}`.execute(
      testApp.db,
    );
    expect(await look()).toMatchObject({ requestedRefunds: 0, availableAmount: 2_500 });
    await deliver(stripeApp, eventAbout(refundsAtStripe()[0] ?? {}, 'refund.updated'));
    expect(await look()).toMatchObject({
      refunds: [{ status: 'succeeded', amount: 1_000 }],
      availableAmount: 1_500,
    });
    expect(await alertsAbout(stripeApp, id)).toEqual(['refund:…']);
  });

  test('cannot list its refunds, none is asked for again', async () => {
    const { id, ask, look, refundsAtStripe } = await aGivenDonation();
    stripe.fail('connection cut', 'connection cut');
    expect((await ask(2_000)).status).toBe(503);
    await sql`update refunds set created_at = now() - interval '25 hours', last_asked_at = null where donation_id = ${id}`.execute(
      testApp.db,
    );
    // The key is only known for a day.
    stripe.forgetKeys();
    stripe.refuse(/^GET \/v1\/refunds/);
    await expect(reconcileNow(testApp)).rejects.toThrow('Not with this key.');
    expect(refundsAtStripe()).toHaveLength(1);
    stripe.recover();
    await reconcileNow(testApp);
    expect(refundsAtStripe()).toHaveLength(1);
    expect(await look()).toMatchObject({ refunds: [{ status: 'succeeded' }] });
  });

  test('reports only later that it failed, the team is alerted and nothing is booked', async () => {
    const { id, ask, look, person, refundsAtStripe } = await aGivenDonation();
    stripe.fail('connection cut', 'connection cut');
    expect((await ask(2_000)).status).toBe(503);
    const [made] = refundsAtStripe();
    await deliverAsDealt(stripeApp, eventAbout({ ...made, status: 'failed' }, 'refund.failed'));
    expect(await look()).toMatchObject({ refunds: [{ status: 'failed' }], availableAmount: 2_500 });
    expect(await alertsAbout(stripeApp, id)).toEqual(['refund:…']);
    // The receipt alone.
    expect(await mailsQueuedFor(testApp, person.email)).toBe(1);
  });

  test('never got the request, it is sent again within the hour', async () => {
    const { id, ask, look, refundsAtStripe } = await aGivenDonation();
    stripe.fail('timeout', 'timeout');
    expect((await ask(2_000)).status).toBe(503);
    await sql`update refunds set created_at = now() - interval '1 hour', last_asked_at = null where donation_id = ${id}`.execute(
      testApp.db,
    );
    await reconcileNow(testApp);
    expect(await look()).toMatchObject({ refunds: [{ status: 'succeeded' }] });
    expect(refundsAtStripe()).toHaveLength(1);
  });

  test('refuses it only then, the team is alerted', async () => {
    const { id, ask, look, session } = await aGivenDonation();
    stripe.fail('rate limit', 'lost', 'lost');
    expect((await ask(2_000)).status).toBeGreaterThanOrEqual(409);
    expect((await ask(2_000)).status).toBe(503);
    await sql`update refunds set created_at = now() - interval '1 hour', last_asked_at = null where donation_id = ${id}`.execute(
      testApp.db,
    );
    stripe.refund(session, 2_000);
    await reconcileNow(testApp);
    expect((await look()).refunds.map(({ status }) => status)).toContain('succeeded');
    expect(await alertsAbout(stripeApp, id)).toEqual(['refund:…']);
  });
});

test.each([
  ['no amount', { amount: 0 }, 400],
  ['no reason', { reason: ' ' }, 400],
  ['an unknown donation', { id: newId() }, 404],
])('%s is refused', async (_name, change: Record<string, unknown>, status) => {
  const { id, cookie } = await aGivenDonation();
  const answer = await testApp.call(createRefund, {
    cookie,
    params: { id: anyId(String(change.id ?? id)) },
    body: { amount: Number(change.amount ?? 100), reason: String(change.reason ?? 'A mistake') },
  });
  expect(answer.status).toBe(status);
});
