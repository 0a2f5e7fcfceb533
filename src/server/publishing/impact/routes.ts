import type { FastifyInstance } from 'fastify';
import { getDurations, getImpact } from '#contract/publishing/impact.ts';
import { sharedRead } from '#server/platform/db/shared-read.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import { measureDurations, summarizeImpact } from '#server/publishing/impact/queries.ts';

export function impactRoutes(app: FastifyInstance, deps: Deps): void {
  const summarize = sharedRead(() => summarizeImpact(deps.db));
  bind(app, deps, getImpact, () => summarize(null));
  const measure = sharedRead(() => measureDurations(deps.db));
  bind(app, deps, getDurations, () => measure(null));
}
