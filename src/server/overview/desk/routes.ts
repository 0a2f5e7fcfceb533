import * as contract from '#contract/overview/desk.ts';
import { getDesk } from '#server/overview/desk/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const deskRoutes = serve(contract, (deps) => ({
  getDesk: ({ actor }) => getDesk(deps.db, actor, deps.settings.current()),
}));
