import * as contract from '#contract/operations/desk.ts';
import { getDesk } from '#server/operations/desk/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const deskRoutes = serve(contract, (deps) => ({
  getDesk: ({ actor }) => getDesk(deps.db, actor, deps.settings.current()),
}));
