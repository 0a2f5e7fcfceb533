import * as contract from '#contract/banking/bank-accounts.ts';
import * as commands from '#server/banking/bank-accounts/commands.ts';
import { addingApproval, changingApproval } from '#server/banking/bank-accounts/four-eyes.ts';
import * as queries from '#server/banking/bank-accounts/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const bankAccountRoutes = serve(contract, (deps) => {
  const { db, settings } = deps;
  return {
    listBankAccounts: () => queries.listBankAccounts(db),
    addBankAccount: {
      handle: ({ actor, body, idempotencyKey }) =>
        commands.addBankAccount(db, actor, body, idempotencyKey),
      approval: addingApproval(db, settings),
    },
    changeBankAccount: {
      handle: ({ actor, params, body }) =>
        commands.changeBankAccount(db, actor, { ...body, id: params.id }),
      approval: changingApproval(db, settings),
    },
  };
});
