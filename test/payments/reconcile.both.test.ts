import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import type { DonationId } from '#contract/ids.ts';
import { lastReconciledAt } from '#server/payments/payments/queries.ts';
import {
  compareWith,
  listAtProvider,
  lookAtStarted,
  reconcile,
  reportFailedReconciliation,
} from '#server/payments/payments/reconciliation.ts';
import { recordFigures } from '#test/support/figures.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { reconcileNow } from '#test/support/reconcile-now.ts';
import { eventAbout } from '#test/support/stripe/events.ts';
import {
  aDonorWhoPays,
  alertsAbout,
  balanceOf,
  deliver,
  recordOf,
  useStripeApp,
} from '#test/support/stripe-app.ts';
import { repeats } from '#test/support/tier.ts';

const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;
const compare = () => reconcileNow(testApp);

/** Backdates everything, as if there had been no events for that long. */
async function letDaysPass(days: number) {
  const seconds = days * 24 * 3600;
  for (const object of [...stripe.sessions, ...stripe.refunds, ...stripe.disputes]) {
    object.created -= seconds;
  }
  for (const [table, column] of [
    ['checkouts', 'created_at'],
    ['reconciliations', 'finished_at'],
    ['disputes', 'created_at'],
  ]) {
    await sql`update ${sql.raw(table ?? '')} set ${sql.raw(column ?? '')} =
      ${sql.raw(column ?? '')} - make_interval(days => ${days})`.execute(testApp.db);
  }
}

test('an event that arrives late changes nothing', async () => {
  const { session, checkoutId, person } = await aDonorWhoPays(stripeApp);
  const event = stripe.pay(session);
  await compare();
  await deliver(stripeApp, event);
  expect((await recordOf(stripeApp, checkoutId)).entries).toHaveLength(1);
  expect(await mailsQueuedFor(testApp, person.email)).toBe(1);
});

test('an event that arrives while we compare is not a discrepancy', async () => {
  await compare();
  const { session } = await aDonorWhoPays(stripeApp);
  const event = stripe.pay(session);
  const listing = await listAtProvider(testApp);
  await deliver(stripeApp, event);
  expect((await compareWith(testApp, listing)).corrected).toBe(0);
});

test('two concurrent comparisons and the events book once', async () => {
  const { session, checkoutId } = await aDonorWhoPays(stripeApp);
  const events = [stripe.pay(session), stripe.refund(session, 1_000), stripe.dispute(session, 500)];
  await Promise.all([compare(), compare(), ...events.map((event) => deliver(stripeApp, event))]);
  expect((await recordOf(stripeApp, checkoutId)).entries).toHaveLength(3);
  expect(await balanceOf(stripeApp, checkoutId)).toMatchObject({ returnedCents: 1_500 });
});

test('the comparison ends when the server stops, before it books anything', async () => {
  const { session, checkoutId } = await aDonorWhoPays(stripeApp);
  stripe.pay(session);
  const stop = new AbortController();
  const comparing = reconcile(testApp, stop.signal);
  stop.abort();
  await expect(comparing).rejects.toMatchObject({ name: 'AbortError' });
  expect((await recordOf(stripeApp, checkoutId)).entries).toEqual([]);
  await compare();
  expect((await recordOf(stripeApp, checkoutId)).entries).toHaveLength(1);
});

describe('the comparison finds', () => {
  test('that a bank debit is on its way, and later that it failed', async () => {
    const { session, checkoutId, person } = await aDonorWhoPays(stripeApp);
    stripe.pay(session, 'bank debit');
    await compare();
    expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ status: 'pending' });
    await letDaysPass(5);
    stripe.settle(session, false);
    await compare();
    expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ status: 'failed' });
    await testApp.inbox.waitFor(person.email, 'did not go through');
  });

  test('that a refund failed weeks later, and that a dispute was won after months', async () => {
    const { session, checkoutId } = await aDonorWhoPays(stripeApp);
    await deliver(stripeApp, stripe.pay(session));
    const refund = stripe.refund(session, 500);
    const dispute = stripe.dispute(session, 2_000);
    await compare();
    expect(await balanceOf(stripeApp, checkoutId)).toMatchObject({ returnedCents: 2_500 });
    await letDaysPass(20);
    await compare();
    stripe.settleRefund(refund, 'failed');
    await compare();
    expect(await balanceOf(stripeApp, checkoutId)).toMatchObject({ returnedCents: 2_000 });
    await letDaysPass(100);
    await compare();
    stripe.decide(dispute, 'won');
    await compare();
    expect(await balanceOf(stripeApp, checkoutId)).toMatchObject({ returnedCents: 0 });
  });

  test('a payment that does not match, reports it once, and continues', async () => {
    const { session, checkoutId } = await aDonorWhoPays(stripeApp);
    const good = await aDonorWhoPays(stripeApp);
    stripe.pay(session);
    stripe.pay(good.session);
    session.amount_total = 2_400;
    await compare();
    expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ donation: undefined });
    expect(await recordOf(stripeApp, good.checkoutId)).toMatchObject({ status: 'paid' });
    expect(await alertsAbout(stripeApp, session.id)).toHaveLength(1);
    await sql`update alerts set settled_at = now(), settled_by = 'user:1'`.execute(testApp.db);
    await compare();
    expect(await alertsAbout(stripeApp, session.id)).toEqual([]);
  });

  test('nothing if the session is somebody else’s', async () => {
    const { session, checkoutId } = await aDonorWhoPays(stripeApp);
    stripe.pay(session);
    session.metadata = {};
    await compare();
    expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ status: 'started' });
  });
});

