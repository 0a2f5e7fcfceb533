import * as contract from '#contract/publishing/public-pages.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/publishing/public-pages/commands.ts';
import { getPublicPage } from '#server/publishing/public-pages/queries.ts';

export const publicPageRoutes = serve(contract, (deps) => {
  const { db } = deps;
  return {
    getPublicPage: ({ input }) => getPublicPage(db, input.id),
    savePublicPage: ({ actor, input: { id: nominationId, ...page } }) =>
      commands.savePublicPage(db, actor, { nominationId, ...page }),
    publishNomination: ({ actor, input }) => commands.publish(db, actor, input.id),
    unpublishNomination: ({ actor, input }) => commands.unpublish(db, actor, input.id),
  };
});
