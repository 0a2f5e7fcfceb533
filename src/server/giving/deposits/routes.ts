import * as contract from '#contract/giving/deposits.ts';
import { closeDeposit } from '#server/giving/deposits/close-deposit.ts';
import { addDeposit, deleteDeposit, sendDepositBack } from '#server/giving/deposits/commands.ts';
import { confirmDeposit } from '#server/giving/deposits/confirm-deposit.ts';
import * as queries from '#server/giving/deposits/queries.ts';
import { returnDepositLine } from '#server/giving/deposits/return-deposit-line.ts';
import { returnApproval } from '#server/giving/deposits/return-four-eyes.ts';
import { saveDeposit } from '#server/giving/deposits/save-deposit.ts';
import { serve } from '#server/platform/http/serve.ts';

export const depositRoutes = serve(contract, (deps) => {
  const { db } = deps;
  return {
    listDeposits: ({ input }) => queries.listDeposits(db, input),
    getDeposit: ({ actor, input }) => queries.getDeposit(db, actor, input.id, deps),
    addDeposit: ({ actor, input, idempotencyKey }) =>
      addDeposit(db, actor, input, idempotencyKey, deps),
    saveDeposit: ({ actor, input, idempotencyKey }) =>
      saveDeposit(db, actor, input, idempotencyKey, deps),
    deleteDeposit: ({ actor, input }) => deleteDeposit(db, actor, input.id),
    closeDeposit: ({ actor, input }) => closeDeposit(db, actor, input, deps),
    sendDepositBack: ({ actor, input }) => sendDepositBack(db, actor, input, deps),
    confirmDeposit: ({ actor, input, idempotencyKey }) =>
      confirmDeposit(db, actor, input, idempotencyKey, deps),
    returnDepositLine: {
      handle: ({ actor, input, idempotencyKey }) =>
        returnDepositLine(db, actor, input, idempotencyKey, deps),
      approval: returnApproval(db, deps),
    },
  };
});
