import * as contract from '#contract/receipts/tax-receipts.ts';
import { userActor } from '#server/platform/actor.ts';
import { callerSignal } from '#server/platform/http/caller-signal.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/receipts/tax-receipts/commands.ts';
import * as queries from '#server/receipts/tax-receipts/queries.ts';
import { receiptPdf } from '#server/receipts/tax-receipts/receipt-pdfs.ts';

export const receiptRoutes = serve(contract, (deps) => {
  const { db, mailer, settings, storage } = deps;
  return {
    listDonationReceipts: ({ input }) => queries.listDonationReceipts(db, input),
    getDonationReceipt: ({ input }) => queries.getDonationReceipt(db, input.id),
    getReceiptsOfDonation: ({ input }) => queries.getReceiptsOfDonation(db, input.id, settings),
    getReceiptPdf: ({ actor, input, reply }) =>
      receiptPdf(db, storage, input.id, 'original', {
        name: userActor(actor),
        signal: callerSignal(reply),
      }),
    issueReceipts: ({ actor, input, idempotencyKey }) =>
      commands.issueReceipts(db, actor, input.ids, idempotencyKey, mailer),
    voidReceipt: ({ actor, input }) => commands.voidReceipt(db, actor, input, mailer),
    replaceReceipt: ({ actor, input }) => commands.replaceReceipt(db, actor, input, mailer),
    copyReceipt: ({ actor, input, reply }) =>
      commands.copyReceipt(db, actor, input.id, storage, callerSignal(reply)),
    setDonationGoods: ({ actor, input }) =>
      commands.setDonationGoods(db, actor, { donationId: input.id, goods: input.goods }, mailer),
  };
});
