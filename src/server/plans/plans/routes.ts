import * as contract from '#contract/plans/plans.ts';
import * as commands from '#server/plans/plans/commands.ts';
import { requestPlanLinks } from '#server/plans/plans/jobs.ts';
import { getPlanFigures } from '#server/plans/plans/plan-figures.ts';
import { getPlan, listPlans } from '#server/plans/plans/plan-lists.ts';
import { openPlanPage } from '#server/plans/plans/queries.ts';
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
      await commands.lowerPlan(db, actor, { ...body, id: params.id }, deps);
      return getPlan(db, actor, params.id);
    },
    pausePlan: async ({ actor, params, body }) => {
      await commands.pausePlan(db, actor, { ...body, id: params.id }, deps);
      return getPlan(db, actor, params.id);
    },
    resumePlan: async ({ actor, params }) => {
      await commands.resumePlan(db, actor, params.id, deps);
      return getPlan(db, actor, params.id);
    },
    stopPlan: async ({ actor, params, body }) => {
      await commands.stopPlan(db, actor, { ...body, id: params.id }, deps);
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
      await commands.mailChangeLink(db, visitor, body.token, mailer);
      return { message: 'A fresh link is on its way to your email address. It works for an hour.' };
    },
    changePlan: async ({ body }) => {
      await commands.changeOwnPlan(db, body, deps);
      return open(body.token);
    },
    pauseOwnPlan: async ({ body }) => {
      await commands.pauseOwnPlan(db, body, deps);
      return open(body.token);
    },
    lowerOwnPlan: async ({ body }) => {
      await commands.lowerOwnPlan(db, body, deps);
      return open(body.token);
    },
    resumeOwnPlan: async ({ body }) => {
      await commands.resumeOwnPlan(db, body.token, deps);
      return open(body.token);
    },
    changePlanCard: async ({ body }) => ({
      url: await commands.openCardPage(db, body.token, deps),
    }),
    confirmPlanPayment: async ({ body }) => ({
      url: await commands.openPaymentPage(db, body.token, deps),
    }),
    stopOwnPlan: async ({ body }) => {
      await commands.stopOwnPlan(db, body.token, deps);
      return open(body.token);
    },
    setPlanAnonymity: async ({ body }) => {
      await commands.setPlanAnonymity(db, body);
      return open(body.token);
    },
  };
});
