import * as contract from '#contract/vetting/consent-page.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/vetting/consent-page/commands.ts';
import { openConsentPage } from '#server/vetting/consent-page/queries.ts';

export const consentPageRoutes = serve(contract, (deps) => {
  const { db, config, mailer } = deps;
  return {
    openConsentPage: ({ body }) => openConsentPage(db, body.token),
    openWithCode: ({ body }) => commands.openWithCode(db, body.code, config),
    answerConsent: ({ body }) => commands.answerAsNominee(db, body, mailer),
    withdrawByNominee: ({ body }) => commands.withdrawByLink(db, body.token, mailer),
    proposeCorrection: ({ body }) => commands.proposeCorrection(db, body, mailer),
  };
});
