import * as contract from '#contract/banking/bank-statements.ts';
import { importStatements } from '#server/banking/bank-statements/import-statements.ts';
import * as queries from '#server/banking/bank-statements/queries.ts';
import { removeStatements } from '#server/banking/bank-statements/remove-statements.ts';
import { limitsOfCall } from '#server/people/approvals/approvals.ts';
import { serve } from '#server/platform/http/serve.ts';

export const bankStatementRoutes = serve(contract, (deps) => {
  const { db, settings } = deps;
  const rulesOf = (call: Parameters<typeof limitsOfCall>[2]) => ({
    settings,
    limits: limitsOfCall(settings, 'bank_statement', call),
  });
  return {
    listBankStatements: ({ input }) => queries.listBankStatements(db, input.id),
    listBankLines: ({ input: { id, ...filter } }) => queries.listBankLines(db, id, filter),
    removeStatements: {
      handle: ({ input, ...call }) => removeStatements(db, call.actor, input.id, rulesOf(call)),
      approval: 'said-by-command',
    },
    importStatements: {
      handle: ({ input: { id: accountId, ...file }, bytes, ...call }) => {
        const input = { ...file, accountId, bytes };
        return importStatements(db, call.actor, input, rulesOf(call));
      },
      approval: 'said-by-command',
    },
  };
});
