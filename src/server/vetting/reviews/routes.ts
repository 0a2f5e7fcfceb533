import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/vetting/reviews.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import * as commands from '#server/vetting/reviews/commands.ts';
import { listReviews } from '#server/vetting/reviews/queries.ts';

export function reviewRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, settings } = deps;
  bind(app, deps, contract.listReviews, ({ actor, params }) =>
    listReviews(db, actor, params.id, settings),
  );
  bind(app, deps, contract.giveReview, ({ actor, params, body }) =>
    commands.giveReview(db, actor, { ...params, ...body }, settings),
  );
  bind(app, deps, contract.declareConflict, ({ actor, params, body }) =>
    commands.declareConflict(db, actor, { ...params, ...body }, settings),
  );
  bind(app, deps, contract.liftConflict, ({ actor, params }) =>
    commands.liftConflict(db, actor, params, settings),
  );
}
