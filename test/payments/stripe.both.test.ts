import { describe, expect, test } from 'vitest';
import { getDonation, listDonations } from '#contract/giving/donations.ts';
import { deleteCause } from '#contract/vetting/causes.ts';
import { signIn } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { eventAbout } from '#test/support/stripe/events.ts';
import {
  aDonorWhoPays,
  deliver,
  deliverAsDealt,
  recordOf,
  storedEvent,
  useStripeApp,
} from '#test/support/stripe-app.ts';

const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;

const nothing = { donation: undefined, entries: [] };

describe('a payment', () => {
  test('books the donation and thanks the donor', async () => {
    const { session, checkoutId, cause, person } = await aDonorWhoPays(stripeApp, {
      amount: 2_599,
    });
    const event = stripe.pay(session);
    const answer = await deliver(stripeApp, event);
    expect(answer.statusCode).toBe(200);

    const paymentIntentId = String(session.payment_intent);
    expect(await recordOf(stripeApp, checkoutId)).toEqual({
      status: 'paid',
      donation: { amountCents: 2_599, paymentIntentId },
      entries: [{ kind: 'payment', amountCents: 2_599 }],
    });
    expect(await storedEvent(stripeApp, event.id)).toEqual({
      type: 'checkout.session.completed',
      outcome: 'booked',
      note: '',
      checkoutId,
    });
    const { body } = await testApp.call(getDonation, {
      cookie: await signIn(testApp),
      params: { id: checkoutId },
    });
    expect(body).toMatchObject({
      ...person,
      amount: 2_599,
      availableAmount: 2_599,
      paymentIntentId,
      cause: { id: cause.id, name: cause.name },
    });
    const receipt = await testApp.inbox.waitFor(person.email, '$25.99');
    expect(receipt.text).toContain(cause.name);
    expect(receipt.text).toContain(paymentIntentId);
  });

  test('reported ten times at once and again later is booked once, with one email', async () => {
    const { session, checkoutId, person } = await aDonorWhoPays(stripeApp);
    const event = stripe.pay(session);
    const atOnce = await Promise.all(Array.from({ length: 10 }, () => deliver(stripeApp, event)));
    const later = await deliver(stripeApp, event);
    expect([...atOnce, later].map(({ statusCode }) => statusCode)).toEqual(Array(11).fill(200));
    expect((await recordOf(stripeApp, checkoutId)).entries).toHaveLength(1);
    expect(await storedEvent(stripeApp, event.id)).toMatchObject({ outcome: 'booked' });
    expect(await mailsQueuedFor(testApp, person.email)).toBe(1);
  });

  test('reported by two different events is booked once', async () => {
    const { session, checkoutId, person } = await aDonorWhoPays(stripeApp);
    await deliver(stripeApp, stripe.pay(session));
    const second = eventAbout(session, 'checkout.session.async_payment_succeeded');
    expect((await deliver(stripeApp, second)).statusCode).toBe(200);
    expect((await recordOf(stripeApp, checkoutId)).entries).toHaveLength(1);
    expect(await storedEvent(stripeApp, second.id)).toMatchObject({ outcome: 'noted', note: '' });
    expect(await mailsQueuedFor(testApp, person.email)).toBe(1);
  });

  test('counts even if the event arrives after that of the expiry', async () => {
    const { session, checkoutId } = await aDonorWhoPays(stripeApp);
    const paid = stripe.pay(session);
    await deliver(stripeApp, eventAbout(session, 'checkout.session.expired'));
    await deliver(stripeApp, paid);
    expect(await recordOf(stripeApp, checkoutId)).toMatchObject({
      status: 'paid',
      entries: [{ amountCents: 2_500 }],
    });
  });

  test('stays even if an expiry is reported afterwards', async () => {
    const { session, checkoutId } = await aDonorWhoPays(stripeApp);
    await deliver(stripeApp, stripe.pay(session));
    await deliver(stripeApp, eventAbout(session, 'checkout.session.expired'));
    expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ status: 'paid' });
  });
});

