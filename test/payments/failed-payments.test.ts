import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { DonationId, RefundId } from '#contract/ids.ts';
import { getDesk } from '#contract/overview/desk.ts';
import {
  countUnfinishedPayments,
  type FailedPayment,
  listFailedPayments,
} from '#contract/payments/failed-payments.ts';
import { handlePaymentEvent } from '#server/payments/payments/handle-payment-event.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { PaymentEvent } from '#server/provider/payment-provider/provider.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCheckout,
  aDonation,
  aRefund,
  aTeamMember,
  payCheckout,
  signIn,
} from '#test/support/factories.ts';

const testApp = useTestApp();

type Facts<Event> = Event extends unknown ? Omit<Event, 'provider' | 'eventId'> : never;

/** The payment provider tells us something. */
function tell(event: Facts<PaymentEvent>): Promise<void> {
  const whole = { ...event, provider: testApp.payments.name, eventId: newId() } as PaymentEvent;
  return handlePaymentEvent(testApp.db, whole, testApp.mailer, pino({ level: 'silent' }));
}

/** One declined card, which the provider reports twice. */
async function decline(checkoutId: string): Promise<void> {
  await tell({ kind: 'payment-failed', type: 'charge.failed', checkoutId });
  await tell({ kind: 'payment-failed', type: 'payment_intent.payment_failed', checkoutId });
}

const expire = (checkoutId: string) =>
  tell({ kind: 'expired', type: 'checkout.session.expired', checkoutId });

async function list(query: { failure?: string; limit?: number; cursor?: string } = {}) {
  const cookie = await signIn(testApp);
  const { status, body, headers } = await testApp.call(listFailedPayments, { cookie, query });
  expect(status).toBe(200);
  return { body, link: String(headers.link ?? '') };
}

const find = ({ body }: { body: FailedPayment[] }, id: string) =>
  body.find((payment) => payment.id === id);

test('a payment failed once its page has ended with nothing but declined cards', async () => {
  const id = await aCheckout(testApp, { amount: 4_200 });
  await decline(id);
  await decline(id);
  // The donor may still pay with another card.
  expect(find(await list(), id)).toBeUndefined();
  await expire(id);
  expect(find(await list(), id)).toMatchObject({
    failure: 'declined',
    amount: 4_200,
    declines: 2,
    cause: { name: expect.any(String) },
    objectId: null,
    donationId: null,
  });
  expect(find(await list({ failure: 'declined' }), id)).toBeDefined();
  expect(find(await list({ failure: 'unpaid' }), id)).toBeUndefined();
});

test('a payment that was made in the end did not fail', async () => {
  const id = await aCheckout(testApp, { amount: 4_200 });
  await decline(id);
  await payCheckout(testApp, id, 4_200);
  expect(find(await list(), id)).toBeUndefined();
});

test('a bank that did not pay in the end is a failure of its own', async () => {
  const id = await aCheckout(testApp, { amount: 5_500 });
  await tell({ kind: 'pending', type: 'checkout.session.completed', checkoutId: id });
  expect(find(await list(), id)).toBeUndefined();
  await tell({ kind: 'failed', type: 'checkout.session.async_payment_failed', checkoutId: id });
  expect(find(await list({ failure: 'unpaid' }), id)).toMatchObject({ amount: 5_500, declines: 0 });
});

test('a page that was left without a try is only counted', async () => {
  const cookie = await signIn(testApp);
  const count = async () => (await testApp.call(countUnfinishedPayments, { cookie })).body;
  const before = await count();
  const id = await aCheckout(testApp);
  const tried = await aCheckout(testApp);
  expect(await count()).toEqual(before);
  await decline(tried);
  for (const each of [id, tried]) await expire(each);
  expect(await count()).toEqual({ ...before, unfinished: before.unfinished + 1 });
  expect(find(await list(), id)).toBeUndefined();
  await aDonation(testApp);
  expect((await count()).paid).toBe(before.paid + 1);
});

