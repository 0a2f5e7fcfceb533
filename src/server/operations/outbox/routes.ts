import * as contract from '#contract/operations/outbox.ts';
import * as commands from '#server/operations/outbox/commands.ts';
import { getMailStatus, listDeadMails } from '#server/operations/outbox/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const mailRoutes = serve(contract, (deps) => {
  const { db, mailer } = deps;
  return {
    listDeadMails: ({ input }) => listDeadMails(db, input),
    getMailStatus: () => getMailStatus(db),
    resendMail: ({ actor, input }) => commands.resendMail(db, actor, input.id, mailer),
    discardMail: ({ actor, input }) => commands.discardMail(db, actor, input),
    sendWaitingMail: ({ actor }) => commands.sendWaitingMail(db, actor),
    resumeMail: ({ actor }) => commands.resumeMail(db, actor),
  };
});
