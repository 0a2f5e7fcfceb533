import { sql } from 'kysely';
import type Stripe from 'stripe';
import type { PlanId } from '#contract/ids.ts';
import type { PlanInterval } from '#core/plans/plans.ts';
import { createChangeLink, createPlanLink } from '#server/plans/plans/plan-links.ts';
import { aCause, aPerson } from '#test/support/factories.ts';
import type { FakeCard } from '#test/support/stripe/cards.ts';
import { aDonorWhoPays, deliver, type StripeApp } from '#test/support/stripe-app.ts';

/** A donor on the payment page of a recurring donation. */
export async function aPlanOnPage(
  app: StripeApp,
  { amount = 2_500, cover = 0, interval = 'monthly' as PlanInterval } = {},
) {
  const cause = await aCause(app.testApp);
  const person = aPerson();
  const body = { amount, cover, causeId: cause.id, interval, ...person };
  const { session, checkoutId } = await aDonorWhoPays(app, { body });
  return { cause, person, session, id: checkoutId as PlanId };
}

/** A recurring donation whose first payment has come, and everything about it been told. */
export async function aRunningPlan(
  app: StripeApp,
  {
    card = {} as FakeCard,
    ...options
  }: Parameters<typeof aPlanOnPage>[1] & { card?: FakeCard } = {},
) {
  const plan = await aPlanOnPage(app, options);
  app.stripe.pay(plan.session, 'card', card);
  await deliverAll(app);
  return { ...plan, subscription: app.stripe.subscriptionOf(plan.session) };
}

/** Delivers what is due, in its order. */
export async function deliverAll(app: StripeApp): Promise<void> {
  for (const event of app.stripe.delivery.due()) await deliver(app, event);
}

/** The row of a plan. */
export function planRow({ testApp }: StripeApp, id: PlanId) {
  return testApp.db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** What happened to a plan, in words of one kind each. */
export async function eventsOf({ testApp }: StripeApp, id: PlanId): Promise<string[]> {
  const rows = await testApp.db
    .selectFrom('planEvents')
    .select(['kind', 'actor', 'why'])
    .where('planId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ kind, actor, why }) => [kind, actor, why].filter(Boolean).join(' '));
}

/** The donations of a plan, oldest first. */
export async function donationsOfPlan({ testApp }: StripeApp, id: PlanId) {
  return testApp.db
    .selectFrom('donations')
    .select([
      'id',
      'source',
      'amountCents',
      'invoiceId',
      'paymentIntentId',
      'causeId',
      'checkoutId',
    ])
    .where('planId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** The subjects of the mails that were queued for an address, oldest first. */
export async function subjectsFor({ testApp }: StripeApp, address: string): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select subject from donor_mails where recipient = ${address} order by created_at, job_id`.execute(
    testApp.db,
  );
  return rows.map(({ subject }) => subject.replace('Test: ', ''));
}

/** Moves the fake's clock to the next renewal, and past the hour in which its invoice is a draft. */
export async function renew(app: StripeApp, subscription: Stripe.Subscription): Promise<void> {
  const end = subscription.items.data[0]?.current_period_end ?? 0;
  app.stripe.clock.advanceTo(new Date((end + 3_660) * 1000));
  await deliverAll(app);
}

/** The secret of a link to a plan. */
export async function aPlanToken(
  { testApp: { db, mailer } }: StripeApp,
  id: PlanId,
  scope: 'view' | 'change' = 'view',
): Promise<string> {
  const url = await db
    .transaction()
    .execute(async (trx) =>
      scope === 'view'
        ? createPlanLink(trx, id, mailer)
        : (await createChangeLink(trx, id, mailer)).url,
    );
  return url.split('#')[1] ?? '';
}
