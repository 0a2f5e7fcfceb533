import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createDonation } from '#contract/giving/donations.ts';
import type { DonationId } from '#contract/ids.ts';
import { aCause, aPerson } from '#test/support/factories.ts';
import type { Fault } from '#test/support/fake-stripe.ts';
import { recordFigures } from '#test/support/figures.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { fc, repetition } from '#test/support/seed.ts';
import { aDonorWhoPays, deliver, recordOf, useStripeApp } from '#test/support/stripe-app.ts';
import { repeats } from '#test/support/tier.ts';

const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;

// Faults that end immediately; those that take time are in stripe-checkout.test.ts.
const donors = repeats({ change: 12, release: 200 });
const faults: Fault[] = [
  'rate limit',
  'server error',
  'server error after the work',
  'connection cut',
];

test(`${donors} donors retry while Stripe fails randomly: none ever gets two payable pages`, {
  timeout: 3_600_000,
}, async () => {
  const { id: causeId } = await aCause(testApp);
  const plans = fc.sample(
    fc.array(fc.constantFrom(...faults), { minLength: 1, maxLength: 5 }),
    donors,
  );
  const pages: unknown[] = [];
  let [tooMany, slowest] = [0, 0];
  for (const plan of plans) {
    const body = { amount: 2_500, causeId, ...aPerson() };
    const idempotencyKey = randomUUID();
    stripe.fail(...plan);
    const seen = new Set<string>();
    // Twice at once, as with a double click, and then again until it works.
    for (let round = 0; round < 4; round++) {
      const send = async () => {
        const startedAt = performance.now();
        const answer = await testApp.call(createDonation, { body, idempotencyKey });
        slowest = Math.max(slowest, performance.now() - startedAt);
        return answer;
      };
      for (const answer of await Promise.all([send(), ...(round === 0 ? [send()] : [])])) {
        expect([201, 503], repetition()).toContain(answer.status);
        if (answer.status === 201) seen.add(answer.body.url);
      }
      if (round === 2) stripe.recover();
    }
    const made = stripe.sessions.filter((session) => session.customer_email === body.email);
    pages.push([plan, seen.size, made.length]);
    tooMany += made.length - 1;
  }
  recordFigures('S8', {
    donors,
    'payment pages too many': tooMany,
    'slowest response in seconds': Math.ceil(slowest / 1_000),
  });
  expect(pages).toEqual(plans.map((plan) => [plan, 1, 1]));
});

const events = repeats({ change: 15, release: 1_000 });

test(`${events} payments, each reported ten times at once and again later: one donation and one email each`, {
  timeout: 3_600_000,
}, async () => {
  const told: { event: ReturnType<typeof stripe.pay>; checkoutId: DonationId; email: string }[] =
    [];
  for (let index = 0; index < events; index++) {
    const { session, checkoutId, person } = await aDonorWhoPays(stripeApp);
    const event = stripe.pay(session);
    told.push({ event, checkoutId, email: person.email });
    const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(stripeApp, event)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
  }
  const counts: [entries: number, mails: number][] = [];
  for (const { event, checkoutId, email } of told) {
    await deliver(stripeApp, event);
    const { entries } = await recordOf(stripeApp, checkoutId);
    counts.push([entries.length, await mailsQueuedFor(testApp, email)]);
  }
  recordFigures('S2', {
    events,
    deliveries: events * 11,
    effects: counts.reduce((sum, [entries]) => sum + entries, 0),
    mails: counts.reduce((sum, [, queued]) => sum + queued, 0),
  });
  expect(counts).toEqual(told.map(() => [1, 1]));
});

test('50 concurrent events all get a response although no email can be sent', async () => {
  await testApp.boss.offWork('mail');
  const donorsAtOnce = await Promise.all(
    Array.from({ length: 50 }, () => aDonorWhoPays(stripeApp)),
  );
  let slowest = 0;
  const answers = await Promise.all(
    donorsAtOnce.map(async ({ session }) => {
      const event = stripe.pay(session);
      const startedAt = performance.now();
      const answer = await deliver(stripeApp, event);
      slowest = Math.max(slowest, performance.now() - startedAt);
      return answer;
    }),
  );
  recordFigures('S9', {
    'events at once': answers.length,
    'slowest response in milliseconds': Math.round(slowest),
  });
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200));
  for (const { checkoutId, person } of donorsAtOnce) {
    expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ status: 'paid' });
    expect(await mailsQueuedFor(testApp, person.email)).toBe(1);
  }
});

test('50 tampered forms: amount and currency at Stripe and in our books are those of the form', async () => {
  const { id: causeId } = await aCause(testApp);
  const names = ['amountCents', 'price', 'currency', 'unit_amount', 'id', 'status', 'livemode'];
  const more = ['metadata', 'client_reference_id', 'success_url', 'paymentIntentId', 'attempt'];
  // A name that would change how JavaScript sees the object is refused with the whole form.
  const json = fc
    .jsonValue()
    .filter((any) => !/"(__proto__|constructor)"/.test(JSON.stringify(any)));
  const value = fc.oneof(fc.constantFrom('jpy', 'paid', 1, 0, -1, true, null), json);
  const forms = fc.sample(fc.dictionary(fc.constantFrom(...names, ...more), value), 50);
  const changed: unknown[] = [];
  for (const tampered of forms) {
    const body = { ...tampered, amount: 3_000, causeId, ...aPerson() };
    const answer = await testApp.call(createDonation, { body });
    expect(answer.status, `${repetition()}: ${JSON.stringify(tampered)}`).toBe(201);
    const session = stripe.sessionAt(answer.body.url);
    if (session.amount_total !== 3_000 || session.currency !== 'usd') changed.push(tampered);
    expect(session.success_url).toBe(`${testApp.config.publicUrl}/donate?status=success`);
  }
  recordFigures('S10', { 'tampered forms': forms.length, 'amounts changed': changed.length });
  expect(changed).toEqual([]);
});
