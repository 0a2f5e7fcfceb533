import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/banking/bank-statements.ts';
import * as commands from '#server/banking/statements/commands.ts';
import * as queries from '#server/banking/statements/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export async function bankStatementRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db } = deps;
  bind(app, deps, contract.listBankStatements, ({ params }) =>
    queries.listBankStatements(db, params.id),
  );
  bind(app, deps, contract.listBankLines, ({ params, query }) =>
    queries.listBankLines(db, params.id, query),
  );
  bind(app, deps, contract.removeStatements, ({ actor, params }) =>
    commands.removeStatements(db, actor, params.id),
  );
  await app.register(async (raw) => {
    const bodyLimit = contract.maxStatementBytes;
    raw.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit },
      (_request, body, done) => done(null, body),
    );
    bind(raw, deps, contract.importStatements, ({ actor, params, query, request }) => {
      const bytes = request.body;
      if (!Buffer.isBuffer(bytes) || bytes.length === 0) {
        throw new AppError('invalid_input', 'Send the bytes of a file.');
      }
      return commands.importStatements(db, actor, { ...query, accountId: params.id, bytes });
    });
  });
}
