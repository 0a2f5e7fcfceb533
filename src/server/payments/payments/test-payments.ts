import type { FastifyInstance } from 'fastify';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { TestPayment } from '#contract/documents.ts';
import { donationId, type PlanId } from '#contract/ids.ts';
import { donationFormPath, testPaymentPath } from '#contract/pages.ts';
import { chargeAt } from '#core/plans/plans.ts';
import { handlePaymentEvent } from '#server/payments/payments/handle-payment-event.ts';
import type { Db, Schema } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';
import type {
  InvoiceFact,
  PaymentEvent,
  PlanFact,
} from '#server/provider/payment-provider/provider.ts';
import { knownFact } from '#server/provider/payment-provider/test-provider.ts';

/* How a test payment ends. */

const outcomeForm = z.object({ outcome: z.enum(['paid', 'cancelled']) });
// What the bank says to the next payment of a plan, as if its day had come; and how many payments the page has shown.
const nextPaymentForm = z.object({
  next: z.enum(['paid', 'failed', 'given-up']),
  paid: z.coerce.number().int(),
});

/** What a press on the page of a test payment does. The page itself is one of the documents. */
export function testPaymentRoute(app: FastifyInstance, { db, config, mailer }: Deps): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.post<{ Params: { id: string } }>(testPaymentPath(':id'), async (request, reply) => {
    const next = nextPaymentForm.safeParse(request.body).data;
    if (next) {
      const event = await eventOfNext(db, request.params.id, next);
      if (event) await handlePaymentEvent(db, event, mailer, request.log);
      return reply.redirect(config.publicUrl + request.url, 303);
    }
    const form = outcomeForm.safeParse(request.body);
    if (!form.success) {
      throw new AppError('invalid_input', 'Send the form field outcome=paid or outcome=cancelled.');
    }
    const payment = await findTestPayment(db, request.params.id);
    if (!payment) throw new AppError('not_found', 'There is no such payment.');
    const { outcome } = form.data;
    // A second click on the same button redirects to the same address as the first.
    if (payment.status !== 'started' && payment.status !== outcome) {
      return reply.redirect(config.publicUrl + testPaymentPath(payment.id), 303);
    }
    const event = await eventOf(db, payment, outcome);
    await handlePaymentEvent(db, event, mailer, request.log);
    const path =
      outcome === 'paid' ? '/donate?status=success' : donationFormPath(payment.need?.id ?? null);
    return reply.redirect(`${config.publicUrl}${path}`, 303);
  });
}

/** What a press on the page of a plan makes happen; null if nothing. */
async function eventOfNext(
  db: Db,
  text: string,
  pressed: z.infer<typeof nextPaymentForm>,
): Promise<PaymentEvent | null> {
  const id = donationId.safeParse(text).data;
  const plan = id === undefined ? null : await findTestPlan(db, id);
  // A second press of a button does nothing more: the page has shown how many payments there were.
  return plan?.paid === pressed.paid ? nextPayment(plan, pressed.next, new Date()) : null;
}

async function eventOf(
  db: Db,
  { id: checkoutId, amount, cover, currency, plan }: TestPayment,
  outcome: 'paid' | 'cancelled',
): Promise<PaymentEvent> {
  const event = {
    provider: 'test',
    eventId: `${checkoutId}-${outcome}`,
    type: `checkout.${outcome}`,
  };
  if (outcome === 'cancelled') return { ...event, checkoutId, kind: 'cancelled' };
  const begun = plan && (await findTestPlan(db, checkoutId));
  if (begun) return { ...event, ...firstInvoice(begun, new Date()) };
  return {
    ...event,
    checkoutId,
    kind: 'paid',
    paymentIntentId: `test_${checkoutId}`,
    amountCents: amount + cover,
    currency: currency.toLowerCase(),
    paidAt: new Date(),
    isReal: false,
  };
}

/** A payment of the test provider; null if there is none. */
export async function findTestPayment(db: Db, text: string): Promise<TestPayment | null> {
  const id = donationId.safeParse(text).data;
  if (id === undefined) return null;
  const checkout = await db
    .selectFrom('checkouts')
    .leftJoin('plans', 'plans.id', 'checkouts.id')
    // A plan may have changed since it began.
    .leftJoin('causes', (join) =>
      join.on((on) => on('causes.id', '=', on.fn.coalesce('plans.causeId', 'checkouts.causeId'))),
    )
    .leftJoin('publicPages', (join) =>
      join
        .onRef('publicPages.nominationId', '=', 'checkouts.boundTo')
        .on('publicPages.isVisible', '=', true),
    )
    .select((row) => [
      row.fn.coalesce('plans.amountCents', 'checkouts.amountCents').as('amountCents'),
      row.fn.coalesce('plans.coverCents', 'checkouts.coverCents').as('coverCents'),
      'checkouts.currency',
      'checkouts.status',
    ])
    .select(['checkouts.expiresAt', 'causes.name', 'plans.id as planId'])
    .select(['publicPages.nominationId as needId', 'shownName'])
    .where('checkouts.id', '=', id)
    .where('checkouts.provider', '=', 'test')
    .where('checkouts.status', '<>', 'adopted')
    .$narrowType<{ status: Exclude<Selectable<Schema['checkouts']>['status'], 'adopted'> }>()
    .executeTakeFirst();
  if (!checkout) return null;
  const { amountCents: amount, coverCents: cover, currency, status, expiresAt, name } = checkout;
  const { needId, shownName } = checkout;
  const isOver = status === 'started' && new Date(expiresAt) < new Date();
  const plan = checkout.planId === null ? null : await findTestPlan(db, id);
  return {
    id,
    amount,
    cover,
    currency,
    cause: name ?? '',
    need: needId === null || shownName === null ? null : { id: needId, name: shownName },
    status: isOver ? 'expired' : status,
    plan: plan && {
      interval: plan.interval,
      state: plan.stopRequestedAt === null ? plan.state : 'ended',
      nextChargeAt: plan.nextChargeAt,
      paid: plan.paid,
    },
  };
}

