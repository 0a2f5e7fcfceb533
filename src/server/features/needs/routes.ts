import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/needs.ts';
import type { Deps } from '#server/app.ts';
import { inSnapshot } from '#server/db/snapshot.ts';
import * as queries from '#server/features/needs/queries.ts';
import { bind } from '#server/http/bind-endpoint.ts';

export function needRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  bind(app, deps, contract.listNeeds, ({ query }) => queries.listNeeds(db, query));
  bind(app, deps, contract.getNeed, ({ params }) =>
    inSnapshot(db, (trx) => queries.getNeed(trx, params.id)),
  );
}
