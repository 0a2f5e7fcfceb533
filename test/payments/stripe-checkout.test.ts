import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createDonation } from '#contract/giving/donations.ts';
import { donationId } from '#contract/ids.ts';
import { aCause, aPerson } from '#test/support/factories.ts';
import type { Fault } from '#test/support/fake-stripe.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aDonorWhoPays, deliver, recordOf, useStripeApp } from '#test/support/stripe-app.ts';

const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;

async function aForm(amount = 2_500) {
  const { id: causeId } = await aCause(testApp);
  return { amount, causeId, ...aPerson() };
}

const sessionsFor = ({ email }: { email: string }) =>
  stripe.sessions.filter((session) => session.customer_email === email);

describe('the payment page', () => {
  test('has the amount, says what the donation is for, and leads back to us', async () => {
    const { session, cause, person, checkoutId } = await aDonorWhoPays(stripeApp, {
      amount: 123_456,
    });
    const { publicUrl } = testApp.config;
    expect(session).toMatchObject({
      mode: 'payment',
      amount_total: 123_456,
      currency: 'usd',
      customer_email: person.email,
      client_reference_id: checkoutId,
      metadata: { checkoutId },
      success_url: `${publicUrl}/donate?status=success`,
      cancel_url: `${publicUrl}/donate`,
    });
    expect(session.params).toMatchObject({
      line_items: { 0: { price_data: { product_data: { name: `Donation: ${cause.name}` } } } },
      payment_intent_data: { metadata: { checkoutId } },
    });
    const { createdAt, expiresAt } = await testApp.db
      .selectFrom('checkouts')
      .select(['createdAt', 'expiresAt'])
      .where('id', '=', checkoutId)
      .executeTakeFirstOrThrow();
    recordFigures('F6', {
      'minutes a checkout can be paid':
        (session.expires_at - Math.floor(Date.parse(createdAt) / 1000)) / 60,
    });
    expect(session.expires_at).toBe(Math.floor(Date.parse(expiresAt) / 1000));
  });

  test('takes a dollar and more, unless the settings say otherwise', async () => {
    const accepted: number[] = [];
    for (const amount of [1, 50, 99, 100, 499]) {
      const answer = await testApp.call(createDonation, { body: { ...(await aForm()), amount } });
      if (answer.status === 201) accepted.push(amount);
    }
    recordFigures('F6', { 'cents of the smallest donation': Math.min(...accepted) });
    expect(accepted).toEqual([100, 499]);
  });

  test('is requested with our key', async () => {
    await aDonorWhoPays(stripeApp);
    expect(stripe.calls.at(-1)).toMatchObject({
      path: 'POST /v1/checkout/sessions',
      headers: {
        authorization: 'Bearer sk_test_of_the_test',
        'stripe-version': '2026-10-28.endive',
      },
    });
  });

  test('is the same when the form is sent again with the same key, even ten times at once', async () => {
    const body = await aForm();
    const idempotencyKey = randomUUID();
    const send = () => testApp.call(createDonation, { body, idempotencyKey });
    const answers = [...(await Promise.all(Array.from({ length: 10 }, send))), await send()];
    expect(new Set(answers.map((answer) => answer.body.url)).size).toBe(1);
    expect(sessionsFor(body)).toHaveLength(1);
  });

  test('is refused for a different donation with the same key', async () => {
    const body = await aForm();
    const idempotencyKey = randomUUID();
    await testApp.call(createDonation, { body, idempotencyKey });
    for (const change of [{ amount: 2_501 }, { firstName: 'Ada' }, { description: 'For Maria' }]) {
      const { status, error } = await testApp.call(createDonation, {
        body: { ...body, ...change },
        idempotencyKey,
      });
      expect([status, error.code]).toEqual([422, 'idempotency_key_reused']);
    }
    expect(sessionsFor(body)).toHaveLength(1);
  });
});

