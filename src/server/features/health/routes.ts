import type { FastifyInstance } from 'fastify';
import { getHealth } from '#contract/health.ts';
import type { Deps } from '#server/app.ts';
import { checkHealth } from '#server/features/health/queries.ts';
import { bind } from '#server/http/bind-endpoint.ts';

export function healthRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, getHealth, () => checkHealth(deps.db));
}
