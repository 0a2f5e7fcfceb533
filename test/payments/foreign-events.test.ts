import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { endCalmAttack } from '#server/platform/misuse/attack-watch.ts';
import { createStripeProvider } from '#server/provider/payment-provider/stripe.ts';
import { teamEmail } from '#test/support/app.ts';
import { letTimePass } from '#test/support/attack.ts';
import { recordFigures } from '#test/support/figures.ts';
import { eventAbout } from '#test/support/stripe/events.ts';
import {
  aDonorWhoPays,
  alertsAbout,
  deliver,
  deliverAsDealt,
  recordOf,
  sign,
  storedEvent,
  useStripeApp,
  webhookSecret,
} from '#test/support/stripe-app.ts';

// Correctly signed but not matching: stored, not counted, and reported to the team.
const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;

const paidLate = 'checkout.session.async_payment_succeeded';

/** Events that report a real payment as paid, each with one thing that does not match. */
const misfits: Record<string, { session?: object; event?: object; type?: string }> = {
  'a cent less': { session: { amount_total: 2_499 } },
  'a cent more': { session: { amount_total: 2_501 } },
  'a hundred times as much': { session: { amount_total: 250_000 } },
  'nothing paid': { session: { amount_total: 0 } },
  'no amount': { session: { amount_total: null } },
  'less than nothing': { session: { amount_total: -2_500 } },
  euros: { session: { currency: 'eur' } },
  'capital letters for a currency': { session: { currency: 'USD' } },
  yen: { session: { currency: 'jpy' } },
  'no currency': { session: { currency: null } },
  'another session': { session: { id: 'cs_test_of_somebody_else' } },
  'no session id': { session: { id: '' } },
  'no metadata': { session: { metadata: {} } },
  'metadata that is none': { session: { metadata: null } },
  'an id that is none': { session: { metadata: { checkoutId: '1; drop table donations' } } },
  'an unknown id': {
    session: { metadata: { checkoutId: '00000000-0000-7000-8000-000000000000' } },
  },
  'live mode': { event: { livemode: true } },
  'another account': { event: { account: 'acct_of_somebody_else' } },
};
const cases = Object.entries(misfits).flatMap(([name, change]) => [
  [name, change] as const,
  [`${name}, told late`, { ...change, type: paidLate }] as const,
]);

test.each(cases)('%s', async (_name, change) => {
  const { session, checkoutId } = await aDonorWhoPays(stripeApp);
  const { type = 'checkout.session.completed' } = change;
  stripe.pay(session);
  const event = eventAbout({ ...session, ...change.session }, type);
  Object.assign(event, change.event);
  expect((await deliverAsDealt(stripeApp, event)).statusCode).toBe(200);
  expect(await storedEvent(stripeApp, event.id)).toMatchObject({ type, outcome: 'refused' });
  const record = await recordOf(stripeApp, checkoutId);
  const { id } = event.data.object as { id: string };
  const told = [
    ...(await alertsAbout(stripeApp, `payment-object:stripe:${id || 'checkout without an id'}`)),
    ...(await alertsAbout(stripeApp, 'payments:foreign')),
  ];
  recordFigures('S6', {
    events: 1,
    counted: record.entries.length,
    'told to the team': Number(told.length > 0),
  });
  expect(record).toEqual({ status: 'started', donation: undefined, entries: [] });
  expect(told.length).toBeGreaterThan(0);
});

test('a test event does not count on a site that takes live payments', async () => {
  const { publicUrl } = testApp.config;
  const apiBase = stripe.url;
  const settings = { secretKey: 'sk_live_1', webhookSecrets: [webhookSecret], apiBase };
  const live = createStripeProvider(settings, publicUrl);
  const payload = JSON.stringify(eventAbout({ id: 'cs_1' }, 'checkout.session.completed'));
  const read = await live.readWebhook(Buffer.from(payload), sign(payload));
  expect(read).toMatchObject({
    kind: 'foreign',
    note: expect.stringContaining('it is a test event'),
  });
});

describe('a declined card', () => {
  test.each(['charge.failed', 'payment_intent.payment_failed'])(
    '(%s) is recorded with its checkout, and the donor may try again',
    async (type) => {
      const { session, checkoutId } = await aDonorWhoPays(stripeApp);
      const event = eventAbout({ id: 'pi_1', metadata: { checkoutId } }, type);
      expect((await deliver(stripeApp, event)).statusCode).toBe(200);
      expect(await storedEvent(stripeApp, event.id)).toEqual({
        type,
        outcome: 'noted',
        note: '',
        checkoutId,
      });
      await deliver(stripeApp, stripe.pay(session));
      expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ status: 'paid' });
    },
  );

  test('of somebody else is recorded, too', async () => {
    const event = eventAbout({ id: 'ch_1', metadata: {} }, 'charge.failed');
    await deliver(stripeApp, event);
    expect(await storedEvent(stripeApp, event.id)).toMatchObject({
      outcome: 'noted',
      checkoutId: null,
    });
  });

  test.each(['charge.failed', 'payment_intent.payment_failed'])(
    '(%s) is one of ten that tell the team of card testing, and no forged one is',
    async (type) => {
      await letTimePass(testApp);
      await endCalmAttack(testApp.db);
      const url = await listen();
      const { checkoutId } = await aDonorWhoPays(stripeApp);
      const report = async (secret: string) => {
        const object = { id: 'ch_1', status: 'failed', metadata: { checkoutId } };
        const payload = JSON.stringify(eventAbout(object, type));
        const response = await fetch(`${url}/api/webhooks/stripe`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'stripe-signature': sign(payload, { secret }),
          },
          body: payload,
        });
        await response.body?.cancel();
        return response.status;
      };
      for (let count = 0; count < 10; count++) expect(await report('whsec_forged')).toBe(400);
      for (let count = 0; count < 9; count++) expect(await report(webhookSecret)).toBe(200);
      expect(await alertsAbout(stripeApp, 'card-testing')).toEqual([]);
      expect(await report(webhookSecret)).toBe(200);
      expect(await alertsAbout(stripeApp, 'card-testing')).toEqual(['attack:card-testing']);
      await testApp.inbox.waitFor(teamEmail, 'Somebody seems to be testing stolen cards');
    },
  );
});

/** The site's address, on a port of its own. */
async function listen(): Promise<string> {
  const { server } = testApp.app;
  if (!server.listening) await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
