import * as contract from '#contract/banking/bank-statements.ts';
import { importStatements } from '#server/banking/statements/import-statements.ts';
import * as queries from '#server/banking/statements/queries.ts';
import { removeStatements } from '#server/banking/statements/remove-statements.ts';
import { limitsOfCall } from '#server/people/approvals/approvals.ts';
import { serve } from '#server/platform/http/serve.ts';

export const bankStatementRoutes = serve(contract, (deps) => {
  const { db, settings } = deps;
  const rulesOf = (call: Parameters<typeof limitsOfCall>[2]) => ({
    settings,
    limits: limitsOfCall(settings, 'bank_statement', call),
  });
  return {
    listBankStatements: ({ params }) => queries.listBankStatements(db, params.id),
    listBankLines: ({ params, query }) => queries.listBankLines(db, params.id, query),
    removeStatements: {
      handle: ({ params, ...call }) => removeStatements(db, call.actor, params.id, rulesOf(call)),
      approval: 'said-by-command',
    },
    importStatements: {
      handle: ({ params, query, bytes, ...call }) => {
        const input = { ...query, accountId: params.id, bytes };
        return importStatements(db, call.actor, input, rulesOf(call));
      },
      approval: 'said-by-command',
    },
  };
});
