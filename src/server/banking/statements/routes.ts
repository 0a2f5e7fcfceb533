import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/banking/bank-statements.ts';
import * as commands from '#server/banking/statements/commands.ts';
import * as queries from '#server/banking/statements/queries.ts';
import { limitsOfCall } from '#server/people/approvals/approvals.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export async function bankStatementRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, settings } = deps;
  bind(app, deps, contract.listBankStatements, ({ params }) =>
    queries.listBankStatements(db, params.id),
  );
  bind(app, deps, contract.listBankLines, ({ params, query }) =>
    queries.listBankLines(db, params.id, query),
  );
  const rulesOf = (call: Parameters<typeof limitsOfCall>[2]) => ({
    settings,
    limits: limitsOfCall(settings, 'bank_statement', call),
  });
  bind(
    app,
    deps,
    contract.removeStatements,
    ({ params, ...call }) => commands.removeStatements(db, call.actor, params.id, rulesOf(call)),
    { approval: 'said-by-command' },
  );
  await app.register(async (raw) => {
    const bodyLimit = contract.maxStatementBytes;
    raw.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit },
      (_request, body, done) => done(null, body),
    );
    bind(
      raw,
      deps,
      contract.importStatements,
      ({ params, query, bytes, ...call }) => {
        if (!bytes?.length) throw new AppError('invalid_input', 'Send the bytes of a file.');
        const input = { ...query, accountId: params.id, bytes };
        return commands.importStatements(db, call.actor, input, rulesOf(call));
      },
      { approval: 'said-by-command' },
    );
  });
}
