import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { DonationId } from '#contract/ids.ts';
import { eraseUnpaidCheckouts } from '#server/giving/donations/commands.ts';
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
