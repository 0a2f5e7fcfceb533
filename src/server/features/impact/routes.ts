import type { FastifyInstance } from 'fastify';
import { getImpact } from '#contract/impact.ts';
import type { Deps } from '#server/app.ts';
import { summarizeImpact } from '#server/features/impact/queries.ts';
import { bind } from '#server/http/bind-endpoint.ts';

export function impactRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, getImpact, () => summarizeImpact(deps.db));
}
