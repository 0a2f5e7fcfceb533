import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { createDonation } from '#contract/giving/donations.ts';
import { type CauseId, type DonationId, type PlanId, planId } from '#contract/ids.ts';
import { createRefund } from '#contract/payments/refunds.ts';
import * as contract from '#contract/plans/plans.ts';
import { erasePerson } from '#contract/privacy/privacy.ts';
import { coverFor } from '#core/ledger/card-costs.ts';
import { repeatPlanRequests } from '#server/plans/plans/repeat-plan-requests.ts';
import { aPerson } from '#test/support/factories.ts';
import type { PlanStep } from '#test/support/plan-sequences/steps.ts';
import { aPlanToken, planRow } from '#test/support/plans.ts';
import { reconcileNow } from '#test/support/reconcile-now.ts';
import { dropped, held, reordered, twice } from '#test/support/stripe/delivery.ts';
import { asOlderVersion } from '#test/support/stripe/events.ts';
import { deliver, type StripeApp } from '#test/support/stripe-app.ts';

/** A plan of a sequence, and what its donor may have been told of. */
export interface PlayedPlan {
  id: PlanId;
  person: ReturnType<typeof aPerson>;
  /** How many changes of the team were made, or may have been. */
  teamChanges: number;
  isErased: boolean;
}

/** What the sequence is played with. */
export interface Stage {
  app: StripeApp;
  cookie: string;
  causes: [CauseId, CauseId];
  plans: PlayedPlan[];
  /** Answers that nobody should get. */
  surprises: string[];
  /** Events that Stripe sends once more, because we did not take them. */
  refused: Stripe.Event[];
  /** The seed of the order in which events arrive; null for the order in which they happened. */
  order: number | null;
}

const day = 86_400_000;

/**
 * Whether a pause that begins now ends in the future for Stripe as well: its clock runs ahead of ours, and a pause lasts a
 * year by ours at most.
 */
export function canPause({ app: { stripe } }: Stage): boolean {
  return stripe.clock.now() * 1000 - Date.now() <= 330 * day;
}

/** Plays one step. What is refused is part of the story; a failure of ours is a surprise. */
export async function play(stage: Stage, step: PlanStep): Promise<void> {
  const { app } = stage;
  const plan = stage.plans[step.plan % Math.max(1, stage.plans.length)];
  if (step.do === 'start') await start(stage, step);
  else if (step.do === 'deliver') treat(stage, step);
  else if (step.do === 'Stripe fails') app.stripe.fail(...step.faults);
  else if (step.do === 'compare') await compareAnyway(stage);
  else if (step.do === 'repeat requests') await repeatPlanRequests(app.testApp.db, app.testApp);
  else if (step.do === 'pass') await pass(stage, step.days);
  else if (plan) await playOn(stage, plan, step);
}

/** Lets the dust settle: Stripe works, what was not lost arrives, and the comparison finds the rest. */
export async function settle(stage: Stage): Promise<{ correctedAgain: number }> {
  const { app } = stage;
  const { stripe, testApp } = app;
  stripe.recover();
  stripe.delivery.treatNormally();
  stage.order = null;
  await deliverDue(stage);
  await repeatPlanRequests(testApp.db, testApp);
  await reconcileNow(testApp);
  await repeatPlanRequests(testApp.db, testApp);
  await deliverDue(stage);
  const { corrected } = await reconcileNow(testApp);
  return { correctedAgain: corrected };
}

async function start(stage: Stage, step: Extract<PlanStep, { do: 'start' }>): Promise<void> {
  const { app, causes, plans, surprises } = stage;
  if (plans.length >= 3) return;
  const { cardCosts } = app.testApp.settings.current();
  const person = aPerson();
  const idempotencyKey = randomUUID();
  for (let tries = 0; tries < 4; tries++) {
    const { status, body } = await app.testApp.call(createDonation, {
      body: {
        amount: step.amount,
        causeId: causes[0],
        interval: step.interval,
        ...person,
        cover: step.isCovered ? coverFor(step.amount, cardCosts) : 0,
      },
      idempotencyKey,
      from: `10.9.${plans.length}.${tries}`,
    });
    if (status === 503) continue;
    if (status !== 201) {
      surprises.push(`start: ${status} ${JSON.stringify(body)}`);
      return;
    }
    const session = app.stripe.sessionAt(body.url);
    app.stripe.pay(session);
    const id = planId.parse(session.client_reference_id);
    plans.push({ id, person, teamChanges: 0, isErased: false });
    return deliverDue(stage);
  }
}

