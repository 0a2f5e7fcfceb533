import * as contract from '#contract/giving/comments.ts';
import { decideComment } from '#server/giving/comments/commands.ts';
import { listComments } from '#server/giving/comments/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const commentRoutes = serve(contract, (deps) => {
  const { db } = deps;
  return {
    listComments: ({ input }) => listComments(db, input),
    decideComment: ({ actor, input }) => decideComment(db, actor, input),
  };
});