describe('a bank debit', () => {
  test('does not count when the donor has finished, but once the money has arrived', async () => {
    const { session, checkoutId, person } = await aDonorWhoPays(stripeApp);
    const completed = stripe.pay(session, 'bank debit');
    expect((await deliver(stripeApp, completed)).statusCode).toBe(200);
    expect(await recordOf(stripeApp, checkoutId)).toEqual({ status: 'pending', ...nothing });
    expect(await storedEvent(stripeApp, completed.id)).toMatchObject({ outcome: 'noted' });
    expect(await mailsQueuedFor(testApp, person.email)).toBe(0);

    await deliver(stripeApp, stripe.settle(session, true));
    const settled = await recordOf(stripeApp, checkoutId);
    recordFigures('S5', {
      'delayed payments': 1,
      'counted when they succeed': settled.entries.length,
    });
    expect(settled).toMatchObject({
      status: 'paid',
      entries: [{ kind: 'payment', amountCents: 2_500 }],
    });
    expect(await mailsQueuedFor(testApp, person.email)).toBe(1);
  });

  test('that fails ends the checkout, does not count, and the donor is emailed, once', async () => {
    const { session, checkoutId, person, cause } = await aDonorWhoPays(stripeApp);
    await deliver(stripeApp, stripe.pay(session, 'bank debit'));
    const failed = stripe.settle(session, false);
    expect((await deliver(stripeApp, failed)).statusCode).toBe(200);
    await deliver(stripeApp, eventAbout(session, 'checkout.session.async_payment_failed'));
    const record = await recordOf(stripeApp, checkoutId);
    recordFigures('S5', { 'failed or expired': 1, 'counted wrongly': record.entries.length });
    expect(record).toEqual({ status: 'failed', ...nothing });
    expect(await storedEvent(stripeApp, failed.id)).toMatchObject({ outcome: 'noted' });
    const mail = await testApp.inbox.waitFor(person.email, 'did not go through');
    expect(mail.text).toContain(cause.name);
    expect(mail.text).toContain('$25.00');
    expect(await mailsQueuedFor(testApp, person.email)).toBe(1);
  });

  test('that failed stays failed even if the event of its start arrives afterwards', async () => {
    const { session, checkoutId } = await aDonorWhoPays(stripeApp);
    const completed = stripe.pay(session, 'bank debit');
    await deliver(stripeApp, stripe.settle(session, false));
    await deliver(stripeApp, completed);
    expect(await recordOf(stripeApp, checkoutId)).toEqual({ status: 'failed', ...nothing });
  });

  test('protects its cause while the money is on its way', async () => {
    const { session, cause } = await aDonorWhoPays(stripeApp);
    await deliver(stripeApp, stripe.pay(session, 'bank debit'));
    const cookie = await signIn(testApp);
    const { status, error } = await testApp.call(deleteCause, { cookie, params: { id: cause.id } });
    expect([status, error.code]).toEqual([409, 'cause_in_use']);
  });
});

test('an expired session ends the checkout and does not count', async () => {
  const { session, checkoutId } = await aDonorWhoPays(stripeApp);
  const expired = stripe.expire(session);
  expect((await deliver(stripeApp, expired)).statusCode).toBe(200);
  const record = await recordOf(stripeApp, checkoutId);
  recordFigures('S5', { 'failed or expired': 1, 'counted wrongly': record.entries.length });
  expect(record).toEqual({ status: 'expired', ...nothing });
  expect(await storedEvent(stripeApp, expired.id)).toMatchObject({ outcome: 'noted' });
});

