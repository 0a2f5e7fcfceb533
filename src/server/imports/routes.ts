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
    listImports: ({ input }) => queries.listImports(db, input),
    getImport: ({ input }) => queries.getImport(db, input.id),
    listImportLines: ({ input: { id, ...filter } }) => queries.listImportLines(db, id, filter),
    tryImportMapping: ({ actor, input }) =>
      tryImportMapping(db, actor, { id: input.id, mapping: input.importMapping }, deps),
    checkImport: ({ actor, input: { importMapping: mapping, ...input } }) =>
      checkImport(db, actor, { ...input, mapping }, boss),
    chooseImportCauses: ({ actor, input: { importedCauses: causes, ...input } }) =>
      chooseImportCauses(db, actor, { ...input, causes }),
    bookImport: {
      handle: ({ actor, input, idempotencyKey }) =>
        bookImport(db, actor, input, idempotencyKey, boss),
      approval: bookingApproval(db, settings, boss),
    },
    takeBackImport: {
      handle: ({ actor, input, idempotencyKey }) =>
        takeBackImport(db, actor, input, idempotencyKey, boss),
      approval: takingBackApproval(db, settings, boss),
    },
    deleteImport: ({ actor, input }) => deleteImport(db, actor, input.id),
    uploadImport: ({ actor, input, bytes }) => uploadImport(db, actor, { ...input, bytes }, deps),
  };
});
