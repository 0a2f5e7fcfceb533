import { fewLinkMails } from '#contract/form-fields.ts';
import * as contract from '#contract/plans/plans.ts';
import { changeOwnPlan } from '#server/plans/plans/change-own-plan.ts';
import { openCardPage, openPaymentPage, setPlanAnonymity } from '#server/plans/plans/commands.ts';
import { requestPlanLinks } from '#server/plans/plans/jobs.ts';
import { lowerOwnPlan, lowerPlan } from '#server/plans/plans/lower-plan.ts';
import { mailChangeLink } from '#server/plans/plans/mail-change-links.ts';
import { pauseOwnPlan, pausePlan } from '#server/plans/plans/pause-plan.ts';
import { getPlanFigures } from '#server/plans/plans/plan-figures.ts';
import { getPlan, listPlans } from '#server/plans/plans/plan-lists.ts';
import { openPlanPage } from '#server/plans/plans/queries.ts';
import { resumeOwnPlan, resumePlan } from '#server/plans/plans/resume-plan.ts';
import { stopOwnPlan, stopPlan } from '#server/plans/plans/stop-plan.ts';
import type { Deps } from '#server/platform/deps.ts';
import { serve } from '#server/platform/http/serve.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';

export const planRoutes = serve(contract, (deps: Deps & WithPayments) => {
  const { db, mailer, settings, config } = deps;
  const open = (token: string) => openPlanPage(db, token, { settings, limits: config.donation });
  return {
    listPlans: ({ actor, input }) => listPlans(db, actor, input),
    getPlanFigures: () => getPlanFigures(db, settings.current().timeZone),
    getPlan: ({ actor, input }) =>
      // It has the id of its first donation.
      getPlan(db, actor, input.id),
    lowerPlan: async ({ actor, input }) => {
      await lowerPlan(db, actor, input, deps);
      return getPlan(db, actor, input.id);
    },
    pausePlan: async ({ actor, input }) => {
      await pausePlan(db, actor, input, deps);
      return getPlan(db, actor, input.id);
    },
    resumePlan: async ({ actor, input }) => {
      await resumePlan(db, actor, input.id, deps);
      return getPlan(db, actor, input.id);
    },
    stopPlan: async ({ actor, input }) => {
      await stopPlan(db, actor, input, deps);
      return getPlan(db, actor, input.id);
    },
    openPlanPage: ({ input }) => open(input.token),
    requestPlanLinks: async ({ visitor, input }) => {
      await requestPlanLinks(deps, visitor, { email: input.email });
      return {
        message: `If there are recurring donations with this address, links to change them are on their way to it. ${fewLinkMails}`,
      };
    },
    mailPlanLink: async ({ visitor, input }) => {
      await mailChangeLink(db, visitor, input.token, mailer);
      return { message: 'A fresh link is on its way to your email address. It works for an hour.' };
    },
    changePlan: async ({ input }) => {
      await changeOwnPlan(db, input, deps);
      return open(input.token);
    },
    pauseOwnPlan: async ({ input }) => {
      await pauseOwnPlan(db, input, deps);
      return open(input.token);
    },
    lowerOwnPlan: async ({ input }) => {
      await lowerOwnPlan(db, input, deps);
      return open(input.token);
    },
    resumeOwnPlan: async ({ input }) => {
      await resumeOwnPlan(db, input.token, deps);
      return open(input.token);
    },
    changePlanCard: async ({ input }) => ({
      url: await openCardPage(db, input.token, deps),
    }),
    confirmPlanPayment: async ({ input }) => ({
      url: await openPaymentPage(db, input.token, deps),
    }),
    stopOwnPlan: async ({ input }) => {
      await stopOwnPlan(db, input.token, deps);
      return open(input.token);
    },
    setPlanAnonymity: async ({ input }) => {
      await setPlanAnonymity(db, input);
      return open(input.token);
    },
  };
});
