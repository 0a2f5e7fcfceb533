import * as contract from '#contract/giving/bank-transfers.ts';
import * as commands from '#server/giving/bank-transfers/commands.ts';
import * as queries from '#server/giving/bank-transfers/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const bankTransferRoutes = serve(contract, (deps) => {
  const { db, settings } = deps;
  return {
    announceTransfer: ({ visitor, body: { website: _, ...transfer }, idempotencyKey }) =>
      commands.announceTransfer(db, visitor, transfer, idempotencyKey, deps),
    listExpectedTransfers: ({ query }) => queries.listExpectedTransfers(db, query),
    enterTransfers: ({ actor, body }) => commands.enterTransfers(db, actor, body, settings),
  };
});
