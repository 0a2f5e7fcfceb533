import type { FastifyInstance } from 'fastify';
import * as giftAid from '#contract/giving/gift-aid.ts';
import * as contract from '#contract/publishing/donor-page.ts';
import { giftAidWording } from '#core/gift-aid.ts';
import { asksForGiftAid } from '#core/receipt-profiles.ts';
import { declareAll, withdrawDeclaration } from '#server/giving/gift-aid/commands.ts';
import { declarationsOf } from '#server/giving/gift-aid/queries.ts';
import { printStatementForDonor } from '#server/giving/statements/print-statement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import { callerSignal } from '#server/platform/http/caller-signal.ts';
import { guardForm } from '#server/platform/misuse/form-guard.ts';
import * as commands from '#server/publishing/donor-page/commands.ts';
import { requestDonorLink } from '#server/publishing/donor-page/jobs.ts';
import { findDonorOfLink, openDonorPage } from '#server/publishing/donor-page/queries.ts';

// Nobody looks at their donations more often, and guessing links is hopeless.
const limit = { callsPerTenMinutes: 60 };

export function donorPageRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, mailer, settings } = deps;
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
    contract.openOnePlan,
    async ({ body }) => ({ url: await commands.linkToOnePlan(db, body, mailer) }),
    limit,
  );
  bind(
    app,
    deps,
    contract.getOwnStatement,
    async ({ body: { token, ...period }, reply }) => {
      const signal = callerSignal(reply);
      return printStatementForDonor(db, await findDonorOfLink(db, token), period, deps, signal);
    },
    // Drawing takes a second of the machine.
    { callsPerTenMinutes: 10 },
  );
  const ownGiftAid = async (token: string) => {
    const donorId = await findDonorOfLink(db, token);
    const { receipts } = settings.current();
    return {
      isAsked: asksForGiftAid(receipts),
      wording: giftAidWording(receipts.legalName, 'all'),
      declarations: await declarationsOf(db, donorId),
    };
  };
  bind(app, deps, giftAid.openOwnGiftAid, ({ body }) => ownGiftAid(body.token), limit);
  bind(
    app,
    deps,
    giftAid.declareGiftAid,
    async ({ body: { token, ...said } }) => {
      await declareAll(db, await findDonorOfLink(db, token), said, settings);
      return ownGiftAid(token);
    },
    limit,
  );
  bind(
    app,
    deps,
    giftAid.withdrawOwnGiftAid,
    async ({ body: { token, declarationId: id } }) => {
      await withdrawDeclaration(
        db,
        { donorId: await findDonorOfLink(db, token) },
        { id },
        settings,
      );
      return ownGiftAid(token);
    },
    limit,
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
