import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/publishing/public-pages.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import * as commands from '#server/publishing/public-pages/commands.ts';
import { getPublicPage } from '#server/publishing/public-pages/queries.ts';

export function publicPageRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  bind(app, deps, contract.getPublicPage, ({ params }) => getPublicPage(db, params.id));
  bind(app, deps, contract.savePublicPage, ({ actor, params, body }) =>
    commands.savePublicPage(db, actor, { nominationId: params.id, ...body }),
  );
  bind(app, deps, contract.publishNomination, ({ actor, params }) =>
    commands.publish(db, actor, params.id),
  );
  bind(app, deps, contract.unpublishNomination, ({ actor, params }) =>
    commands.unpublish(db, actor, params.id),
  );
}
