import * as contract from '#contract/vetting/decisions.ts';
import { serve } from '#server/platform/http/serve.ts';
import { upholdRejection } from '#server/vetting/appeals/commands.ts';
import { listDecisions } from '#server/vetting/appeals/queries.ts';
import { previewLetter } from '#server/vetting/nominations/queries.ts';

export const appealRoutes = serve(contract, (deps) => {
  const { db, mailer } = deps;
  return {
    listDecisions: ({ actor, input }) => listDecisions(db, actor, input.id),
    previewLetter: ({ actor, input }) => previewLetter(db, mailer, actor, input),
    upholdRejection: ({ actor, input }) => upholdRejection(db, actor, input, mailer),
  };
});