test('a payment without its event is booked and told within minutes', async () => {
  await testApp.db.deleteFrom('alerts').execute();
  const { session, checkoutId, person } = await aDonorWhoPays(stripeApp);
  const waiting = await aDonorWhoPays(stripeApp);
  const event = stripe.pay(session);
  await sql`update checkouts set created_at = created_at - interval '4 minutes'`.execute(
    testApp.db,
  );
  // Its event may be on its way.
  expect(await lookAtStarted(testApp)).toBe(0);
  for (const charge of stripe.charges) charge.created -= 3 * 60;
  expect(await lookAtStarted(testApp)).toBe(1);
  expect(await alertsAbout(stripeApp, 'reconciliation')).toEqual(['reconciliation:drift']);
  await deliver(stripeApp, event);
  expect(await lookAtStarted(testApp)).toBe(0);
  expect((await recordOf(stripeApp, checkoutId)).entries).toHaveLength(1);
  expect(await mailsQueuedFor(testApp, person.email)).toBe(1);
  expect(await recordOf(stripeApp, waiting.checkoutId)).toMatchObject({ status: 'started' });
});

describe('what was booked is told although', () => {
  const toldOf = async ({ checkoutId }: { checkoutId: DonationId }) => {
    expect((await recordOf(stripeApp, checkoutId)).entries).toHaveLength(1);
    expect(await alertsAbout(stripeApp, 'reconciliation:drift')).toHaveLength(1);
  };

  test('looking up another payment fails', async () => {
    await testApp.db.deleteFrom('alerts').execute();
    const paid = await aDonorWhoPays(stripeApp);
    const failing = await aDonorWhoPays(stripeApp);
    for (const { session } of [paid, failing]) stripe.pay(session);
    for (const charge of stripe.charges) charge.created -= 3 * 60;
    await sql`update checkouts set created_at = created_at - interval '4 minutes'`.execute(
      testApp.db,
    );
    stripe.refuse(new RegExp(`GET /v1/checkout/sessions/${failing.session.id}`));
    await expect(lookAtStarted(testApp)).rejects.toThrow();
    stripe.recover();
    await toldOf(paid);
    expect((await recordOf(stripeApp, failing.checkoutId)).entries).toEqual([]);
    await compare();
  });

  test('the provider does not list everything', async () => {
    const paid = await aDonorWhoPays(stripeApp);
    stripe.pay(paid.session);
    await testApp.db.deleteFrom('alerts').execute();
    stripe.refuse(/GET \/v1\/disputes/);
    await expect(compare()).rejects.toThrow();
    stripe.recover();
    await toldOf(paid);
  });
});

test('what was missed is told until nothing was for a day, and then anew', async () => {
  const miss = async () => {
    stripe.pay((await aDonorWhoPays(stripeApp)).session);
    await compare();
  };
  const told = () =>
    testApp.db
      .selectFrom('alerts')
      .select(['message', 'settledAt'])
      .where('key', '=', 'reconciliation:drift')
      .orderBy('createdAt')
      .execute();
  await testApp.db.deleteFrom('alerts').execute();
  await miss();
  const [first] = await told();
  await miss();
  const again = await told();
  expect(again).toHaveLength(1);
  expect(again[0]?.message).not.toBe(first?.message);
  await compare();
  expect(await alertsAbout(stripeApp, 'reconciliation')).toEqual(['reconciliation:drift']);
  await sql`update alerts set created_at = now() - interval '25 hours'`.execute(testApp.db);
  await compare();
  expect(await alertsAbout(stripeApp, 'reconciliation')).toEqual([]);
  await miss();
  expect((await told()).map(({ settledAt }) => settledAt === null)).toEqual([false, true]);
});

