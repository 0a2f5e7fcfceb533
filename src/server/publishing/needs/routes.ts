import * as contract from '#contract/publishing/needs.ts';
import { sharedRead } from '#server/platform/db/shared-read.ts';
import { inSnapshot } from '#server/platform/db/snapshot.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as queries from '#server/publishing/needs/queries.ts';

export const needRoutes = serve(contract, (deps) => {
  const { db } = deps;
  const listNeeds = sharedRead((query: Parameters<typeof queries.listNeeds>[1]) =>
    queries.listNeeds(db, query),
  );
  return {
    listNeeds: ({ query }) => listNeeds(query),
    getNeed: ({ params }) => inSnapshot(db, (trx) => queries.getNeed(trx, params.id)),
  };
});
