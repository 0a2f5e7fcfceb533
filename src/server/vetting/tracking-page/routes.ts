import { fewLinkMails } from '#contract/form-fields.ts';
import * as contract from '#contract/vetting/tracking-page.ts';
import { serve } from '#server/platform/http/serve.ts';
import { requestTrackingLinks } from '#server/vetting/tracking-links/jobs.ts';
import { answerByLink, appealByLink } from '#server/vetting/tracking-page/commands.ts';
import { openTrackingPage } from '#server/vetting/tracking-page/queries.ts';

export const trackingPageRoutes = serve(contract, (deps) => {
  const { db, mailer } = deps;
  return {
    openTrackingPage: ({ input }) => openTrackingPage(db, mailer.settings, input.token),
    requestTrackingLinks: async ({ visitor, input }) => {
      await requestTrackingLinks(deps, visitor, { email: input.email });
      return {
        message: `If there are nominations with this address, an email with links to them is on its way to it. ${fewLinkMails}`,
      };
    },
    answerQuestion: ({ input }) => answerByLink(db, input, mailer),
    sendAppeal: ({ input }) => appealByLink(db, input, mailer),
  };
});
