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
      handle: ({ actor, input, idempotencyKey }) =>
        commands.addBankAccount(db, actor, input, idempotencyKey),
      approval: addingApproval(db, settings),
    },
    changeBankAccount: {
      handle: ({ actor, input }) => commands.changeBankAccount(db, actor, input),
      approval: changingApproval(db, settings),
    },
  };
});
