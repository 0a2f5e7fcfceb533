import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/people/access-review.ts';
import { confirmAccessReview } from '#server/people/access-review/commands.ts';
import { getAccessReview } from '#server/people/access-review/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function accessReviewRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config } = deps;
  bind(app, deps, contract.getAccessReview, () => getAccessReview(db, config));
  bind(app, deps, contract.confirmAccessReview, ({ actor, body }) =>
    confirmAccessReview(db, actor, body.fingerprint, config),
  );
}
