import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/publishing/needs.ts';
import { sharedRead } from '#server/platform/db/shared-read.ts';
import { inSnapshot } from '#server/platform/db/snapshot.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import * as queries from '#server/publishing/needs/queries.ts';

export function needRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const listNeeds = sharedRead((query: Parameters<typeof queries.listNeeds>[1]) =>
    queries.listNeeds(db, query),
  );
  bind(app, deps, contract.listNeeds, ({ query }) => listNeeds(query));
  bind(app, deps, contract.getNeed, ({ params }) =>
    inSnapshot(db, (trx) => queries.getNeed(trx, params.id)),
  );
}
