import * as contract from '#contract/plans/plan-adoptions.ts';
import { adoptPlans } from '#server/plans/plan-adoptions/adopt-plans.ts';
import { adoptionApproval } from '#server/plans/plan-adoptions/four-eyes.ts';
import { listOtherSubscriptions } from '#server/plans/plan-adoptions/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { serve } from '#server/platform/http/serve.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';

export const planAdoptionRoutes = serve(contract, (deps: Deps & WithPayments) => {
  const { db, settings, boss, payments } = deps;
  return {
    listOtherSubscriptions: ({ input }) => listOtherSubscriptions(db, payments, input),
    adoptPlans: {
      handle: ({ actor, input, idempotencyKey }) =>
        adoptPlans(db, actor, input, idempotencyKey, boss),
      approval: adoptionApproval(db, settings, boss),
    },
  };
});
