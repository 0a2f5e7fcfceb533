import * as contract from '#contract/receipts/receipts.ts';
import { userActor } from '#server/platform/actor.ts';
import { callerSignal } from '#server/platform/http/caller-signal.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/receipts/receipts/commands.ts';
import * as queries from '#server/receipts/receipts/queries.ts';
import { receiptPdf } from '#server/receipts/receipts/receipt-pdfs.ts';

export const receiptRoutes = serve(contract, (deps) => {
  const { db, mailer, settings, storage } = deps;
  return {
    listDonationReceipts: ({ query }) => queries.listDonationReceipts(db, query),
    getDonationReceipt: ({ params }) => queries.getDonationReceipt(db, params.id),
    getReceiptsOfDonation: ({ params }) => queries.getReceiptsOfDonation(db, params.id, settings),
    getReceiptPdf: ({ actor, params, reply }) =>
      receiptPdf(db, storage, params.id, 'original', {
        name: userActor(actor),
        signal: callerSignal(reply),
      }),
    issueReceipts: ({ actor, body, idempotencyKey }) =>
      commands.issueReceipts(db, actor, body.ids, idempotencyKey, mailer),
    voidReceipt: ({ actor, params, body }) =>
      commands.voidReceipt(db, actor, { ...params, ...body }, mailer),
    replaceReceipt: ({ actor, params, body }) =>
      commands.replaceReceipt(db, actor, { ...params, ...body }, mailer),
    copyReceipt: ({ actor, params, reply }) =>
      commands.copyReceipt(db, actor, params.id, storage, callerSignal(reply)),
    setDonationGoods: ({ actor, params, body }) =>
      commands.setDonationGoods(db, actor, { donationId: params.id, goods: body.goods }, mailer),
  };
});
