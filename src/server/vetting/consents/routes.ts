import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/vetting/consents.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import * as commands from '#server/vetting/consents/commands.ts';
import { getConsent } from '#server/vetting/consents/queries.ts';

export function consentRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, mailer } = deps;
  bind(app, deps, contract.getConsent, ({ params }) => getConsent(db, params.id));
  bind(app, deps, contract.askForConsent, ({ actor, params, body }) =>
    commands.askForConsent(db, actor, { ...params, ...body }, mailer),
  );
  bind(app, deps, contract.recordConsent, ({ actor, params, body }) =>
    commands.recordPaperConsent(db, actor, { ...params, ...body }, mailer),
  );
  bind(app, deps, contract.withdrawForNominee, ({ actor, params }) =>
    commands.withdrawForNominee(db, actor, params.id, mailer),
  );
  bind(app, deps, contract.settleCorrection, ({ actor, params }) =>
    commands.settleCorrection(db, actor, params.id),
  );
}
