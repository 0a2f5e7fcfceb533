import * as contract from '#contract/publishing/impact.ts';
import { sharedRead } from '#server/platform/db/shared-read.ts';
import { serve } from '#server/platform/http/serve.ts';
import { measureDurations, summarizeImpact } from '#server/publishing/impact/queries.ts';

export const impactRoutes = serve(contract, (deps) => {
  const summarize = sharedRead(() => summarizeImpact(deps.db));
  const measure = sharedRead(() => measureDurations(deps.db));
  return {
    getImpact: () => summarize(null),
    getDurations: () => measure(null),
  };
});
