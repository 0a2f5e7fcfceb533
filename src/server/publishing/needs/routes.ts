import * as contract from '#contract/publishing/needs.ts';
import { sharedRead } from '#server/platform/db/shared-read.ts';
import { inSnapshot } from '#server/platform/db/snapshot.ts';
import { serve } from '#server/platform/http/serve.ts';
import { listNeeds } from '#server/publishing/needs/list-needs.ts';
import { getNeed } from '#server/publishing/needs/queries.ts';

export const needRoutes = serve(contract, (deps) => {
  const { db } = deps;
  const listShared = sharedRead((query: Parameters<typeof listNeeds>[1]) => listNeeds(db, query));
  return {
    listNeeds: ({ input }) => listShared(input),
    getNeed: ({ input }) => inSnapshot(db, (trx) => getNeed(trx, input.id)),
  };
});
