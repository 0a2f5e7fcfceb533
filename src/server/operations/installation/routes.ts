import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/operations/installation.ts';
import { confirmLiveSite } from '#server/operations/installation/commands.ts';
import { getInstallation } from '#server/operations/installation/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function installationRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, storage } = deps;
  bind(app, deps, contract.getInstallation, () => getInstallation(db));
  bind(app, deps, contract.confirmLiveSite, ({ actor }) => confirmLiveSite(db, actor, storage));
}
