import * as contract from '#contract/people/access-review.ts';
import { confirmAccessReview } from '#server/people/access-review/commands.ts';
import { getAccessReview } from '#server/people/access-review/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const accessReviewRoutes = serve(contract, (deps) => {
  const { db, config } = deps;
  return {
    getAccessReview: () => getAccessReview(db, config),
    confirmAccessReview: ({ actor, input }) =>
      confirmAccessReview(db, actor, input.fingerprint, config),
  };
});
