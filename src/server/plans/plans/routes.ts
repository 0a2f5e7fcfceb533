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
    listPlans: ({ actor, query }) => listPlans(db, actor, query),
    getPlanFigures: () => getPlanFigures(db, settings.current().timeZone),
    getPlan: ({ actor, params }) =>
      // It has the id of its first donation.
      getPlan(db, actor, params.id),
    lowerPlan: async ({ actor, params, body }) => {
      await lowerPlan(db, actor, { ...body, id: params.id }, deps);
      return getPlan(db, actor, params.id);
    },
    pausePlan: async ({ actor, params, body }) => {
      await pausePlan(db, actor, { ...body, id: params.id }, deps);
      return getPlan(db, actor, params.id);
    },
    resumePlan: async ({ actor, params }) => {
      await resumePlan(db, actor, params.id, deps);
      return getPlan(db, actor, params.id);
    },
    stopPlan: async ({ actor, params, body }) => {
      await stopPlan(db, actor, { ...body, id: params.id }, deps);
      return getPlan(db, actor, params.id);
    },
    openPlanPage: ({ body }) => open(body.token),
    requestPlanLinks: async ({ visitor, body }) => {
      await requestPlanLinks(deps, visitor, body.email);
      return {
        message:
          'If there are recurring donations with this address, links to change them are on their way to it.',
      };
    },
    mailPlanLink: async ({ visitor, body }) => {
      await mailChangeLink(db, visitor, body.token, mailer);
      return { message: 'A fresh link is on its way to your email address. It works for an hour.' };
    },
    changePlan: async ({ body }) => {
      await changeOwnPlan(db, body, deps);
      return open(body.token);
    },
    pauseOwnPlan: async ({ body }) => {
      await pauseOwnPlan(db, body, deps);
      return open(body.token);
    },
    lowerOwnPlan: async ({ body }) => {
      await lowerOwnPlan(db, body, deps);
      return open(body.token);
    },
    resumeOwnPlan: async ({ body }) => {
      await resumeOwnPlan(db, body.token, deps);
      return open(body.token);
    },
    changePlanCard: async ({ body }) => ({
      url: await openCardPage(db, body.token, deps),
    }),
    confirmPlanPayment: async ({ body }) => ({
      url: await openPaymentPage(db, body.token, deps),
    }),
    stopOwnPlan: async ({ body }) => {
      await stopOwnPlan(db, body.token, deps);
      return open(body.token);
    },
    setPlanAnonymity: async ({ body }) => {
      await setPlanAnonymity(db, body);
      return open(body.token);
    },
  };
});
