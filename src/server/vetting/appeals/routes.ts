import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/vetting/decisions.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import { upholdRejection } from '#server/vetting/appeals/commands.ts';
import { listDecisions } from '#server/vetting/appeals/queries.ts';
import { previewLetter } from '#server/vetting/nominations/queries.ts';

export function appealRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, mailer } = deps;
  bind(app, deps, contract.listDecisions, ({ actor, params }) =>
    listDecisions(db, actor, params.id),
  );
  bind(app, deps, contract.previewLetter, ({ actor, params, body }) =>
    previewLetter(db, mailer, actor, { ...params, ...body }),
  );
  bind(app, deps, contract.upholdRejection, ({ actor, params, body }) =>
    upholdRejection(db, actor, { ...params, ...body }, mailer),
  );
}
