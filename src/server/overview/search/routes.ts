import * as contract from '#contract/overview/search.ts';
import { searchAll } from '#server/overview/search/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const searchRoutes = serve(contract, (deps) => ({
  searchAll: ({ actor, input }) => searchAll(deps, actor, input),
}));
