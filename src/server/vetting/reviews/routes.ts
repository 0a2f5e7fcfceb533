import * as contract from '#contract/vetting/reviews.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/vetting/reviews/commands.ts';
import { listReviews } from '#server/vetting/reviews/queries.ts';

export const reviewRoutes = serve(contract, (deps) => {
  const { db, settings } = deps;
  return {
    listReviews: ({ actor, params }) => listReviews(db, actor, params.id, settings),
    giveReview: ({ actor, params, body }) =>
      commands.giveReview(db, actor, { ...params, ...body }, settings),
    declareConflict: ({ actor, params, body }) =>
      commands.declareConflict(db, actor, { ...params, ...body }, settings),
    liftConflict: ({ actor, params }) => commands.liftConflict(db, actor, params, settings),
  };
});
