import type { FastifyInstance } from 'fastify';
import { getDashboard } from '#contract/dashboard.ts';
import type { Deps } from '#server/app.ts';
import * as queries from '#server/features/dashboard/queries.ts';
import { bind } from '#server/http/bind-endpoint.ts';

export function dashboardRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, getDashboard, () => queries.getDashboard(deps.db, deps.config));
}
