import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/publishing/donor-mailings.ts';
import { limitsOfCall } from '#server/people/approvals/approvals.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import * as commands from '#server/publishing/donor-mailings/commands.ts';
import { listDonorMailings } from '#server/publishing/donor-mailings/queries.ts';

export function donorMailingRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, boss, mailer, settings } = deps;
  bind(app, deps, contract.listDonorMailings, ({ query }) => listDonorMailings(db, query));
  bind(
    app,
    deps,
    contract.mailDonors,
    ({ body, idempotencyKey, ...call }) =>
      commands.mailDonors(db, boss, call.actor, body, {
        idempotencyKey,
        limits: limitsOfCall(settings, 'mailing', call),
      }),
    { approval: 'said-by-command' },
  );
  bind(app, deps, contract.tryDonorMail, async ({ actor, body }) => {
    await commands.tryDonorMail(db, actor, body, mailer);
    return { message: `A test is on its way to ${actor.email}.` };
  });
  bind(app, deps, contract.stopDonorMailing, ({ actor, params }) =>
    commands.stopDonorMailing(db, actor, params.id),
  );
}
