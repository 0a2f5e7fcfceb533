import type { FastifyInstance } from 'fastify';
import { getDashboard } from '#contract/operations/dashboard.ts';
import * as queries from '#server/operations/dashboard/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function dashboardRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, getDashboard, () => queries.getDashboard(deps.db, deps.config));
}
