import { testPaymentPath } from '#contract/pages.ts';
import { chargeAfterPause, chargeAt } from '#core/plans/plans.ts';
import type { Config } from '#server/platform/config.ts';
import type {
  KnownPlan,
  PaymentProvider,
  PlanChange,
  PlanFact,
} from '#server/provider/payment-provider/provider.ts';

/** Stands in for a payment provider until one is configured: nobody is charged. */
export function createTestProvider(config: Config): PaymentProvider {
  return {
    name: 'test',
    takesRealMoney: false,
    async startCheckout({ id }) {
      return {
        sessionId: `test_${id}`,
        url: config.publicUrl + testPaymentPath(id),
        isReal: false,
      };
    },
    // Its page refuses a checkout that has ended.
    endCheckout: async () => true,
    async refund({ id, paymentIntentId, amountCents, currency }) {
      return {
        kind: 'refund',
        refundId: `test_refund_${id}`,
        requestId: id,
        paymentIntentId,
        amountCents,
        currency: currency.toLowerCase(),
        status: 'succeeded',
      };
    },
    others: null,
    async changePlan(plan, change) {
      const { parts, ...others } = change;
      const changed = { ...plan, ...parts, ...others };
      return knownFact({ ...changed, ...afterPause(changed, change) });
    },
    async stopPlan(plan) {
      return { ...knownFact({ ...plan, state: 'ended' }), isSettled: true };
    },
    openCardPage: async ({ id }) => config.publicUrl + testPaymentPath(id),
    openPaymentPage: async () => null,
    // There is no other side that could know more than we do.
    async takeOverNewestCards() {},
    async *factsSince() {},
    readClock: async () => null,
    findGaps: async () => [],
    lookUp: async () => null,
  };
}

/** What a pause, or its end, makes of a plan: no payment comes before the end, and those after it keep their day. */
function afterPause(
  { startedAt, nextChargeAt, interval }: KnownPlan,
  { pausedUntil }: PlanChange,
): Partial<KnownPlan> {
  if (pausedUntil === undefined) return {};
  const next = nextChargeAt ?? startedAt;
  if (pausedUntil !== null) {
    const following = chargeAfterPause(pausedUntil, { first: next, next, interval });
    return { state: 'paused', nextChargeAt: following };
  }
  let number = 0;
  while (chargeAt(next, interval, number - 1) > new Date()) number--;
  return { state: 'active', nextChargeAt: chargeAt(next, interval, number) };
}

/** What the provider would say about a plan that is as we know it. */
export function knownFact(plan: KnownPlan): PlanFact {
  const { id, state, nextChargeAt, pausedUntil, failure, ...known } = plan;
  const isOver = state === 'ended';
  return {
    kind: 'plan',
    ...known,
    // Facts have it as providers write it.
    currency: plan.currency.toLowerCase(),
    planId: id,
    state,
    nextChargeAt: isOver ? null : nextChargeAt,
    pausedUntil: isOver ? null : pausedUntil,
    failure: state === 'failing' ? failure : null,
    card: { brand: 'test', last4: '0000', expires: '2099-12' },
    endedAt: isOver ? new Date() : null,
    endedWhy: isOver ? 'provider' : null,
    isSettled: false,
    isReal: false,
    readAt: new Date(),
  };
}