describe('an event that does not match our records', () => {
  test.each([
    ['a cent less', { amount_total: 2_499 }, 'paid 2499 usd instead of 2500 usd'],
    ['a hundred times as much', { amount_total: 250_000 }, 'paid 250000 usd instead of 2500 usd'],
    ['no amount', { amount_total: null }, 'Stripe did not say its amount_total'],
    ['another currency', { currency: 'eur' }, 'paid 2500 eur instead of 2500 usd'],
    ['no currency', { currency: null }, 'Stripe did not say its currency'],
  ])('with %s is stored as refused and does not count', async (_name, change, note) => {
    const { session, checkoutId, person } = await aDonorWhoPays(stripeApp);
    const event = stripe.pay(session);
    Object.assign(event.data.object, change);
    expect((await deliverAsDealt(stripeApp, event)).statusCode).toBe(200);
    expect(await recordOf(stripeApp, checkoutId)).toEqual({ status: 'started', ...nothing });
    expect(await storedEvent(stripeApp, event.id)).toMatchObject({ outcome: 'refused', note });
    expect(await mailsQueuedFor(testApp, person.email)).toBe(0);
  });

  test.each([
    ['of a session that is not ours', {}, 'refused'],
    ['of no id', { checkoutId: 'x' }, 'refused'],
    ['of an unknown checkout', { checkoutId: '00000000-0000-7000-8000-000000000000' }, 'refused'],
  ])('%s is stored and does not count', async (_name, metadata, outcome) => {
    const { session } = await aDonorWhoPays(stripeApp);
    const event = stripe.pay(session);
    Object.assign(event.data.object, { metadata });
    expect((await deliverAsDealt(stripeApp, event)).statusCode).toBe(200);
    expect(await storedEvent(stripeApp, event.id)).toMatchObject({ outcome, checkoutId: null });
  });

  test('of a session that is not the checkout’s own does not count', async () => {
    const { session, checkoutId } = await aDonorWhoPays(stripeApp);
    const event = stripe.pay(session);
    Object.assign(event.data.object, { id: 'cs_test_somebody_elses' });
    expect((await deliverAsDealt(stripeApp, event)).statusCode).toBe(200);
    expect(await recordOf(stripeApp, checkoutId)).toEqual({ status: 'started', ...nothing });
    expect(await storedEvent(stripeApp, event.id)).toMatchObject({ outcome: 'refused' });
  });

  test.each([
    'charge.succeeded',
    'payment_intent.succeeded',
    'customer.created',
    'of_a_type.that_does_not.exist_yet',
  ])('of the type %s is stored and otherwise ignored', async (type) => {
    const { session, checkoutId } = await aDonorWhoPays(stripeApp);
    const event = eventAbout({ ...session, payment_status: 'paid' }, type);
    expect((await deliver(stripeApp, event)).statusCode).toBe(200);
    expect(await storedEvent(stripeApp, event.id)).toMatchObject({ type, outcome: 'ignored' });
    const record = await recordOf(stripeApp, checkoutId);
    recordFigures('S10', { 'events of unknown types': 1, 'booked by them': record.entries.length });
    expect(record).toEqual({ status: 'started', ...nothing });
  });
});

test('reaching the success page books nothing', async () => {
  const { session, checkoutId } = await aDonorWhoPays(stripeApp);
  for (const query of ['', `&session_id=${session.id}&amount=2500&payment_status=paid`]) {
    await testApp.request({ method: 'GET', url: `/donate?status=success${query}` });
  }
  expect(await recordOf(stripeApp, checkoutId)).toEqual({ status: 'started', ...nothing });
  const { body } = await testApp.call(listDonations, {
    cookie: await signIn(testApp),
    query: { id: checkoutId },
  });
  expect(body).toEqual([]);
});

test('without test payments, there is no test payment page', async () => {
  const { checkoutId } = await aDonorWhoPays(stripeApp);
  const { statusCode } = await testApp.request({
    method: 'POST',
    url: `/test-payment/${checkoutId}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'outcome=paid',
  });
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(await recordOf(stripeApp, checkoutId)).toEqual({ status: 'started', ...nothing });
});
