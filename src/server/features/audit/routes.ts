import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/audit.ts';
import type { Deps } from '#server/app.ts';
import { listAudit } from '#server/features/audit/queries.ts';
import { bind } from '#server/http/bind-endpoint.ts';

export function auditRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.listAudit, ({ query }) => listAudit(deps.db, query));
}