describe('the amount is that of the form, no matter what else is sent:', () => {
  test.each([
    { amountCents: 1 },
    { price: 1, currency: 'jpy', quantity: 0 },
    { line_items: [{ price_data: { unit_amount: 1 } }] },
    { metadata: { checkoutId: 'x' }, client_reference_id: 'x' },
    { status: 'paid', paymentIntentId: 'pi_1', id: '00000000-0000-7000-8000-000000000000' },
    { success_url: 'https://evil.example', expires_at: 1 },
  ])('%j', async (more) => {
    const form = await aForm(3_000);
    const { status, body } = await testApp.call(createDonation, { body: { ...form, ...more } });
    expect(status).toBe(201);
    const session = stripe.sessionAt(body.url);
    expect(session).toMatchObject({ amount_total: 3_000, currency: 'usd' });
    expect(session.success_url).toBe(`${testApp.config.publicUrl}/donate?status=success`);
    const checkoutId = donationId.parse(session.metadata?.checkoutId);
    expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ status: 'started' });
    await deliver(stripeApp, stripe.pay(session));
    expect(await recordOf(stripeApp, checkoutId)).toMatchObject({
      donation: { amountCents: 3_000 },
    });
  });

  test.each([0, 99, -100, 100_000_000, 10.5, '2500'])('and %j is none', async (amount) => {
    const form = await aForm();
    const { status, error } = await testApp.call(createDonation, {
      body: { ...form, amount: amount as number },
    });
    expect([status, error.code]).toEqual([400, 'invalid_input']);
    expect(error.fields).toHaveProperty('amount');
    expect(sessionsFor(form)).toEqual([]);
  });
});

describe('when Stripe has a fault', () => {
  async function sendWhile(faults: Fault[]) {
    const body = await aForm();
    const idempotencyKey = randomUUID();
    const send = () => testApp.call(createDonation, { body, idempotencyKey });
    stripe.fail(...faults);
    return { body, send, first: await send() };
  }

  test.each<Fault[][]>([
    [['connection cut']],
    // Each of them once: the SDK's retry succeeds.
    [['timeout']],
  ])('once (%s), the donor does not notice', async (faults) => {
    const { body, send, first } = await sendWhile(faults);
    expect(first.status).toBe(201);
    expect((await send()).body).toEqual(first.body);
    expect(sessionsFor(body)).toHaveLength(1);
  });

  test.each<Fault[][]>([
    [['rate limit']],
    [['connection cut', 'connection cut']],
    [['connection cut', 'timeout']],
    [['timeout', 'timeout']],
  ])('%s: reports it, and another try finds the same session', async (faults) => {
    const { body, send, first } = await sendWhile(faults);
    expect(first.status).toBe(503);
    expect(first.error).toMatchObject({
      code: 'payments_unavailable',
      message: expect.stringContaining('Nothing was charged'),
    });
    const again = await send();
    expect(again.status).toBe(201);
    expect(sessionsFor(body).map(({ url }) => url)).toEqual([again.body.url]);
    const checkoutId = donationId.parse(sessionsFor(body)[0]?.metadata?.checkoutId);
    await deliver(stripeApp, stripe.pay(stripe.sessionAt(again.body.url)));
    expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ status: 'paid' });
  });

  test.each<Fault[]>([['server error'], ['server error after the work']])(
    'of its own (%s): the donor does not notice',
    async (fault) => {
      const { body, send, first } = await sendWhile([fault]);
      expect(first.status).toBe(201);
      expect((await send()).body).toEqual(first.body);
      expect(sessionsFor(body).map(({ url }) => url)).toEqual([first.body.url]);
    },
  );

  test('of its own, again and again: reports it, and sends a new request when the donor tries again', async () => {
    const { body, send, first } = await sendWhile(Array<Fault>(6).fill('server error'));
    expect([first.status, first.error.code]).toEqual([503, 'payments_unavailable']);
    expect(sessionsFor(body)).toEqual([]);
    stripe.recover();
    expect((await send()).status).toBe(201);
    expect(sessionsFor(body)).toHaveLength(1);
  });

  test('that responds byte by byte: reports it before the end', async () => {
    const startedAt = performance.now();
    const { body, send, first } = await sendWhile(['trickle', 'trickle', 'trickle']);
    recordFigures('O11', {
      'seconds until a donor is told that the provider hangs': Math.ceil(
        (performance.now() - startedAt) / 1_000,
      ),
    });
    expect([first.status, first.error.code]).toEqual([503, 'payments_unavailable']);
    stripe.recover();
    expect((await send()).status).toBe(201);
    expect(sessionsFor(body)).toHaveLength(1);
  });

  test('in ten concurrent calls with one key: one page, whatever goes wrong', async () => {
    const body = await aForm();
    const idempotencyKey = randomUUID();
    stripe.fail('server error', 'connection cut', 'server error after the work', 'rate limit');
    const send = () => testApp.call(createDonation, { body, idempotencyKey });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    stripe.recover();
    const { body: last } = await send();
    const urls = answers.filter(({ status }) => status === 201).map((answer) => answer.body.url);
    expect(new Set([...urls, last.url]).size).toBe(1);
    expect(sessionsFor(body)).toHaveLength(1);
  });
});
