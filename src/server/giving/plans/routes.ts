import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/giving/plans.ts';
import type { WithPayments } from '#server/giving/payment-provider/provider.ts';
import * as commands from '#server/giving/plans/commands.ts';
import { requestPlanLinks } from '#server/giving/plans/jobs.ts';
import { getPlanFigures } from '#server/giving/plans/plan-figures.ts';
import { getPlan, listPlans } from '#server/giving/plans/plan-lists.ts';
import { openPlanPage } from '#server/giving/plans/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import { guardForm } from '#server/platform/misuse/form-guard.ts';

// Nobody looks at their page more often, and guessing links is hopeless.
const limit = { callsPerTenMinutes: 60 };

export function planRoutes(app: FastifyInstance, deps: Deps & WithPayments): void {
  const { db, mailer, settings, config } = deps;
  bind(app, deps, contract.listPlans, ({ actor, query }) => listPlans(db, actor, query));
  bind(app, deps, contract.getPlanFigures, () => getPlanFigures(db, settings.current().timeZone));
  bind(app, deps, contract.getPlan, ({ actor, params }) =>
    // It has the id of its first donation.
    getPlan(db, actor, params.id),
  );
  bind(app, deps, contract.lowerPlan, async ({ actor, params, body }) => {
    await commands.lowerPlan(db, actor, { ...body, id: params.id }, deps);
    return getPlan(db, actor, params.id);
  });
  bind(app, deps, contract.pausePlan, async ({ actor, params, body }) => {
    await commands.pausePlan(db, actor, { ...body, id: params.id }, deps);
    return getPlan(db, actor, params.id);
  });
  bind(app, deps, contract.resumePlan, async ({ actor, params }) => {
    await commands.resumePlan(db, actor, params.id, deps);
    return getPlan(db, actor, params.id);
  });
  bind(app, deps, contract.stopPlan, async ({ actor, params, body }) => {
    await commands.stopPlan(db, actor, { ...body, id: params.id }, deps);
    return getPlan(db, actor, params.id);
  });

  const open = (token: string) => openPlanPage(db, token, { settings, limits: config.donation });
  bind(app, deps, contract.openPlanPage, ({ body }) => open(body.token), limit);
  bind(
    app,
    deps,
    contract.requestPlanLinks,
    async ({ visitor, body }) => {
      await requestPlanLinks(deps, visitor, body.email);
      return {
        message:
          'If there are recurring donations with this address, links to change them are on their way to it.',
      };
    },
    { callsPerTenMinutes: 30, guard: guardForm(deps, 'plan page') },
  );
  bind(
    app,
    deps,
    contract.mailPlanLink,
    async ({ visitor, body }) => {
      await commands.mailChangeLink(db, visitor, body.token, mailer);
      return { message: 'A fresh link is on its way to your email address. It works for an hour.' };
    },
    limit,
  );
  bind(
    app,
    deps,
    contract.changePlan,
    async ({ body }) => {
      await commands.changeOwnPlan(db, body, deps);
      return open(body.token);
    },
    limit,
  );
  bind(
    app,
    deps,
    contract.pauseOwnPlan,
    async ({ body }) => {
      await commands.pauseOwnPlan(db, body, deps);
      return open(body.token);
    },
    limit,
  );
  bind(
    app,
    deps,
    contract.lowerOwnPlan,
    async ({ body }) => {
      await commands.lowerOwnPlan(db, body, deps);
      return open(body.token);
    },
    limit,
  );
  bind(
    app,
    deps,
    contract.resumeOwnPlan,
    async ({ body }) => {
      await commands.resumeOwnPlan(db, body.token, deps);
      return open(body.token);
    },
    limit,
  );
  bind(
    app,
    deps,
    contract.changePlanCard,
    async ({ body }) => ({ url: await commands.openCardPage(db, body.token, deps) }),
    limit,
  );
  bind(
    app,
    deps,
    contract.confirmPlanPayment,
    async ({ body }) => ({ url: await commands.openPaymentPage(db, body.token, deps) }),
    limit,
  );
  bind(
    app,
    deps,
    contract.stopOwnPlan,
    async ({ body }) => {
      await commands.stopOwnPlan(db, body.token, deps);
      return open(body.token);
    },
    limit,
  );
  bind(
    app,
    deps,
    contract.setPlanAnonymity,
    async ({ body }) => {
      await commands.setPlanAnonymity(db, body);
      return open(body.token);
    },
    limit,
  );
}
