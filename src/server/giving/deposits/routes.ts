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
    listDeposits: ({ query }) => queries.listDeposits(db, query),
    getDeposit: ({ actor, params }) => queries.getDeposit(db, actor, params.id, settings),
    addDeposit: ({ actor, body, idempotencyKey }) =>
      addDeposit(db, actor, body, idempotencyKey, settings),
    saveDeposit: ({ actor, params, body, idempotencyKey }) =>
      saveDeposit(db, actor, { ...body, id: params.id }, idempotencyKey, settings),
    deleteDeposit: ({ actor, params }) => deleteDeposit(db, actor, params.id),
    closeDeposit: ({ actor, params, body }) =>
      closeDeposit(db, actor, { ...body, id: params.id }, settings),
    sendDepositBack: ({ actor, params, body }) =>
      sendDepositBack(db, actor, { ...body, id: params.id }, settings),
    confirmDeposit: ({ actor, params, body, idempotencyKey }) =>
      confirmDeposit(db, actor, { ...body, id: params.id }, idempotencyKey, deps),
    returnDepositLine: {
      handle: ({ actor, params, body, idempotencyKey }) =>
        returnDepositLine(db, actor, { ...body, id: params.id }, idempotencyKey, deps),
      approval: returnApproval(db, settings, mailer),
    },
  };
});
