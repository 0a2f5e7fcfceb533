import * as contract from '#contract/publishing/updates.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/publishing/updates/commands.ts';
import { listUpdates, previewUpdate } from '#server/publishing/updates/queries.ts';

export const updateRoutes = serve(contract, (deps) => {
  const { db, boss } = deps;
  return {
    listUpdates: ({ input }) => listUpdates(db, input.id),
    createUpdate: ({ actor, input: { id: nominationId, ...update }, idempotencyKey }) =>
      commands.createUpdate(db, actor, { nominationId, ...update }, idempotencyKey),
    saveUpdate: ({ actor, input }) => commands.saveUpdate(db, actor, input),
    deleteUpdate: ({ actor, input }) => commands.deleteUpdate(db, actor, input.id),
    previewUpdate: ({ input }) => previewUpdate(db, deps, input.id),
    publishUpdate: ({ actor, input }) => commands.publishUpdate(db, boss, actor, input.id),
  };
});
