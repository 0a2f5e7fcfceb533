import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/publishing/donor-page.ts';
import { printStatement } from '#server/giving/statements/print-statement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import { guardForm } from '#server/platform/misuse/form-guard.ts';
import * as commands from '#server/publishing/donor-page/commands.ts';
import { requestDonorLink } from '#server/publishing/donor-page/jobs.ts';
import { findDonorOfLink, openDonorPage } from '#server/publishing/donor-page/queries.ts';

// Nobody looks at their donations more often, and guessing links is hopeless.
const limit = { callsPerTenMinutes: 60 };

export function donorPageRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, mailer } = deps;
  bind(
    app,
    deps,
    contract.requestDonorLink,
    async ({ visitor, body }) => {
      await requestDonorLink(deps, visitor, body.email);
      return {
        message: 'If there are donations with this address, a link to them is on its way to it.',
      };
    },
    { callsPerTenMinutes: 30, guard: guardForm(deps, 'donor page') },
  );
  bind(app, deps, contract.openDonorPage, ({ body }) => openDonorPage(db, body.token), limit);
  bind(
    app,
    deps,
    contract.openOneDonation,
    async ({ body }) => ({ token: await commands.linkToOneDonation(db, body) }),
    limit,
  );
  bind(
    app,
    deps,
    contract.getOwnStatement,
    async ({ body: { token, ...period } }) =>
      printStatement(db, await findDonorOfLink(db, token), period, deps),
    // Drawing takes a second of the machine.
    { callsPerTenMinutes: 10 },
  );
  bind(
    app,
    deps,
    contract.sendOneReceipt,
    async ({ visitor, body }) => {
      await commands.sendOneReceipt(db, visitor, body, mailer);
      return { message: 'The receipt is on its way to the email address of this donation.' };
    },
    limit,
  );
}
