import * as contract from '#contract/people/approvals.ts';
import type { createApprovals } from '#server/people/approvals/approvals.ts';
import * as commands from '#server/people/approvals/commands.ts';
import * as queries from '#server/people/approvals/queries.ts';
import { getApprovalRule } from '#server/people/approvals/switch-on.ts';
import type { Deps } from '#server/platform/deps.ts';
import { serve } from '#server/platform/http/serve.ts';

export const approvalRoutes = serve(
  contract,
  (deps: Deps & { approvals: ReturnType<typeof createApprovals> }) => {
    const { db, mailer, approvals, settings } = deps;
    return {
      getApprovalRule: () => getApprovalRule(db, settings),
      listApprovals: ({ actor, input }) => queries.listApprovals(db, actor, input),
      listWaiting: ({ actor, input }) => queries.listWaiting(db, actor, input),
      getApproval: ({ actor, input }) => queries.getApproval(db, actor, input.id),
      approve: ({ actor, input }) => commands.approve(db, actor, input, approvals.find, mailer),
      decline: ({ actor, input }) => commands.decline(db, actor, input, mailer),
      withdraw: ({ actor, input }) => commands.withdraw(db, actor, input.id),
    };
  },
);
