import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/operations/audit-trail.ts';
import { listAudit, listAuditActors } from '#server/operations/audit-trail/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function auditRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, settings } = deps;
  bind(app, deps, contract.listAudit, ({ query }) =>
    listAudit(db, settings.current().timeZone, query),
  );
  bind(app, deps, contract.listAuditActors, () => listAuditActors(db));
}
