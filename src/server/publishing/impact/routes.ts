import type { FastifyInstance } from 'fastify';
import { getImpact } from '#contract/publishing/impact.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import { summarizeImpact } from '#server/publishing/impact/queries.ts';

export function impactRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, getImpact, () => summarizeImpact(deps.db));
}
