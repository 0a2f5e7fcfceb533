import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/operations/installation.ts';
import type { WithPayments } from '#server/giving/payment-provider/provider.ts';
import { confirmLiveSite } from '#server/operations/installation/commands.ts';
import { examineDatabase, examineMachine } from '#server/operations/installation/examine.ts';
import { getInstallation } from '#server/operations/installation/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';

export function installationRoutes(
  app: FastifyInstance,
  deps: Deps & WithPayments,
  queues: readonly JobQueue[],
  explain: (error: unknown) => string,
): void {
  const { db, storage, config, payments, mailer } = deps;
  bind(app, deps, contract.getInstallation, () => getInstallation(db));
  bind(
    app,
    deps,
    contract.checkInstallation,
    async ({ actor }) => [
      ...(await examineMachine({ config, storage, payments, mailTo: actor.email, explain })),
      ...(await examineDatabase({ db, mailer, storage, payments, queues, explain })),
    ],
    { callsPerTenMinutes: 10 },
  );
  bind(app, deps, contract.confirmLiveSite, ({ actor }) => confirmLiveSite(db, actor, storage));
}
