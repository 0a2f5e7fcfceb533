import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/operations/alerts.ts';
import * as commands from '#server/operations/alerts/commands.ts';
import { listAlerts } from '#server/operations/alerts/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function alertRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  bind(app, deps, contract.listAlerts, () => listAlerts(db));
  bind(app, deps, contract.settleAlert, ({ actor, params }) =>
    commands.settleAlertById(db, actor, params.id),
  );
}
