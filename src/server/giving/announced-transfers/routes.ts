import * as contract from '#contract/giving/announced-transfers.ts';
import { announceTransfer } from '#server/giving/announced-transfers/announce-transfer.ts';
import { enterTransfers } from '#server/giving/announced-transfers/enter-transfers.ts';
import * as queries from '#server/giving/announced-transfers/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const bankTransferRoutes = serve(contract, (deps) => {
  const { db } = deps;
  return {
    announceTransfer: ({ visitor, input: { website: _, ...transfer }, idempotencyKey }) =>
      announceTransfer(db, visitor, transfer, idempotencyKey, deps),
    listExpectedTransfers: ({ input }) => queries.listExpectedTransfers(db, input),
    enterTransfers: ({ actor, input }) => enterTransfers(db, actor, input, deps),
  };
});
