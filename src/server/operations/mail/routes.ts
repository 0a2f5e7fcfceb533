import * as contract from '#contract/operations/mail.ts';
import * as commands from '#server/operations/mail/commands.ts';
import { getMailStatus, listDeadMails } from '#server/operations/mail/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const mailRoutes = serve(contract, (deps) => {
  const { db, mailer } = deps;
  return {
    listDeadMails: ({ query }) => listDeadMails(db, query),
    getMailStatus: () => getMailStatus(db),
    resendMail: ({ actor, params }) => commands.resendMail(db, actor, params.id, mailer),
    discardMail: ({ actor, params, body }) =>
      commands.discardMail(db, actor, { ...params, ...body }),
    sendWaitingMail: ({ actor }) => commands.sendWaitingMail(db, actor),
    resumeMail: ({ actor }) => commands.resumeMail(db, actor),
  };
});