test('an object that could not be booked is listed until it is, with its id and the reason', async () => {
  const id = await aCheckout(testApp, { amount: 1_000 });
  const paid = { kind: 'paid', type: 'paid', checkoutId: id, sessionId: 'cs_odd' } as const;
  await testApp.db
    .updateTable('checkouts')
    .set({ sessionId: 'cs_odd' })
    .where('id', '=', id)
    .execute();
  const facts = {
    paymentIntentId: `pi_${id}`,
    amountCents: 1_000,
    paidAt: new Date(),
    isReal: false,
  };
  await tell({ ...paid, ...facts, currency: 'eur' });
  const odd = async () =>
    (await list({ failure: 'unbooked' })).body.find(({ objectId }) => objectId === 'cs_odd');
  expect(await odd()).toMatchObject({
    failure: 'unbooked',
    object: 'checkout',
    amount: null,
    reason: expect.stringContaining('eur'),
  });
  await tell({ ...paid, ...facts, currency: 'usd' });
  expect(await odd()).toBeUndefined();
});

test('a refund that failed leads to its donation', async () => {
  const donationId = await aDonation(testApp, { amount: 3_000 });
  const id = await aFailedRefund(donationId);
  expect(find(await list({ failure: 'refund' }), id)).toMatchObject({
    donationId,
    amount: 700,
    reason: 'The card was closed.',
  });
});

async function aFailedRefund(
  donationId: DonationId,
  { requested = '1 hour', failed = '0 seconds' } = {},
): Promise<RefundId> {
  const id = await aRefund(testApp, donationId, {
    amountCents: 700,
    status: 'failed',
    failedAt: new Date().toISOString(),
    refusal: 'The card was closed.',
    reason: 'Asked',
    requestedBy: 'user:somebody',
  });
  await sql`update refunds set created_at = now() - ${requested}::interval, failed_at = now() - ${failed}::interval
    where id = ${id}`.execute(testApp.db);
  return id;
}

test('pages go through all kinds, the latest first, without skipping one', async () => {
  for (let count = 0; count < 3; count++) {
    const id = await aCheckout(testApp);
    await decline(id);
    await expire(id);
    await aFailedRefund(await aDonation(testApp));
  }
  const { body: all } = await list();
  expect(all.map(({ createdAt }) => createdAt)).toEqual(
    all
      .map(({ createdAt }) => createdAt)
      .sort()
      .reverse(),
  );
  const paged: FailedPayment[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit: 2, ...(cursor !== undefined && { cursor }) });
    paged.push(...page.body);
    cursor = /cursor=([^&>]+)/.exec(page.link)?.[1];
  } while (cursor !== undefined);
  expect(paged).toEqual(all);
});

test('the desk of a treasurer counts what failed lately, and what is not booked', async () => {
  const cookie = await signIn(testApp, await aTeamMember(testApp, 'treasurer'));
  const desk = async () => (await testApp.call(getDesk, { cookie })).body;
  const before = await desk();
  const [lately, earlier] = [await aCheckout(testApp), await aCheckout(testApp)];
  for (const id of [lately, earlier]) {
    await decline(id);
    await expire(id);
  }
  await testApp.db
    .updateTable('checkouts')
    .set({ endedAt: new Date(Date.now() - 8 * 86_400_000).toISOString() })
    .where('id', '=', earlier)
    .execute();
  // A bank may refuse a refund days after it was requested.
  const late = await aFailedRefund(await aDonation(testApp), { requested: '10 days' });
  await aFailedRefund(await aDonation(testApp), { requested: '10 days', failed: '8 days' });
  const { failures, payments } = await desk();
  expect(failures?.count).toBe((before.failures?.count ?? 0) + 2);
  const listed = await list({ failure: 'declined,unpaid,refund' });
  expect(find(listed, late)?.createdAt).toBe(listed.body[0]?.createdAt);
  expect(listed.body.filter(({ failure }) => failure === 'unbooked')).toEqual([]);
  expect(payments).toEqual(before.payments);
});
