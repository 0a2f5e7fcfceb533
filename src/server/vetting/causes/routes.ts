import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/vetting/causes.ts';
import { sharedRead } from '#server/platform/db/shared-read.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import * as commands from '#server/vetting/causes/commands.ts';
import * as queries from '#server/vetting/causes/queries.ts';

export function causeRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const listCauses = sharedRead(() => queries.listCauses(db));
  bind(app, deps, contract.listCauses, () => listCauses(null));
  bind(app, deps, contract.createCause, ({ actor, body }) => commands.createCause(db, actor, body));
  bind(app, deps, contract.deleteCause, ({ actor, params }) =>
    commands.deleteCause(db, actor, params.id),
  );
}
