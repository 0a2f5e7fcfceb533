import * as contract from '#contract/publishing/updates.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/publishing/updates/commands.ts';
import { listUpdates, previewUpdate } from '#server/publishing/updates/queries.ts';

export const updateRoutes = serve(contract, (deps) => {
  const { db, boss } = deps;
  return {
    listUpdates: ({ params }) => listUpdates(db, params.id),
    createUpdate: ({ actor, params, body, idempotencyKey }) =>
      commands.createUpdate(db, actor, { nominationId: params.id, ...body }, idempotencyKey),
    saveUpdate: ({ actor, params, body }) => commands.saveUpdate(db, actor, { ...params, ...body }),
    deleteUpdate: ({ actor, params }) => commands.deleteUpdate(db, actor, params.id),
    previewUpdate: ({ params }) => previewUpdate(db, deps, params.id),
    publishUpdate: ({ actor, params }) => commands.publishUpdate(db, boss, actor, params.id),
  };
});
