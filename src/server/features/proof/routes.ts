import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/proof.ts';
import type { Deps } from '#server/app.ts';
import { getProofSummary, listUnproven } from '#server/features/proof/queries.ts';
import { bind } from '#server/http/bind-endpoint.ts';

export function proofRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.listUnproven, ({ query }) => listUnproven(deps.db, query));
  bind(app, deps, contract.getProofSummary, () => getProofSummary(deps.db));
}
