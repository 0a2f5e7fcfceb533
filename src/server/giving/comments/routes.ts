import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/giving/comments.ts';
import { decideComment } from '#server/giving/comments/commands.ts';
import { listComments } from '#server/giving/comments/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function commentRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  bind(app, deps, contract.listComments, ({ query }) => listComments(db, query));
  bind(app, deps, contract.decideComment, ({ actor, params, body }) =>
    decideComment(db, actor, { ...body, id: params.id }),
  );
}
