import * as contract from '#contract/imports/imports.ts';
import { bookImport } from '#server/imports/book-import.ts';
import { checkImport, chooseImportCauses, deleteImport } from '#server/imports/commands.ts';
import { bookingApproval, takingBackApproval } from '#server/imports/four-eyes.ts';
import * as queries from '#server/imports/queries.ts';
import { takeBackImport } from '#server/imports/take-back-import.ts';
import { tryImportMapping } from '#server/imports/try-import-mapping.ts';
import { uploadImport } from '#server/imports/upload-import.ts';
import { serve } from '#server/platform/http/serve.ts';

export const importRoutes = serve(contract, (deps) => {
  const { db, settings, boss } = deps;
  return {
    listImports: ({ query }) => queries.listImports(db, query),
    getImport: ({ params }) => queries.getImport(db, params.id),
    listImportLines: ({ params, query }) => queries.listImportLines(db, params.id, query),
    tryImportMapping: ({ actor, params, body }) =>
      tryImportMapping(db, actor, { id: params.id, mapping: body.importMapping }, deps),
    checkImport: ({ actor, params, body }) => {
      const { revision, importMapping: mapping } = body;
      return checkImport(db, actor, { id: params.id, revision, mapping }, boss);
    },
    chooseImportCauses: ({ actor, params, body }) => {
      const { revision, importedCauses: causes } = body;
      return chooseImportCauses(db, actor, { id: params.id, revision, causes });
    },
    bookImport: {
      handle: ({ actor, params, body, idempotencyKey }) =>
        bookImport(db, actor, { ...body, id: params.id }, idempotencyKey, boss),
      approval: bookingApproval(db, settings, boss),
    },
    takeBackImport: {
      handle: ({ actor, params, body, idempotencyKey }) =>
        takeBackImport(db, actor, { ...body, id: params.id }, idempotencyKey, boss),
      approval: takingBackApproval(db, settings, boss),
    },
    deleteImport: ({ actor, params }) => deleteImport(db, actor, params.id),
    uploadImport: ({ actor, query, bytes }) => uploadImport(db, actor, { ...query, bytes }, deps),
  };
});