describe('the time of the last comparison', () => {
  test('is recorded, and a failed one does not count', async () => {
    await compare();
    const last = await lastReconciledAt(testApp.db);
    expect(Math.abs(Date.now() - Date.parse(last ?? ''))).toBeLessThan(60_000);
    stripe.fail('rate limit', 'rate limit', 'rate limit');
    await expect(compare()).rejects.toThrow();
    stripe.recover();
    expect(await lastReconciledAt(testApp.db)).toBe(last);
  });

  test('raises an alert after three hours of failures, which the next success settles', async () => {
    await compare();
    await reportFailedReconciliation(testApp);
    expect(await alertsAbout(stripeApp, 'reconciliation:failed')).toEqual([]);
    await sql`update reconciliations set finished_at = now() - interval '4 hours'`.execute(
      testApp.db,
    );
    await reportFailedReconciliation(testApp);
    expect(await alertsAbout(stripeApp, 'reconciliation:failed')).toHaveLength(1);
    await compare();
    expect(await alertsAbout(stripeApp, 'reconciliation:failed')).toEqual([]);
  });

  test('raises none on a site that is too new to have missed anything', async () => {
    await sql`delete from reconciliations`.execute(testApp.db);
    await sql`update checkouts set created_at = now() - interval '2 hours'`.execute(testApp.db);
    await reportFailedReconciliation(testApp);
    expect(await alertsAbout(stripeApp, 'reconciliation:failed')).toEqual([]);
    await sql`update checkouts set created_at = now() - interval '4 hours'`.execute(testApp.db);
    await reportFailedReconciliation(testApp);
    expect(await alertsAbout(stripeApp, 'reconciliation:failed')).toHaveLength(1);
    await compare();
  });

  test('is updated when the job runs', async () => {
    // Nothing may be on its way from an account in which there is nothing.
    stripe.startAnew();
    const before = await lastReconciledAt(testApp.db);
    await testApp.boss.send('reconcile', {});
    await expect.poll(() => lastReconciledAt(testApp.db), { timeout: 60_000 }).not.toBe(before);
  });
});

test('an event about a paid session that Stripe sends out of order is not a discrepancy', async () => {
  const { session } = await aDonorWhoPays(stripeApp);
  await deliver(stripeApp, stripe.pay(session));
  await deliver(stripeApp, eventAbout(session, 'checkout.session.completed'));
  expect((await compare()).corrected).toBe(0);
});

// Last, since what is at the provider stays there for the tests after it.
// The comparison is the same on both databases: once at full size is enough.
const payments = repeats({
  change: 60,
  release: inject('template').kind === 'postgres' ? 10_000 : 500,
});

test(`${payments} payments whose events were all lost for three days: none missing, none booked twice`, {
  timeout: 3_600_000,
}, async () => {
  await compare();
  const paid: DonationId[] = [];
  const refunded: string[] = [];
  const disputed: string[] = [];
  for (let index = 0; index < payments; index++) {
    // From networks of their own: so many from one would meet a challenge.
    const from = `10.1.${index >> 8}.${index & 255}`;
    const { session, checkoutId } = await aDonorWhoPays(stripeApp, { from });
    stripe.pay(session, index % 7 === 0 ? 'bank debit' : 'card');
    if (index % 7 === 0) stripe.settle(session, true);
    paid.push(checkoutId);
    if (index % 10 === 1) {
      stripe.refund(session, 500);
      refunded.push(checkoutId);
    }
    if (index % 10 === 2) {
      stripe.dispute(session);
      disputed.push(checkoutId);
    }
  }
  const left = await aDonorWhoPays(stripeApp);
  stripe.expire(left.session);
  await letDaysPass(3);

  const first = await compare();
  const second = await compare();
  const total = await testApp.db
    .selectFrom('donations')
    .select((row) => [
      row.fn.countAll<number>().as('donations'),
      row.fn.sum<number>('returnedCents').as('returned'),
    ])
    .where('id', 'in', paid)
    .executeTakeFirstOrThrow();
  recordFigures('S7', {
    'payments whose events were lost': payments,
    'refunds and disputes lost': refunded.length + disputed.length,
    missing: paid.length - Number(total.donations),
    'booked a second time': second.corrected,
  });
  expect([first.corrected, second.corrected]).toEqual([
    paid.length + refunded.length + disputed.length,
    0,
  ]);
  expect([Number(total.donations), Number(total.returned)]).toEqual([
    paid.length,
    refunded.length * 500 + disputed.length * 2_500,
  ]);
  expect(await recordOf(stripeApp, left.checkoutId)).toMatchObject({ status: 'expired' });
  expect(await alertsAbout(stripeApp, 'reconciliation')).toEqual(['reconciliation:drift']);
});
