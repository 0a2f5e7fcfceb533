import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/vetting/tracking-page.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import { guardForm } from '#server/platform/misuse/form-guard.ts';
import { requestTrackingLinks } from '#server/vetting/tracking-links/jobs.ts';
import { answerByLink, appealByLink } from '#server/vetting/tracking-page/commands.ts';
import { openTrackingPage } from '#server/vetting/tracking-page/queries.ts';

export function trackingPageRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, mailer } = deps;
  bind(
    app,
    deps,
    contract.openTrackingPage,
    ({ body }) => openTrackingPage(db, mailer.settings, body.token),
    // Nobody looks at a nomination more often, and guessing links is hopeless.
    { callsPerTenMinutes: 60 },
  );
  bind(
    app,
    deps,
    contract.requestTrackingLinks,
    async ({ visitor, body }) => {
      await requestTrackingLinks(deps, visitor, body.email);
      return {
        message:
          'If there are nominations with this address, an email with links to them is on its way to it.',
      };
    },
    { callsPerTenMinutes: 30, guard: guardForm(deps, 'tracking page') },
  );
  bind(
    app,
    deps,
    contract.answerQuestion,
    ({ body }) => answerByLink(db, body, mailer),
    // Each tells the team by mail.
    { callsPerTenMinutes: 30 },
  );
  bind(app, deps, contract.sendAppeal, ({ body }) => appealByLink(db, body, mailer), {
    callsPerTenMinutes: 30,
  });
}
