import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/giving/deposits.ts';
import * as commands from '#server/giving/deposits/commands.ts';
import { returnApproval } from '#server/giving/deposits/four-eyes.ts';
import * as queries from '#server/giving/deposits/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function depositRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, settings, mailer } = deps;
  bind(app, deps, contract.listDeposits, ({ query }) => queries.listDeposits(db, query));
  bind(app, deps, contract.getDeposit, ({ actor, params }) =>
    queries.getDeposit(db, actor, params.id, settings),
  );
  bind(app, deps, contract.addDeposit, ({ actor, body, idempotencyKey }) =>
    commands.addDeposit(db, actor, body, idempotencyKey, settings),
  );
  bind(app, deps, contract.saveDeposit, ({ actor, params, body }) =>
    commands.saveDeposit(db, actor, { ...body, id: params.id }, settings),
  );
  bind(app, deps, contract.deleteDeposit, ({ actor, params }) =>
    commands.deleteDeposit(db, actor, params.id),
  );
  bind(app, deps, contract.closeDeposit, ({ actor, params, body }) =>
    commands.closeDeposit(db, actor, { ...body, id: params.id }, settings),
  );
  bind(app, deps, contract.sendDepositBack, ({ actor, params, body }) =>
    commands.sendDepositBack(db, actor, { ...body, id: params.id }, settings),
  );
  bind(app, deps, contract.confirmDeposit, ({ actor, params, body, idempotencyKey }) =>
    commands.confirmDeposit(db, actor, { ...body, id: params.id }, idempotencyKey, deps),
  );
  bind(
    app,
    deps,
    contract.returnDepositLine,
    ({ actor, params, body, idempotencyKey }) =>
      commands.returnDepositLine(db, actor, { ...body, id: params.id }, idempotencyKey, deps),
    { approval: returnApproval(db, settings, mailer) },
  );
}
