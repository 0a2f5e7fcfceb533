import * as contract from '#contract/giving/plan-adoptions.ts';
import type { WithPayments } from '#server/giving/payment-provider/provider.ts';
import { adoptPlans } from '#server/giving/plan-adoptions/commands.ts';
import { adoptionApproval } from '#server/giving/plan-adoptions/four-eyes.ts';
import { listOtherSubscriptions } from '#server/giving/plan-adoptions/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { serve } from '#server/platform/http/serve.ts';

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
