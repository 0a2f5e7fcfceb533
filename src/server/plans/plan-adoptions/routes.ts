import * as contract from '#contract/plans/plan-adoptions.ts';
import { adoptPlans } from '#server/plans/plan-adoptions/commands.ts';
import { adoptionApproval } from '#server/plans/plan-adoptions/four-eyes.ts';
import { listOtherSubscriptions } from '#server/plans/plan-adoptions/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { serve } from '#server/platform/http/serve.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';

export const planAdoptionRoutes = serve(contract, (deps: Deps & WithPayments) => {
  const { db, settings, boss, payments } = deps;
  return {
    listOtherSubscriptions: ({ query }) => listOtherSubscriptions(db, payments, query),
    adoptPlans: {
      handle: ({ actor, body, idempotencyKey }) =>
        adoptPlans(db, actor, body, idempotencyKey, boss),
      approval: adoptionApproval(db, settings, boss),
    },
  };
});
