import * as contract from '#contract/publishing/donation-page.ts';
import * as links from '#server/donors/donation-links/commands.ts';
import { findDonationToChange } from '#server/donors/donation-links/queries.ts';
import * as receipts from '#server/giving/donations/resend-receipts.ts';
import { callerSignal } from '#server/platform/http/caller-signal.ts';
import { serve } from '#server/platform/http/serve.ts';
import {
  changeDonationPage,
  saveComment,
  saveDedication,
  saveEmployer,
} from '#server/publishing/donation-page/commands.ts';
import { openDonationPage } from '#server/publishing/donation-page/queries.ts';
import { receiptPdfOf } from '#server/receipts/tax-receipts/receipt-pdfs.ts';

export const donationPageRoutes = serve(contract, (deps) => {
  const { db, mailer, storage } = deps;
  return {
    openDonationPage: ({ input }) => openDonationPage(db, input.token),
    changeDonationPage: ({ input }) => changeDonationPage(db, input),
    saveDedication: ({ visitor, input }) => saveDedication(db, visitor, input, mailer),
    saveEmployer: ({ input }) => saveEmployer(db, input),
    saveComment: ({ input }) => saveComment(db, input),
    replaceDonationLink: async ({ visitor, input }) => {
      await links.replaceDonationLink(db, visitor, input.token, mailer);
      return { message: 'A new link is on its way to the email address of this donation.' };
    },
    getOwnReceipt: async ({ input, reply }) => {
      const signal = callerSignal(reply);
      const { id } = await findDonationToChange(db, input.token);
      return receiptPdfOf(db, storage, id, signal);
    },
    sendReceiptByLink: async ({ visitor, input }) => {
      await receipts.sendReceiptByLink(db, visitor, input.token, mailer);
      return { message: 'The receipt is on its way to the email address of this donation.' };
    },
    sendReceipt: async ({ actor, input }) => {
      await receipts.sendReceipt(db, actor, input.id, mailer);
      return { message: 'The receipt is on its way to the donor.' };
    },
    sendDonationLink: async ({ actor, input }) => {
      await links.sendDonationLink(db, actor, input.id, mailer);
      return { message: 'A new link is on its way to the donor.' };
    },
  };
});
