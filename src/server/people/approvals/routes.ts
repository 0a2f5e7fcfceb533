import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/people/approvals.ts';
import type { createApprovals } from '#server/people/approvals/approvals.ts';
import * as commands from '#server/people/approvals/commands.ts';
import * as queries from '#server/people/approvals/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function approvalRoutes(
  app: FastifyInstance,
  deps: Deps,
  { find }: Pick<ReturnType<typeof createApprovals>, 'find'>,
): void {
  const { db, mailer } = deps;
  bind(app, deps, contract.listApprovals, ({ actor, query }) =>
    queries.listApprovals(db, actor, query),
  );
  bind(app, deps, contract.getApproval, ({ actor, params }) =>
    queries.getApproval(db, actor, params.id),
  );
  bind(app, deps, contract.approve, ({ actor, params, body }) =>
    commands.approve(db, actor, { ...params, ...body }, find, mailer),
  );
  bind(app, deps, contract.decline, ({ actor, params, body }) =>
    commands.decline(db, actor, { ...params, ...body }, mailer),
  );
  bind(app, deps, contract.withdraw, ({ actor, params }) =>
    commands.withdraw(db, actor, params.id),
  );
}
