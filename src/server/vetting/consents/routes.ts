import * as contract from '#contract/vetting/consents.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/vetting/consents/commands.ts';
import { getConsent } from '#server/vetting/consents/queries.ts';

export const consentRoutes = serve(contract, (deps) => {
  const { db, mailer } = deps;
  return {
    getConsent: ({ params }) => getConsent(db, params.id),
    askForConsent: ({ actor, params, body }) =>
      commands.askForConsent(db, actor, { ...params, ...body }, mailer),
    recordConsent: ({ actor, params, body }) =>
      commands.recordPaperConsent(db, actor, { ...params, ...body }, mailer),
    withdrawForNominee: ({ actor, params }) =>
      commands.withdrawForNominee(db, actor, params.id, mailer),
    settleCorrection: ({ actor, params }) => commands.settleCorrection(db, actor, params.id),
  };
});
