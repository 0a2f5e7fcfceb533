import { fewLinkMails } from '#contract/form-fields.ts';
import * as contract from '#contract/publishing/donor-page.ts';
import { giftAidWording } from '#core/receipts/gift-aid.ts';
import { asksForGiftAid } from '#core/receipts/receipt-profiles.ts';
import { callerSignal } from '#server/platform/http/caller-signal.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/publishing/donor-page/commands.ts';
import { requestDonorLink } from '#server/publishing/donor-page/jobs.ts';
import { findDonorOfLink, openDonorPage } from '#server/publishing/donor-page/queries.ts';
import { declareAll, withdrawDeclaration } from '#server/receipts/gift-aid/commands.ts';
import { declarationsOf } from '#server/receipts/gift-aid/queries.ts';
import { printStatementForDonor } from '#server/receipts/statements/print-statement.ts';

export const donorPageRoutes = serve(contract, (deps) => {
  const { db, mailer, settings } = deps;
  const ownGiftAid = async (token: string) => {
    const donorId = await findDonorOfLink(db, token);
    const { receipts } = settings.current();
    return {
      isAsked: asksForGiftAid(receipts),
      wording: giftAidWording(receipts.legalName, 'all'),
      declarations: await declarationsOf(db, donorId),
    };
  };
  return {
    requestDonorLink: async ({ visitor, input }) => {
      await requestDonorLink(deps, visitor, { email: input.email });
      return {
        message: `If there are donations with this address, a link to them is on its way to it. ${fewLinkMails}`,
      };
    },
    openDonorPage: ({ input }) => openDonorPage(db, input.token),
    openOneDonation: async ({ input }) => ({ token: await commands.linkToOneDonation(db, input) }),
    openOnePlan: async ({ input }) => ({ url: await commands.linkToOnePlan(db, input, mailer) }),
    getOwnStatement: async ({ input: { token, ...period }, reply }) => {
      const signal = callerSignal(reply);
      return printStatementForDonor(db, await findDonorOfLink(db, token), period, deps, signal);
    },
    sendOneReceipt: async ({ visitor, input }) => {
      await commands.sendOneReceipt(db, visitor, input, mailer);
      return { message: 'The receipt is on its way to the email address of this donation.' };
    },
    openOwnGiftAid: ({ input }) => ownGiftAid(input.token),
    declareGiftAid: async ({ input: { token, ...said } }) => {
      await declareAll(db, await findDonorOfLink(db, token), said, settings);
      return ownGiftAid(token);
    },
    withdrawOwnGiftAid: async ({ input: { token, declarationId: id } }) => {
      await withdrawDeclaration(
        db,
        { donorId: await findDonorOfLink(db, token) },
        { id },
        settings,
      );
      return ownGiftAid(token);
    },
  };
});
