import * as contract from '#contract/spending/missing-proof.ts';
import { serve } from '#server/platform/http/serve.ts';
import { getProofSummary, listUnproven } from '#server/spending/missing-proof/queries.ts';

export const proofRoutes = serve(contract, (deps) => {
  const { db, settings } = deps;
  return {
    listUnproven: ({ input }) => listUnproven(db, settings.current().timeZone, input),
    getProofSummary: () => getProofSummary(db, settings.current().timeZone),
  };
});
