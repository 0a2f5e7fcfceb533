import * as contract from '#contract/vetting/corrections.ts';
import { serve } from '#server/platform/http/serve.ts';
import { correctNomination } from '#server/vetting/corrections/correct-nomination.ts';
import { getNominationCorrections } from '#server/vetting/corrections/queries.ts';

export const correctionRoutes = serve(contract, ({ db, mailer }) => ({
  getNominationCorrections: ({ input }) => getNominationCorrections(db, input.id),
  correctNomination: ({ actor, input }) => correctNomination(db, actor, input, mailer),
}));
