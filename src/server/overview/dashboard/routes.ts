import * as contract from '#contract/overview/dashboard.ts';
import * as queries from '#server/overview/dashboard/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const dashboardRoutes = serve(contract, (deps) => ({
  getDashboard: () => queries.getDashboard(deps.db),
}));
