import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/operations/imports.ts';
import { maxImportBytes } from '#core/imports.ts';
import * as commands from '#server/operations/imports/commands.ts';
import { bookingApproval, takingBackApproval } from '#server/operations/imports/four-eyes.ts';
import * as queries from '#server/operations/imports/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export async function importRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, settings, boss } = deps;
  bind(app, deps, contract.listImports, ({ query }) => queries.listImports(db, query));
  bind(app, deps, contract.getImport, ({ params }) => queries.getImport(db, params.id));
  bind(app, deps, contract.listImportLines, ({ params, query }) =>
    queries.listImportLines(db, params.id, query),
  );
  bind(app, deps, contract.tryImportMapping, ({ actor, params, body }) =>
    commands.tryImportMapping(db, actor, { id: params.id, mapping: body.importMapping }, deps),
  );
  bind(app, deps, contract.checkImport, ({ actor, params, body }) => {
    const { revision, importMapping: mapping } = body;
    return commands.checkImport(db, actor, { id: params.id, revision, mapping }, boss);
  });
  bind(app, deps, contract.chooseImportCauses, ({ actor, params, body }) => {
    const { revision, importedCauses: causes } = body;
    return commands.chooseImportCauses(db, actor, { id: params.id, revision, causes });
  });
  bind(
    app,
    deps,
    contract.bookImport,
    ({ actor, params, body, idempotencyKey }) =>
      commands.bookImport(db, actor, { ...body, id: params.id }, idempotencyKey, boss),
    { approval: bookingApproval(db, settings, boss) },
  );
  bind(
    app,
    deps,
    contract.takeBackImport,
    ({ actor, params, body, idempotencyKey }) =>
      commands.takeBackImport(db, actor, { ...body, id: params.id }, idempotencyKey, boss),
    { approval: takingBackApproval(db, settings, boss) },
  );
  bind(app, deps, contract.deleteImport, ({ actor, params }) =>
    commands.deleteImport(db, actor, params.id),
  );
  await app.register(async (raw) => {
    raw.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: maxImportBytes },
      (_request, body, done) => done(null, body),
    );
    bind(raw, deps, contract.uploadImport, ({ actor, query, bytes }) => {
      if (!bytes?.length) throw new AppError('invalid_input', 'Send the bytes of a file.');
      return commands.uploadImport(db, actor, { ...query, bytes }, deps);
    });
  });
}
