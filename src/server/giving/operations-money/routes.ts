import * as contract from '#contract/giving/card-costs.ts';
import * as commands from '#server/giving/operations-money/commands.ts';
import { topUpApproval } from '#server/giving/operations-money/four-eyes.ts';
import * as queries from '#server/giving/operations-money/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const operationsMoneyRoutes = serve(contract, (deps) => {
  const { db, settings } = deps;
  return {
    getCardCosts: () => queries.summarizeCardCosts(db),
    listOperationsEntries: ({ query }) => queries.listOperationsEntries(db, query),
    topUpCardCosts: {
      handle: ({ actor, body, idempotencyKey }) => commands.topUp(db, actor, body, idempotencyKey),
      approval: topUpApproval(db, settings),
    },
  };
});
