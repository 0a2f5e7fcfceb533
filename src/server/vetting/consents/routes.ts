import * as contract from '#contract/vetting/consents.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/vetting/consents/commands.ts';
import { getConsent } from '#server/vetting/consents/queries.ts';

export const consentRoutes = serve(contract, (deps) => {
  const { db, mailer } = deps;
  return {
    getConsent: ({ input }) => getConsent(db, input.id),
    askForConsent: ({ actor, input }) => commands.askForConsent(db, actor, input, mailer),
    recordConsent: ({ actor, input }) => commands.recordPaperConsent(db, actor, input, mailer),
    withdrawForNominee: ({ actor, input }) =>
      commands.withdrawForNominee(db, actor, input.id, mailer),
    settleCorrection: ({ actor, input }) => commands.settleCorrection(db, actor, input.id),
  };
});
