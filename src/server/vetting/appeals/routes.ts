import * as contract from '#contract/vetting/decisions.ts';
import { serve } from '#server/platform/http/serve.ts';
import { upholdRejection } from '#server/vetting/appeals/commands.ts';
import { listDecisions } from '#server/vetting/appeals/queries.ts';
import { previewLetter } from '#server/vetting/nominations/queries.ts';

export const appealRoutes = serve(contract, (deps) => {
  const { db, mailer } = deps;
  return {
    listDecisions: ({ actor, params }) => listDecisions(db, actor, params.id),
    previewLetter: ({ actor, params, body }) =>
      previewLetter(db, mailer, actor, { ...params, ...body }),
    upholdRejection: ({ actor, params, body }) =>
      upholdRejection(db, actor, { ...params, ...body }, mailer),
  };
});
