import * as contract from '#contract/publishing/public-pages.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/publishing/public-pages/commands.ts';
import { getPublicPage } from '#server/publishing/public-pages/queries.ts';

export const publicPageRoutes = serve(contract, (deps) => {
  const { db } = deps;
  return {
    getPublicPage: ({ params }) => getPublicPage(db, params.id),
    savePublicPage: ({ actor, params, body }) =>
      commands.savePublicPage(db, actor, { nominationId: params.id, ...body }),
    publishNomination: ({ actor, params }) => commands.publish(db, actor, params.id),
    unpublishNomination: ({ actor, params }) => commands.unpublish(db, actor, params.id),
  };
});
