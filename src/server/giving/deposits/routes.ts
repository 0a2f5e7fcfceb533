import * as contract from '#contract/giving/deposits.ts';
import { closeDeposit } from '#server/giving/deposits/close-deposit.ts';
import { addDeposit, deleteDeposit, sendDepositBack } from '#server/giving/deposits/commands.ts';
import { confirmDeposit } from '#server/giving/deposits/confirm-deposit.ts';
import { returnApproval } from '#server/giving/deposits/four-eyes.ts';
import * as queries from '#server/giving/deposits/queries.ts';
import { returnDepositLine } from '#server/giving/deposits/return-deposit-line.ts';
import { saveDeposit } from '#server/giving/deposits/save-deposit.ts';
import { serve } from '#server/platform/http/serve.ts';

export const depositRoutes = serve(contract, (deps) => {
  const { db, settings, mailer } = deps;
  return {
    listDeposits: ({ input }) => queries.listDeposits(db, input),
    getDeposit: ({ actor, input }) => queries.getDeposit(db, actor, input.id, settings),
    addDeposit: ({ actor, input, idempotencyKey }) =>
      addDeposit(db, actor, input, idempotencyKey, settings),
    saveDeposit: ({ actor, input, idempotencyKey }) =>
      saveDeposit(db, actor, input, idempotencyKey, settings),
    deleteDeposit: ({ actor, input }) => deleteDeposit(db, actor, input.id),
    closeDeposit: ({ actor, input }) => closeDeposit(db, actor, input, settings),
    sendDepositBack: ({ actor, input }) => sendDepositBack(db, actor, input, settings),
    confirmDeposit: ({ actor, input, idempotencyKey }) =>
      confirmDeposit(db, actor, input, idempotencyKey, deps),
    returnDepositLine: {
      handle: ({ actor, input, idempotencyKey }) =>
        returnDepositLine(db, actor, input, idempotencyKey, deps),
      approval: returnApproval(db, settings, mailer),
    },
  };
});
