import * as contract from '#contract/giving/deposits.ts';
import * as commands from '#server/giving/deposits/commands.ts';
import { returnApproval } from '#server/giving/deposits/four-eyes.ts';
import * as queries from '#server/giving/deposits/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const depositRoutes = serve(contract, (deps) => {
  const { db, settings, mailer } = deps;
  return {
    listDeposits: ({ query }) => queries.listDeposits(db, query),
    getDeposit: ({ actor, params }) => queries.getDeposit(db, actor, params.id, settings),
    addDeposit: ({ actor, body, idempotencyKey }) =>
      commands.addDeposit(db, actor, body, idempotencyKey, settings),
    saveDeposit: ({ actor, params, body }) =>
      commands.saveDeposit(db, actor, { ...body, id: params.id }, settings),
    deleteDeposit: ({ actor, params }) => commands.deleteDeposit(db, actor, params.id),
    closeDeposit: ({ actor, params, body }) =>
      commands.closeDeposit(db, actor, { ...body, id: params.id }, settings),
    sendDepositBack: ({ actor, params, body }) =>
      commands.sendDepositBack(db, actor, { ...body, id: params.id }, settings),
    confirmDeposit: ({ actor, params, body, idempotencyKey }) =>
      commands.confirmDeposit(db, actor, { ...body, id: params.id }, idempotencyKey, deps),
    returnDepositLine: {
      handle: ({ actor, params, body, idempotencyKey }) =>
        commands.returnDepositLine(db, actor, { ...body, id: params.id }, idempotencyKey, deps),
      approval: returnApproval(db, settings, mailer),
    },
  };
});
