import * as contract from '#contract/publishing/donor-mailings.ts';
import { limitsOfCall } from '#server/people/approvals/approvals.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/publishing/donor-mailings/commands.ts';
import { listDonorMailings } from '#server/publishing/donor-mailings/queries.ts';

export const donorMailingRoutes = serve(contract, (deps) => {
  const { db, boss, mailer, settings } = deps;
  return {
    listDonorMailings: ({ input }) => listDonorMailings(db, input),
    mailDonors: {
      handle: ({ input, idempotencyKey, ...call }) =>
        commands.mailDonors(db, boss, call.actor, input, {
          idempotencyKey,
          limits: limitsOfCall(settings, 'mailing', call),
        }),
      approval: 'said-by-command',
    },
    tryDonorMail: async ({ actor, input }) => {
      await commands.tryDonorMail(db, actor, input, mailer);
      return { message: `A test is on its way to ${actor.email}.` };
    },
    stopDonorMailing: ({ actor, input }) => commands.stopDonorMailing(db, actor, input.id),
  };
});
