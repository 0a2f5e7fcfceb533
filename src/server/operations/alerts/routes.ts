import * as contract from '#contract/operations/alerts.ts';
import { listAlerts } from '#server/operations/alerts/queries.ts';
import * as commands from '#server/operations/alerts/settle-alert.ts';
import { serve } from '#server/platform/http/serve.ts';

export const alertRoutes = serve(contract, (deps) => {
  const { db } = deps;
  return {
    listAlerts: () => listAlerts(db),
    settleAlert: ({ actor, input }) => commands.settleAlertById(db, actor, input.id),
  };
});
