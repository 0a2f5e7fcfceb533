import * as contract from '#contract/publishing/donation-page.ts';
import * as links from '#server/donors/donation-links/commands.ts';
import { findDonationToChange } from '#server/donors/donation-links/queries.ts';
import * as receipts from '#server/giving/donations/receipt-copies.ts';
import { callerSignal } from '#server/platform/http/caller-signal.ts';
import { serve } from '#server/platform/http/serve.ts';
import {
  changeDonationPage,
  saveComment,
  saveDedication,
  saveEmployer,
} from '#server/publishing/donation-page/commands.ts';
import { openDonationPage } from '#server/publishing/donation-page/queries.ts';
import { receiptPdfOf } from '#server/receipts/receipts/receipt-pdfs.ts';

export const donationPageRoutes = serve(contract, (deps) => {
  const { db, mailer, storage } = deps;
  return {
    openDonationPage: ({ body }) => openDonationPage(db, body.token),
    changeDonationPage: ({ body }) => changeDonationPage(db, body),
    saveDedication: ({ visitor, body }) => saveDedication(db, visitor, body, mailer),
    saveEmployer: ({ body }) => saveEmployer(db, body),
    saveComment: ({ body }) => saveComment(db, body),
    replaceDonationLink: async ({ visitor, body }) => {
      await links.replaceDonationLink(db, visitor, body.token, mailer);
      return { message: 'A new link is on its way to the email address of this donation.' };
    },
    getOwnReceipt: async ({ body, reply }) => {
      const signal = callerSignal(reply);
      const { id } = await findDonationToChange(db, body.token);
      return receiptPdfOf(db, storage, id, signal);
    },
    sendReceiptByLink: async ({ visitor, body }) => {
      await receipts.sendReceiptByLink(db, visitor, body.token, mailer);
      return { message: 'The receipt is on its way to the email address of this donation.' };
    },
    sendReceipt: async ({ actor, params }) => {
      await receipts.sendReceipt(db, actor, params.id, mailer);
      return { message: 'The receipt is on its way to the donor.' };
    },
    sendDonationLink: async ({ actor, params }) => {
      await links.sendDonationLink(db, actor, params.id, mailer);
      return { message: 'A new link is on its way to the donor.' };
    },
  };
});
