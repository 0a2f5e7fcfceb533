import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/operations/mail.ts';
import * as commands from '#server/operations/mail/commands.ts';
import { getMailStatus, listDeadMails } from '#server/operations/mail/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function mailRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, mailer } = deps;
  bind(app, deps, contract.listDeadMails, ({ query }) => listDeadMails(db, query));
  bind(app, deps, contract.getMailStatus, () => getMailStatus(db));
  bind(app, deps, contract.resendMail, ({ actor, params }) =>
    commands.resendMail(db, actor, params.id, mailer),
  );
  bind(app, deps, contract.discardMail, ({ actor, params, body }) =>
    commands.discardMail(db, actor, { ...params, ...body }),
  );
  bind(app, deps, contract.sendWaitingMail, ({ actor }) => commands.sendWaitingMail(db, actor));
  bind(app, deps, contract.resumeMail, ({ actor }) => commands.resumeMail(db, actor));
}
