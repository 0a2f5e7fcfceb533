import * as contract from '#contract/vetting/reviews.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/vetting/reviews/commands.ts';
import { listReviews } from '#server/vetting/reviews/queries.ts';

export const reviewRoutes = serve(contract, (deps) => {
  const { db, settings } = deps;
  return {
    listReviews: ({ actor, input }) => listReviews(db, actor, input.id, settings),
    giveReview: ({ actor, input }) => commands.giveReview(db, actor, input, settings),
    declareConflict: ({ actor, input }) => commands.declareConflict(db, actor, input, settings),
    liftConflict: ({ actor, input }) => commands.liftConflict(db, actor, input, settings),
  };
});
