import * as contract from '#contract/provider/card-costs.ts';
import { serve } from '#server/platform/http/serve.ts';
import { topUp } from '#server/provider/card-costs/commands.ts';
import { topUpApproval } from '#server/provider/card-costs/four-eyes.ts';
import * as queries from '#server/provider/card-costs/queries.ts';

export const operationsMoneyRoutes = serve(contract, (deps) => {
  const { db, settings } = deps;
  return {
    getCardCosts: () => queries.summarizeCardCosts(db),
    listOperationsEntries: ({ input }) => queries.listOperationsEntries(db, input),
    topUpCardCosts: {
      handle: ({ actor, input, idempotencyKey }) => topUp(db, actor, input, idempotencyKey),
      approval: topUpApproval(db, settings),
    },
  };
});
