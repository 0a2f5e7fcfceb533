import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { DonationId } from '#contract/ids.ts';
import { erasePerson, findPerson } from '#contract/privacy/privacy.ts';
import { eraseUnpaidCheckouts } from '#server/giving/donations/erase-unpaid-checkouts.ts';
import { signIn } from '#test/support/factories.ts';
import { aDonorWhoPays, deliver, useStripeApp } from '#test/support/stripe-app.ts';

const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;

async function endedDaysAgo(id: DonationId, days: number) {
  await sql`update checkouts set ended_at = now() - make_interval(days => ${days})
    where id = ${id}`.execute(testApp.db);
}

const rowOf = (id: DonationId) =>
  testApp.db
    .selectFrom('checkouts')
    .select(['status', 'details', 'idempotencyKey'])
    .where('id', '=', id)
    .executeTakeFirst();

test.each(['expired', 'failed'] as const)(
  'what a donor typed is erased 30 days after the payment %s, and not before',
  async (status) => {
    const { session, checkoutId, person } = await aDonorWhoPays(stripeApp);
    if (status === 'expired') await deliver(stripeApp, stripe.expire(session));
    else {
      await deliver(stripeApp, stripe.pay(session, 'bank debit'));
      await deliver(stripeApp, stripe.settle(session, false));
    }
    await endedDaysAgo(checkoutId, 29);
    await eraseUnpaidCheckouts(testApp.db);
    expect(await rowOf(checkoutId)).toMatchObject({ status, details: { email: person.email } });
    await endedDaysAgo(checkoutId, 31);
    await eraseUnpaidCheckouts(testApp.db);
    expect(await rowOf(checkoutId)).toEqual({ status, details: null, idempotencyKey: null });
    const { rows } = await sql<{ row: string }>`select checkouts::text as row from checkouts
      where id = ${checkoutId}`.execute(testApp.db);
    expect(rows[0]?.row).not.toContain(person.email);
  },
);

test('the details of a donor who may still pay are kept', async () => {
  const open = await aDonorWhoPays(stripeApp);
  const pending = await aDonorWhoPays(stripeApp);
  await deliver(stripeApp, stripe.pay(pending.session, 'bank debit'));
  for (const { checkoutId } of [open, pending]) {
    await sql`update checkouts set created_at = now() - interval '60 days'
      where id = ${checkoutId}`.execute(testApp.db);
  }
  const ended = await aDonorWhoPays(stripeApp);
  await deliver(stripeApp, stripe.expire(ended.session));
  await endedDaysAgo(ended.checkoutId, 31);
  await testApp.boss.send('erase-unpaid-checkouts', {});
  await expect
    .poll(async () => (await rowOf(ended.checkoutId))?.details, { timeout: 60_000 })
    .toBe(null);
  for (const { checkoutId } of [open, pending]) {
    expect((await rowOf(checkoutId))?.details).not.toBe(null);
  }
});

describe('erasing somebody in whose name a payment page is open', () => {
  const erase = async (who: string) =>
    testApp.call(erasePerson, { cookie: await signIn(testApp), body: { who } });

  test('ends the page, so that nobody can hold up an erasure', async () => {
    const { session, checkoutId, person } = await aDonorWhoPays(stripeApp);
    const seen = await testApp.call(findPerson, {
      cookie: await signIn(testApp),
      body: { who: person.email },
    });
    expect(seen.body.obstacles).toEqual([]);
    expect((await erase(person.email)).body).toMatchObject({ isErased: true });
    expect(session.status).toBe('expired');
    expect(await rowOf(checkoutId)).toMatchObject({ status: 'expired', details: null });
  });

  test('ends also a page whose address never reached us', async () => {
    const { session, checkoutId, person } = await aDonorWhoPays(stripeApp);
    await sql`update checkouts set session_id = null, url = null where id = ${checkoutId}`.execute(
      testApp.db,
    );
    // It may be on its way at this moment.
    expect((await erase(person.email)).error.message).toMatch(/A payment of \$25\.00 is under way/);
    expect(session.status).toBe('open');
    await sql`update checkouts set created_at = created_at - interval '61 seconds'
      where id = ${checkoutId}`.execute(testApp.db);
    expect((await erase(person.email)).body).toMatchObject({ isErased: true });
    expect(session.status).toBe('expired');
  });

  test('waits for a payment that has been made, and does nothing until it is booked', async () => {
    const { session, checkoutId, person } = await aDonorWhoPays(stripeApp);
    const event = stripe.pay(session);
    const { status, error } = await erase(person.email);
    expect([status, error.code]).toEqual([409, 'erasure_refused']);
    expect(await rowOf(checkoutId)).toMatchObject({
      status: 'started',
      details: { email: person.email },
    });
    await deliver(stripeApp, event);
    expect((await erase(person.email)).body).toMatchObject({ isErased: true });
  });
});
