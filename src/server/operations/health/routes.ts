import type { FastifyInstance } from 'fastify';
import { getHealth, getReadiness } from '#contract/operations/health.ts';
import { createReadinessCheck } from '#server/operations/health/readiness.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function healthRoutes(app: FastifyInstance, deps: Deps, isClosing: () => boolean): void {
  bind(app, deps, getHealth, async () => ({ status: 'ok' as const }));
  bind(app, deps, getReadiness, createReadinessCheck(deps, isClosing));
}
