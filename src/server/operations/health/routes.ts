import * as contract from '#contract/operations/health.ts';
import { createReadinessCheck } from '#server/operations/health/readiness.ts';
import type { Deps } from '#server/platform/deps.ts';
import { serve } from '#server/platform/http/serve.ts';

export const healthRoutes = serve(contract, (deps: Deps & { isClosing: () => boolean }) => ({
  getHealth: async () => ({ status: 'ok' as const }),
  getReadiness: createReadinessCheck(deps, deps.isClosing),
}));
