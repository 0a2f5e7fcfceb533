import * as contract from '#contract/operations/audit-trail.ts';
import { listAudit, listAuditActors } from '#server/operations/audit-trail/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const auditRoutes = serve(contract, (deps) => {
  const { db, settings } = deps;
  return {
    listAudit: ({ input }) => listAudit(db, settings.current().timeZone, input),
    listAuditActors: () => listAuditActors(db),
  };
});