function treat(stage: Stage, { how, seed }: Extract<PlanStep, { do: 'deliver' }>): void {
  const { delivery, olderFacts } = stage.app.stripe;
  delivery.treatNormally();
  stage.order = how === 'reordered' ? seed : null;
  if (how === 'twice') delivery.treat('*', twice);
  if (how === 'dropped') delivery.treat('*', dropped);
  if (how === 'held') delivery.treat('*', held({ days: 1 + (seed % 4) }));
  if (how === 'older') {
    delivery.treat('*', (parcel) => [
      { ...parcel, event: asOlderVersion(parcel.event, olderFacts) },
    ]);
  }
}

async function pass(stage: Stage, days: number): Promise<void> {
  stage.app.stripe.clock.advance({ days, hours: days === 0 ? 1 : 0 });
  await deliverDue(stage);
}

/** Delivers what is due. What we do not take comes again. */
async function deliverDue(stage: Stage): Promise<void> {
  const { app, order, surprises } = stage;
  const due = [...stage.refused.splice(0), ...app.stripe.delivery.due()];
  let state = order ?? 1;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state;
  };
  for (const event of order === null ? due : reordered(due, random)) {
    const { statusCode, body } = await deliver(app, event);
    if (statusCode === 503) stage.refused.push(event);
    else if (statusCode !== 200) surprises.push(`${event.type}: ${statusCode} ${body}`);
  }
}

/** While Stripe fails, the comparison may fail, too: it comes again. */
async function compareAnyway({ app, surprises }: Stage): Promise<void> {
  await reconcileNow(app.testApp).catch((error: Error) => {
    if (!/Stripe|connection|request|unavailable|wrong/i.test(`${error.name} ${error.message}`)) {
      surprises.push(`compare: ${error}`);
    }
  });
}