/** A plan of the test provider, with how often it was paid; null if there is none. */
export function findTestPlan(db: Db, id: PlanId) {
  return db
    .selectFrom('plans')
    .innerJoin('checkouts', 'checkouts.id', 'plans.id')
    .selectAll('plans')
    .select((row) => [
      row
        .selectFrom('donations')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('planId', '=', 'plans.id')
        .$asScalar()
        .$notNull()
        .as('paid'),
    ])
    .where('plans.id', '=', id)
    .where('provider', '=', 'test')
    .executeTakeFirst()
    .then((plan) => plan ?? null);
}

type TestPlan = NonNullable<Awaited<ReturnType<typeof findTestPlan>>>;

/** What the provider would tell of the payment with which a plan begins. */
export function firstInvoice(plan: TestPlan, paidAt: Date): InvoiceFact {
  return invoiceOf(plan, 1, chargeAt(paidAt, plan.interval, 1), paidAt);
}

/**
 * What the provider would tell once the day of the next payment has come, and what the bank says to it; null if nothing
 * can come.
 */
export function nextPayment(
  plan: TestPlan,
  next: z.infer<typeof nextPaymentForm>['next'],
  now: Date,
): PaymentEvent | null {
  if (!['active', 'failing'].includes(plan.state)) return null;
  const number = plan.paid + 1;
  const event = { provider: 'test', eventId: `${plan.id}-${number}-${next}`, type: `plan.${next}` };
  const due = plan.nextChargeAt === null ? now : new Date(plan.nextChargeAt);
  // While a payment is overdue, the one after it is the next one already.
  const following = plan.state === 'failing' ? due : chargeAt(due, plan.interval, 1);
  if (next === 'paid') return { ...event, ...invoiceOf(plan, number, following, now) };
  const isOver = next === 'given-up';
  return {
    ...event,
    ...factOf(plan, following, now),
    state: isOver ? 'ended' : 'failing',
    endedAt: isOver ? now : null,
    endedWhy: isOver ? 'payment_failed' : null,
    failure: isOver
      ? null
      : {
          invoiceId: invoiceIdOf(plan, number),
          since: now,
          code: 'insufficient_funds',
          triedAt: now,
          nextTryAt: new Date(now.getTime() + 24 * 3600 * 1000),
          mustConfirm: false,
        },
  };
}

function factOf(plan: TestPlan, nextChargeAt: Date, now: Date): PlanFact {
  const { id, causeId, amountCents, coverCents, interval } = plan;
  return knownFact({
    id,
    causeId,
    amountCents,
    coverCents,
    interval,
    nextChargeAt,
    currency: plan.currency.toLowerCase(),
    subscriptionId: `test_sub_${id}`,
    customerId: `test_cus_${id}`,
    state: 'active',
    startedAt: plan.startedAt === null ? now : new Date(plan.startedAt),
    pausedUntil: null,
    failure: null,
  });
}

const invoiceIdOf = ({ id }: TestPlan, number: number) => `test_in_${id}_${number}`;

function invoiceOf(plan: TestPlan, number: number, nextChargeAt: Date, paidAt: Date): InvoiceFact {
  const { id, causeId, amountCents, coverCents } = plan;
  const paidCents = amountCents + coverCents;
  const fact = factOf(plan, nextChargeAt, paidAt);
  const { subscriptionId, customerId, currency, isReal } = fact;
  return {
    kind: 'invoice',
    invoiceId: invoiceIdOf(plan, number),
    planId: id,
    subscriptionId,
    customerId,
    causeId,
    currency,
    isReal,
    amountCents: paidCents,
    parts: { amountCents, coverCents },
    isFirst: number === 1,
    elsewhereCents: 0,
    payments: [
      {
        paymentIntentId: number === 1 ? `test_${id}` : `test_${id}_${number}`,
        amountCents: paidCents,
      },
    ],
    paidAt,
    plan: fact,
  };
}
