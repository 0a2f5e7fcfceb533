import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/operations/desk.ts';
import { getDesk } from '#server/operations/desk/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function deskRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.getDesk, ({ actor }) =>
    getDesk(deps.db, actor, deps.settings.current()),
  );
}
