import type { CauseId, PlanId } from '#contract/ids.ts';
import type { OtherSubscription } from '#core/plan-adoptions.ts';
import type { PlanFact } from '#server/giving/payment-provider/provider.ts';

/** A subscription at our account that another system began, with who gives. */
export interface FoundSubscription extends OtherSubscription {
  customerId: string;
  donor: { firstName: string; lastName: string; email: string; phone: string; zip: string };
  isReal: boolean;
  /** The plan that it is named after: of this site, or of another one that uses the same account. */
  planId: string | null;
}

/** What a provider can do about subscriptions that another system began at our account. */
export interface OtherSubscriptions {
  /** Those that have not ended and are not named after a plan, newest first, after one of them. */
  list(
    page: { after: string | null; limit: number },
    deadline: AbortSignal,
  ): Promise<{ items: FoundSubscription[]; next: string | null }>;
  /** One of them, also after it is named; null if the provider does not know it. */
  find(subscriptionId: string): Promise<FoundSubscription | null>;
  /**
   * Names a subscription after a plan and a cause, so that its invoices tell them from then on. Nothing is charged, and
   * the card stays. Repeating it changes nothing. Throws if the provider has not confirmed it.
   */
  adopt(named: { subscriptionId: string; planId: PlanId; causeId: CauseId }): Promise<PlanFact>;
}
