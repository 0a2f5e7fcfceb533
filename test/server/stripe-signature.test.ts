import { describe, expect, test } from 'vitest';
import { aDonorWhoPays, deliver, recordOf, sign, useStripeApp } from '#test/support/stripe-app.ts';

const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

/** A payment that really took place; what differs is how we are told. */
async function aPayment() {
  const { session, checkoutId } = await aDonorWhoPays(stripeApp);
  const event = stripe.pay(session);
  return { event, checkoutId, text: JSON.stringify(event) };
}

async function expectRefused(
  answer: { statusCode: number; json(): unknown },
  checkoutId: string,
  eventId: string,
) {
  expect(answer.json()).toMatchObject({ code: 'invalid_signature' });
  expect(answer.statusCode).toBe(400);
  expect(await recordOf(stripeApp, checkoutId)).toEqual({
    status: 'started',
    donation: undefined,
    entries: [],
  });
  const stored = testApp.db.selectFrom('paymentEvents').select('eventId');
  expect(await stored.where('eventId', '=', eventId).execute()).toEqual([]);
}

describe('an event is refused, and leaves no trace,', () => {
  test.each<[string, (text: string) => Parameters<typeof deliver>[2]]>([
    ['signed with another secret', () => ({ secret: 'whsec_another' })],
    ['signed 301 seconds ago', () => ({ timestamp: secondsAgo(301) })],
    ['signed long ago', () => ({ timestamp: 1 })],
    ['with a byte changed', (text) => ({ payload: text.replace('2500', '2501') })],
    ['with a byte more', (text) => ({ payload: `${text} ` })],
    ['with a byte less', (text) => ({ payload: text.slice(0, -1) })],
    [
      'written as other JSON of the same meaning',
      (text) => ({ payload: JSON.stringify(JSON.parse(text), null, 1) }),
    ],
    ['without its body', () => ({ payload: '' })],
    ['with an empty signature', () => ({ headers: { 'stripe-signature': '' } })],
    ['with a signature that is none', () => ({ headers: { 'stripe-signature': 'yes' } })],
    [
      'with a signature of another scheme only',
      (text) => ({ headers: { 'stripe-signature': sign(text).replace('v1=', 'v0=') } }),
    ],
    [
      'with a time that was not signed',
      (text) => ({
        headers: {
          'stripe-signature': sign(text, { timestamp: secondsAgo(301) }).replace(
            /t=\d+/,
            `t=${secondsAgo(0)}`,
          ),
        },
      }),
    ],
    [
      'with two signature headers, both wrong',
      (text) => ({
        headers: {
          'stripe-signature': [
            sign(text, { secret: 'whsec_one' }),
            sign(text, { secret: 'whsec_two' }),
          ],
        },
      }),
    ],
    [
      'compressed, or so it says',
      () => ({ headers: { 'content-encoding': 'gzip' }, payload: '?' }),
    ],
  ])('%s', async (_name, delivery) => {
    const { event, checkoutId, text } = await aPayment();
    await expectRefused(await deliver(stripeApp, event, delivery(text)), checkoutId, event.id);
  });

  test.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain', undefined])(
    'without a signature, whatever its content type (%s)',
    async (type) => {
      const { event, checkoutId, text } = await aPayment();
      const answer = await testApp.request({
        method: 'POST',
        url: '/api/webhooks/stripe',
        ...(type && { headers: { 'content-type': type } }),
        payload: Buffer.from(text),
      });
      await expectRefused(answer, checkoutId, event.id);
    },
  );
});

describe('an event is taken', () => {
  test('signed 290 seconds ago: clocks differ and lines are slow', async () => {
    const { event, checkoutId } = await aPayment();
    const answer = await deliver(stripeApp, event, { timestamp: secondsAgo(290) });
    expect(answer.statusCode).toBe(200);
    expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ status: 'paid' });
  });

  test('with an older signature beside the right one: Stripe signs twice while a secret changes', async () => {
    const { event, checkoutId, text } = await aPayment();
    const [, wrong] = sign(text, { secret: 'whsec_old' }).split(',');
    const headers = { 'stripe-signature': `${sign(text)},${wrong}` };
    expect((await deliver(stripeApp, event, { headers })).statusCode).toBe(200);
    expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ status: 'paid' });
  });

  test('but nothing besides: signed JSON that is no event is refused', async () => {
    for (const payload of ['null', '5', '[]', '{}', '"evt_1"', '{"id":"evt_1"}', 'not JSON']) {
      const headers = { 'stripe-signature': sign(payload) };
      const answer = await deliver(stripeApp, {}, { payload, headers });
      expect([payload, answer.statusCode]).toEqual([payload, 400]);
    }
  });
});
