import * as contract from '#contract/imports/imports.ts';
import * as commands from '#server/imports/commands.ts';
import { bookingApproval, takingBackApproval } from '#server/imports/four-eyes.ts';
import * as queries from '#server/imports/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const importRoutes = serve(contract, (deps) => {
  const { db, settings, boss } = deps;
  return {
    listImports: ({ query }) => queries.listImports(db, query),
    getImport: ({ params }) => queries.getImport(db, params.id),
    listImportLines: ({ params, query }) => queries.listImportLines(db, params.id, query),
    tryImportMapping: ({ actor, params, body }) =>
      commands.tryImportMapping(db, actor, { id: params.id, mapping: body.importMapping }, deps),
    checkImport: ({ actor, params, body }) => {
      const { revision, importMapping: mapping } = body;
      return commands.checkImport(db, actor, { id: params.id, revision, mapping }, boss);
    },
    chooseImportCauses: ({ actor, params, body }) => {
      const { revision, importedCauses: causes } = body;
      return commands.chooseImportCauses(db, actor, { id: params.id, revision, causes });
    },
    bookImport: {
      handle: ({ actor, params, body, idempotencyKey }) =>
        commands.bookImport(db, actor, { ...body, id: params.id }, idempotencyKey, boss),
      approval: bookingApproval(db, settings, boss),
    },
    takeBackImport: {
      handle: ({ actor, params, body, idempotencyKey }) =>
        commands.takeBackImport(db, actor, { ...body, id: params.id }, idempotencyKey, boss),
      approval: takingBackApproval(db, settings, boss),
    },
    deleteImport: ({ actor, params }) => commands.deleteImport(db, actor, params.id),
    uploadImport: ({ actor, query, bytes }) =>
      commands.uploadImport(db, actor, { ...query, bytes }, deps),
  };
});
