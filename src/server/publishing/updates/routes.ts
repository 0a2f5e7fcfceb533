import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/publishing/updates.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import * as commands from '#server/publishing/updates/commands.ts';
import { listUpdates, previewUpdate } from '#server/publishing/updates/queries.ts';

export function updateRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, boss } = deps;
  bind(app, deps, contract.listUpdates, ({ params }) => listUpdates(db, params.id));
  bind(app, deps, contract.createUpdate, ({ actor, params, body, idempotencyKey }) =>
    commands.createUpdate(db, actor, { nominationId: params.id, ...body }, idempotencyKey),
  );
  bind(app, deps, contract.saveUpdate, ({ actor, params, body }) =>
    commands.saveUpdate(db, actor, { ...params, ...body }),
  );
  bind(app, deps, contract.deleteUpdate, ({ actor, params }) =>
    commands.deleteUpdate(db, actor, params.id),
  );
  bind(app, deps, contract.previewUpdate, ({ params }) => previewUpdate(db, deps, params.id));
  bind(app, deps, contract.publishUpdate, ({ actor, params }) =>
    commands.publishUpdate(db, boss, actor, params.id),
  );
}
