import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/vetting/consent-page.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import * as commands from '#server/vetting/consent-page/commands.ts';
import { openConsentPage } from '#server/vetting/consent-page/queries.ts';

export function consentPageRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config, mailer } = deps;
  bind(app, deps, contract.openConsentPage, ({ body }) => openConsentPage(db, body.token), {
    callsPerTenMinutes: 60,
  });
  bind(
    app,
    deps,
    contract.openWithCode,
    ({ body }) => commands.openWithCode(db, body.code, config),
    // A code has 48 bits: even a thousand networks that never stop would need millions of years.
    { callsPerTenMinutes: 10 },
  );
  const eachTellsTheTeam = { callsPerTenMinutes: 30 };
  bind(
    app,
    deps,
    contract.answerConsent,
    ({ body }) => commands.answerAsNominee(db, body, mailer),
    eachTellsTheTeam,
  );
  bind(
    app,
    deps,
    contract.withdrawByNominee,
    ({ body }) => commands.withdrawByLink(db, body.token, mailer),
    eachTellsTheTeam,
  );
  bind(
    app,
    deps,
    contract.proposeCorrection,
    ({ body }) => commands.proposeCorrection(db, body, mailer),
    eachTellsTheTeam,
  );
}
