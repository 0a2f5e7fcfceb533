import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/spending/missing-proof.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import { getProofSummary, listUnproven } from '#server/spending/missing-proof/queries.ts';

export function proofRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, settings } = deps;
  bind(app, deps, contract.listUnproven, ({ query }) =>
    listUnproven(db, settings.current().timeZone, query),
  );
  bind(app, deps, contract.getProofSummary, () => getProofSummary(db, settings.current().timeZone));
}
