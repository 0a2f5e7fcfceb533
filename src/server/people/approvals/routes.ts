import * as contract from '#contract/people/approvals.ts';
import type { createApprovals } from '#server/people/approvals/approvals.ts';
import * as commands from '#server/people/approvals/commands.ts';
import * as queries from '#server/people/approvals/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { serve } from '#server/platform/http/serve.ts';

export const approvalRoutes = serve(
  contract,
  (deps: Deps & { approvals: ReturnType<typeof createApprovals> }) => {
    const { db, mailer, approvals } = deps;
    return {
      listApprovals: ({ actor, query }) => queries.listApprovals(db, actor, query),
      getApproval: ({ actor, params }) => queries.getApproval(db, actor, params.id),
      approve: ({ actor, params, body }) =>
        commands.approve(db, actor, { ...params, ...body }, approvals.find, mailer),
      decline: ({ actor, params, body }) =>
        commands.decline(db, actor, { ...params, ...body }, mailer),
      withdraw: ({ actor, params }) => commands.withdraw(db, actor, params.id),
    };
  },
);
