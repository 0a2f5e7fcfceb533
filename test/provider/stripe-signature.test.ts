import { describe, expect, test } from 'vitest';
import type { DonationId } from '#contract/ids.ts';
import { recordFigures } from '#test/support/figures.ts';
import { fc, repetition } from '#test/support/seed.ts';
import {
  aDonorWhoPays,
  deliver,
  oldWebhookSecret,
  recordOf,
  sign,
  useStripeApp,
  webhookSecret,
} from '#test/support/stripe-app.ts';
import { repeats } from '#test/support/tier.ts';

const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

/** A real payment; only how it is reported differs. */
async function aPayment() {
  const { session, checkoutId } = await aDonorWhoPays(stripeApp);
  const event = stripe.pay(session);
  return { event, checkoutId, text: JSON.stringify(event) };
}

async function expectRefused(
  answer: { statusCode: number; json(): unknown },
  checkoutId: DonationId,
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

describe('an event is refused without a trace', () => {
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
      'with a right signature behind thousands of others',
      (text) => ({
        headers: {
          'stripe-signature': sign(text).replace(',', `,${'v1=00,'.repeat(2_000)}`),
        },
      }),
    ],
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

test('hundreds of hostile calls leave no trace, and none of them causes an internal error', async () => {
  const calls = repeats({ change: 200, release: 2_000 });
  const { event, checkoutId, text } = await aPayment();
  const right = sign(text);
  const attacks = fc.sample(
    fc.record({
      signature: fc.oneof(
        fc.constant(undefined),
        fc.constant(''),
        fc.string({ maxLength: 200 }),
        fc.constant(sign(text, { secret: 'whsec_another' })),
        fc.constant(sign(text, { timestamp: secondsAgo(301) })),
        fc.constant(right.replace('v1=', 'v0=')),
        fc.nat({ max: right.length - 1 }).map((at) => right.slice(0, at)),
      ),
      payload: fc.oneof(
        fc.constant(text),
        fc.constant(''),
        fc.constant(JSON.stringify(JSON.parse(text), null, 1)),
        fc.constant('x'.repeat(1_048_576)),
        fc.nat({ max: text.length - 1 }).map((at) => `${text.slice(0, at)}#${text.slice(at + 1)}`),
        fc.string(),
      ),
    }),
    calls,
  );
  const wrong: unknown[] = [];
  for (const { signature, payload } of attacks) {
    const { statusCode } = await testApp.request({
      method: 'POST',
      url: '/api/webhooks/stripe',
      headers: {
        'content-type': 'application/json',
        ...(signature !== undefined && { 'stripe-signature': signature.replaceAll(/[^ -~]/g, '') }),
      },
      payload,
    });
    if (statusCode !== 400) wrong.push([statusCode, signature]);
  }
  const tooLarge = await deliver(stripeApp, event, { payload: 'x'.repeat(2_097_153) });
  const stored = testApp.db.selectFrom('paymentEvents').select('eventId');
  const rows = await stored.where('eventId', '=', event.id).execute();
  recordFigures('S1', {
    calls,
    'responses other than 400': wrong.length,
    'rows written': rows.length,
  });
  expect(wrong, repetition()).toEqual([]);
  expect(tooLarge.statusCode).toBe(413);
  expect(rows).toEqual([]);
  expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ status: 'started' });
});

describe('an event is accepted', () => {
  test('signed with either of two secrets, while one is being replaced', async () => {
    for (const secret of [webhookSecret, oldWebhookSecret]) {
      const { event, checkoutId } = await aPayment();
      expect((await deliver(stripeApp, event, { secret })).statusCode).toBe(200);
      expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ status: 'paid' });
    }
  });

  test('signed 290 seconds ago: clocks differ and connections are slow', async () => {
    const { event, checkoutId } = await aPayment();
    const answer = await deliver(stripeApp, event, { timestamp: secondsAgo(290) });
    expect(answer.statusCode).toBe(200);
    expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ status: 'paid' });
  });

  test('with an older signature besides the right one: Stripe signs twice while a secret is replaced', async () => {
    const { event, checkoutId, text } = await aPayment();
    const [, wrong] = sign(text, { secret: 'whsec_old' }).split(',');
    const headers = { 'stripe-signature': `${sign(text)},${wrong}` };
    expect((await deliver(stripeApp, event, { headers })).statusCode).toBe(200);
    expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ status: 'paid' });
  });

  test('and nothing else: signed JSON that is not an event is refused', async () => {
    for (const payload of ['null', '5', '[]', '{}', '"evt_1"', '{"id":"evt_1"}', 'not JSON']) {
      const headers = { 'stripe-signature': sign(payload) };
      const answer = await deliver(stripeApp, {}, { payload, headers });
      expect([payload, answer.statusCode]).toEqual([payload, 400]);
    }
  });
});
