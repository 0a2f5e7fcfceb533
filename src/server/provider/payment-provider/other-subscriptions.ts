import type { OtherSubscription } from '#core/plans/plan-adoptions.ts';

/* What is told of a subscription that another system began (decision 0046). */

/** A subscription at our account that another system began, with who gives. */
export interface FoundSubscription extends OtherSubscription {
  customerId: string;
  donor: { firstName: string; lastName: string; email: string; phone: string; zip: string };
  isReal: boolean;
  /** The plan that it is named after: of this site, or of another one that uses the same account. */
  planId: string | null;
}
