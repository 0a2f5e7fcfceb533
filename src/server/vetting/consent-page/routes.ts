import * as contract from '#contract/vetting/consent-page.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/vetting/consent-page/commands.ts';
import { openConsentPage } from '#server/vetting/consent-page/queries.ts';

export const consentPageRoutes = serve(contract, (deps) => {
  const { db, config, mailer } = deps;
  return {
    openConsentPage: ({ input }) => openConsentPage(db, input.token),
    openWithCode: ({ input }) => commands.openWithCode(db, input.code, config),
    answerConsent: ({ input }) => commands.answerAsNominee(db, input, mailer),
    withdrawByNominee: ({ input }) => commands.withdrawByLink(db, input.token, mailer),
    proposeCorrection: ({ input }) => commands.proposeCorrection(db, input, mailer),
  };
});