async function playOn(stage: Stage, plan: PlayedPlan, step: PlanStep): Promise<void> {
  const { app, cookie } = stage;
  const { stripe, testApp } = app;
  const subscription = stripe.subscriptions.find(({ metadata }) => metadata.planId === plan.id);
  if (!subscription || plan.isErased) return;
  const invoices = stripe.invoicesOf(subscription);
  const charge = stripe.chargesOf(subscription).findLast(({ paid }) => paid);
  const isKnown = (await planRow(app, plan.id)).state !== 'started';
  const params = { id: plan.id };
  const token = async (scope: 'view' | 'change' = 'change') => ({
    token: await aPlanToken(app, plan.id, scope),
  });
  /** Takes what is allowed to be answered. */
  const asked = async (work: Promise<{ status: number; body: unknown }>): Promise<number> => {
    const { status, body } = await work;
    const isRefused = [400, 403, 404, 409, 410, 422, 503].includes(status);
    if (status >= 300 && !isRefused) {
      stage.surprises.push(`${step.do}: ${status} ${JSON.stringify(body)}`);
    }
    return status;
  };
  const now = stripe.clock.now() * 1000;
  const inDays = (days: number) => new Date(now + days * day).toISOString().slice(0, 10);
  const byTeam = async (work: Promise<{ status: number; body: unknown }>) => {
    const status = await asked(work);
    // Without an answer of Stripe, it may have been made.
    if (status < 300 || status === 503) plan.teamChanges++;
  };

  switch (step.do) {
    case 'bank answers':
      stripe.bankAnswers(subscription, ...step.answers);
      break;
    case 'bank replaces card':
      stripe.replaceCard(subscription);
      break;
    case 'confirm payment': {
      const waiting = invoices.findLast(({ status }) => status === 'open');
      const intent = stripe.paymentIntents.find(
        ({ id, status }) =>
          status === 'requires_action' &&
          stripe.invoicePayments.some(
            ({ invoice, payment }) => invoice === waiting?.id && payment.payment_intent === id,
          ),
      );
      if (waiting && intent) stripe.confirm(waiting);
      break;
    }
    case 'dispute':
      if (charge && !charge.disputed && charge.amount_refunded === 0) stripe.dispute(charge);
      break;
    case 'decide dispute': {
      const open = stripe.disputes.find(
        (each) => each.charge === charge?.id && each.status === 'needs_response',
      );
      const told = stripe.events.find(
        ({ type, data }) =>
          type === 'charge.dispute.created' && (data.object as { id: string }).id === open?.id,
      );
      if (told) stripe.decide(told, step.isWon ? 'won' : 'lost');
      break;
    }
    case 'refund at Stripe': {
      const left = charge ? charge.amount - charge.amount_refunded : 0;
      if (!charge || charge.disputed || left === 0) break;
      const told = stripe.refund(charge, Math.min(step.amount, left));
      if (step.fails) stripe.settleRefund(told, 'failed');
      break;
    }
    case 'change': {
      if (!isKnown) break;
      const row = await planRow(app, plan.id);
      const amount = step.amount ?? row.amountCents;
      const isCovered = step.isCovered ?? row.coverCents > 0;
      const { cardCosts } = testApp.settings.current();
      const cover =
        isCovered && amount === row.amountCents && row.coverCents > 0
          ? row.coverCents
          : isCovered
            ? coverFor(amount, cardCosts)
            : 0;
      await asked(
        testApp.call(contract.changePlan, {
          body: {
            ...(await token()),
            ...(amount !== row.amountCents && { amount }),
            ...((amount !== row.amountCents || cover !== row.coverCents) && { cover }),
            ...(step.isOtherCause && {
              causeId: stage.causes[row.causeId === stage.causes[0] ? 1 : 0],
            }),
            ...(step.interval && { interval: step.interval }),
            ...(step.inDays && { nextCharge: inDays(step.inDays) }),
          },
        }),
      );
      break;
    }
    case 'pause': {
      const until = inDays(step.days + 1);
      if (!isKnown || !canPause(stage)) break;
      if (step.by === 'donor') {
        await asked(testApp.call(contract.pauseOwnPlan, { body: { ...(await token()), until } }));
      } else {
        await byTeam(testApp.call(contract.pausePlan, { cookie, params, body: { until } }));
      }
      break;
    }
    case 'resume':
      if (!isKnown) break;
      if (step.by === 'donor') {
        await asked(testApp.call(contract.resumeOwnPlan, { body: await token() }));
      } else await byTeam(testApp.call(contract.resumePlan, { cookie, params }));
      break;
    case 'stop':
      if (!isKnown) break;
      if (step.by === 'donor') {
        await asked(testApp.call(contract.stopOwnPlan, { body: await token('view') }));
      } else {
        const body = { reason: 'They asked for it' };
        await asked(testApp.call(contract.stopPlan, { cookie, params, body }));
      }
      break;
    case 'change card': {
      if (!isKnown) break;
      const { status, body } = await testApp.call(contract.changePlanCard, { body: await token() });
      await asked(Promise.resolve({ status, body }));
      const session = stripe.portalSessions.find(({ url }) => url === body.url);
      if (session) stripe.changeCard(session, { last4: '1881', answers: step.answers });
      break;
    }
    case 'lower':
      if (!isKnown) break;
      await byTeam(
        testApp.call(contract.lowerPlan, { cookie, params, body: { amount: step.amount } }),
      );
      break;
    case 'refund': {
      const gift = await testApp.db
        .selectFrom('donations')
        .select('id')
        .where('planId', '=', plan.id)
        .where('paymentIntentId', '=', String(charge?.payment_intent))
        .executeTakeFirst();
      if (!gift || charge?.disputed) break;
      await asked(
        testApp.call(createRefund, {
          cookie,
          params: { id: gift.id as DonationId },
          body: { amount: step.amount, reason: 'They asked for it' },
        }),
      );
      break;
    }
    case 'erase': {
      const { status, body } = await testApp.call(erasePerson, {
        cookie,
        body: { who: plan.person.email },
      });
      await asked(Promise.resolve({ status, body }));
      plan.isErased = status === 200 && body.isErased;
      break;
    }
    default:
  }
  await deliverDue(stage);
}
